"""Loader and timed step equal: BALANCED. Both are timers, so that no machine makes them differ."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(2.5, make=sleep), BATCH, num_workers=1), lambda batch: sleep(8 * 2.58))
