"""Batches kept in memory, to be handed out again and again: what a program does when data costs nothing."""
import copy
import os
import time

from feedrate.batches import arrays_of, size_of

BUDGET_VARIABLE = "FEEDRATE_KEEP_BYTES"
FEWEST, MOST = 4, 32
LONGEST = 2.0  # seconds for more than the fewest
ENOUGH = 64 << 20  # more than caches hold, so that they come from memory as fresh ones do
PAGE = 1024  # elements; at least one of every page is read


class Kept:
    def __init__(self):
        self._batches = []
        self._versions = []
        self._next = 0
        self.changed = False  # the program writes into its batches: it is given copies

    def __len__(self):
        return len(self._batches)

    def fill(self, pull):
        """Takes some batches, once, and reads from every page of them."""
        end = time.monotonic() + LONGEST
        while len(self._batches) < FEWEST or not (self._is_enough() or time.monotonic() > end):
            batch = pull()
            for array in arrays_of(batch):
                _touch(array)
            self._batches.append(batch)
            self._versions.append(_versions_of(batch))

    def _is_enough(self):
        used = sum(size_of(batch)[1] for batch in self._batches)
        budget = int(os.environ.get(BUDGET_VARIABLE, 256 << 20))
        return len(self._batches) >= MOST or used >= min(ENOUGH, budget)

    def next(self):
        place = self._next % len(self._batches)
        self._next += 1
        batch = self._batches[place]
        if not self.changed and _versions_of(batch) != self._versions[place]:
            self.changed = True
        return copy.deepcopy(batch) if self.changed else _outside(batch)


def _outside(batch):
    """The same contents in a container that the program may change."""
    return batch if hasattr(batch, "shape") else copy.copy(batch)


def _versions_of(batch):
    return [getattr(array, "_version", 0) for array in arrays_of(batch)]


def _touch(array):
    try:
        array.reshape(-1)[::PAGE].sum()
    except (TypeError, ValueError, RuntimeError, AttributeError):  # of elements that cannot be added
        pass
