"""Slow collate in the main process, no workers: SERIAL, collate named."""
from work import BATCH, DataLoader, Samples, burn, sleep, torch, train


def collate(samples):
    burn(10)
    return torch.stack(samples)


train(DataLoader(Samples(0.05), BATCH, collate_fn=collate), lambda batch: sleep(6))
