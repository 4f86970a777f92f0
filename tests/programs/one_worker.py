"""One worker where two would do: INPUT-BOUND."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(2), BATCH, num_workers=1), lambda batch: sleep(9))
