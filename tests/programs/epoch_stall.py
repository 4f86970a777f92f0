"""A stall at each epoch boundary, else light: COMPUTE-BOUND, the epoch gap named."""
import torch.utils.data
from work import BATCH, DataLoader, Samples, sleep, train


class Slow(torch.utils.data.SequentialSampler):
    def __iter__(self):
        sleep(500)
        return super().__iter__()


samples = Samples(0, count=BATCH * 40)
train(DataLoader(samples, BATCH, sampler=Slow(samples), num_workers=1, persistent_workers=True), lambda batch: sleep(40))
