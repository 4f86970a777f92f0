"""A CPU step on the loader's cores: CONTENDED."""
from work import BATCH, DataLoader, Samples, burn, train

train(DataLoader(Samples(4), BATCH, num_workers=2), lambda batch: burn(24))
