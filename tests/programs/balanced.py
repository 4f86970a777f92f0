"""Loader and timed step equal: BALANCED. Both are timers that catch up what they overslept, so that no machine makes them differ."""
import time

from work import BATCH, DataLoader, Samples, train

MOST_BEHIND = 0.01  # seconds; more than that it was kept from working, and begins anew


class Timer:
    """A call returns so many milliseconds after the call before it returned, or had to."""

    def __init__(self):
        self.due = 0.0

    def __call__(self, milliseconds):
        now = time.monotonic()
        self.due += milliseconds / 1e3
        if not now - MOST_BEHIND < self.due:
            self.due = now + milliseconds / 1e3
        time.sleep(max(0.0, self.due - now))


step = Timer()
train(DataLoader(Samples(2.5, make=Timer()), BATCH, num_workers=1), lambda batch: step(8 * 2.5))
