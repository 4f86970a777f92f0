"""The stall really removed: a loader whose batches are there already. After some seconds the program says what rate that gave, and ends."""
import os
import time

import torch

SECONDS = 5
WARM_UP = 3  # batches


class FreeLoader:
    """In the place of a DataLoader. The first one that is made is the training one."""
    training = None

    def __init__(self, data, batch, **_):
        self._batch = torch.stack([sample for _, sample in zip(range(batch), iter(data))])
        self._length = len(data) // batch if hasattr(data, "__len__") else 1000
        self._gaps = 0
        self._seconds = 0.0
        FreeLoader.training = FreeLoader.training or self

    def __iter__(self):
        given = 0
        for _ in range(self._length):
            start = time.perf_counter()
            yield self._batch
            given += 1
            if given > WARM_UP:
                self._gaps += 1
                self._seconds += time.perf_counter() - start
            if self is FreeLoader.training and self._seconds > SECONDS:
                print(self._gaps * len(self._batch) / self._seconds, flush=True)
                os._exit(0)
