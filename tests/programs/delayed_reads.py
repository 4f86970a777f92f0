"""Every read takes 20 ms, whatever the CPU does: INPUT-BOUND, storage named."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(20, make=sleep), BATCH, num_workers=2), lambda batch: sleep(10))
