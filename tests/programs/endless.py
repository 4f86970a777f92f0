"""An endless loop, long timed step: COMPUTE-BOUND."""
from work import BATCH, DataLoader, Samples, sleep


def forever(loader):
    while True:
        yield from loader


batches = forever(DataLoader(Samples(0.05), BATCH, num_workers=1))
while True:
    next(batches)
    sleep(40)
