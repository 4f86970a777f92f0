"""What the made programs share: CPU work in milliseconds, data sets that do it, and a training loop whose step takes a known time.

A step that sleeps stands for a device that computes: the CPU is free meanwhile. Work is so much time of a CPU, not so many
instructions: a machine that is twice as fast a minute later must not change what is true of a program.
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


def burn(milliseconds):
    """Keeps a CPU busy for so long; waiting for one does not count."""
    end = time.thread_time() + milliseconds / 1e3
    while time.thread_time() < end:
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


__all__ = ["BATCH", "DataLoader", "Samples", "Stream", "burn", "sleep", "torch", "train"]
