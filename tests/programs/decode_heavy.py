"""Decode-heavy, short timed step: INPUT-BOUND."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(2), BATCH, num_workers=2), lambda batch: sleep(2))
