"""An iterable data set, decode-heavy: INPUT-BOUND."""
from work import BATCH, DataLoader, Stream, sleep, train

train(DataLoader(Stream(2), BATCH, num_workers=2), lambda batch: sleep(2))
