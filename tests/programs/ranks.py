"""Data-parallel training over gloo, one process a rank, decode-heavy: INPUT-BOUND. Started by torchrun."""
import torch.distributed as dist
from torch.utils.data.distributed import DistributedSampler
from work import BATCH, DataLoader, Samples, sleep, torch

dist.init_process_group("gloo")
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3 * 32 * 32, 10))
optimizer = torch.optim.SGD(model.parameters(), 1e-3)
samples = Samples(2)
sampler = DistributedSampler(samples)
loader = DataLoader(samples, BATCH, sampler=sampler, num_workers=1)
for epoch in range(100000):
    sampler.set_epoch(epoch)
    for batch in loader:
        optimizer.zero_grad()
        model(batch.flatten(1)).sum().backward()
        optimizer.step()
        sleep(2)
