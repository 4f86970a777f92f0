"""What the made programs share: CPU work in milliseconds, data sets that do it, and a training loop whose step takes a known time.

A step that sleeps stands for a device that computes: the CPU is free meanwhile. Run by itself it prints what WORK_UNITS gives to
programs that are to be compared: the work of a millisecond as this machine does it now.
"""
import os
import time
import zlib

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

if os.environ.get("BARE"):
    import bare
    DataLoader = bare.LOADERS[os.environ["BARE"]]

torch.set_num_threads(1)
BATCH = 8
CHUNK = bytes(range(256)) * 64


def _units_a_millisecond():
    """The best of several: a machine that is busy for a moment must not make the work less."""
    best = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(20):
            zlib.crc32(CHUNK)
        best = min(best, time.perf_counter() - start)
    return 20 / (1e3 * best)


UNITS = float(os.environ.get("WORK_UNITS") or _units_a_millisecond())


def burn(milliseconds):
    """CPU work that takes so long when nothing else runs."""
    for _ in range(max(1, round(UNITS * milliseconds))):
        zlib.crc32(CHUNK)


def sleep(milliseconds):
    time.sleep(milliseconds / 1e3)


class Samples(Dataset):
    """`make(milliseconds)` is done for each sample: burn or sleep."""

    def __init__(self, milliseconds, make=burn, count=4096):
        self.milliseconds, self.make, self.count = milliseconds, make, count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        if self.milliseconds:
            self.make(self.milliseconds)
        return torch.full((3, 32, 32), float(index % 7))


class Stream(IterableDataset):
    def __init__(self, milliseconds):
        self.milliseconds = milliseconds

    def __iter__(self):
        for index in range(100000):
            burn(self.milliseconds)
            yield torch.full((3, 32, 32), float(index % 7))


def train(loader, step, epochs=100000):
    for _ in range(epochs):
        for batch in loader:
            step(batch)


if __name__ == "__main__":
    print(UNITS)
__all__ = ["BATCH", "DataLoader", "Samples", "Stream", "burn", "sleep", "torch", "train"]
