"""No workers, timed step: SERIAL."""
from work import BATCH, DataLoader, Samples, sleep, train

train(DataLoader(Samples(1), BATCH), lambda batch: sleep(8))
