"""Light loader, long timed step: COMPUTE-BOUND."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(0), BATCH, num_workers=1), lambda batch: sleep(80))
