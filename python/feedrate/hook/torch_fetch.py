"""What a DataLoader's worker (or, without workers, the program itself) does for a batch: the steps of its transforms where they can be
seen, the rest of the data set, the collate function, and waiting in between. Marked as stages, of a batch now and then: timing the steps
of every sample would slow down what it times.
"""
import functools
import time

from feedrate import marks, schedule
from feedrate.hook import parts

EVERY = 50_000_000  # ns from the start of a timed batch to that of the next


class Collate:
    """A collate function that knows how long its last call took, and how long on a CPU."""

    def __init__(self, plain):
        self.plain, self.took, self.on_cpu = plain, 0, 0

    def __call__(self, samples):
        start, on_cpu = time.monotonic_ns(), time.thread_time_ns()
        batch = self.plain(samples)
        self.took, self.on_cpu = time.monotonic_ns() - start, time.thread_time_ns() - on_cpu
        return batch


def install(module):
    for fetcher in (module._MapDatasetFetcher, module._IterableDatasetFetcher):
        _time(fetcher)


def _time(fetcher):
    plain = fetcher.fetch

    @functools.wraps(plain)
    def fetch(self, index):
        if not (self._feedrate_schedule or _schedule_of(self)).is_measuring():
            return plain(self, index)
        now = time.monotonic_ns()
        if now - self._feedrate_timed < EVERY:
            batch = plain(self, index)
        else:
            self._feedrate_timed = now
            batch = _timed(self, plain, index, now)
        self._feedrate_idle_since = time.monotonic_ns()
        return batch

    fetcher.fetch = fetch
    fetcher._feedrate_timed = -EVERY
    fetcher._feedrate_idle_since = None
    fetcher._feedrate_schedule = None


def _schedule_of(fetcher):
    fetcher._feedrate_schedule = schedule.of_this_process()
    return fetcher._feedrate_schedule


def _timed(fetcher, plain, index, start):
    collate = fetcher.collate_fn = Collate(fetcher.collate_fn)
    parts.take()
    parts.switch(True)
    on_cpu = time.thread_time_ns()
    try:
        batch = plain(fetcher, index)
    finally:
        on_cpu = time.thread_time_ns() - on_cpu
        parts.switch(False)
        fetcher.collate_fn = collate.plain
    _mark(fetcher, collate, start, on_cpu)
    return batch


def _mark(fetcher, collate, start, on_cpu):
    writer, took = marks.current(), time.monotonic_ns() - start
    if fetcher._feedrate_idle_since is not None:
        writer.stage("dataset", start - fetcher._feedrate_idle_since, marks.INPUT)
    rest, rest_on_cpu = took - collate.took, on_cpu - collate.on_cpu
    for name, (step, step_on_cpu) in parts.take().items():
        _stage(writer, name, step, step_on_cpu)
        rest, rest_on_cpu = rest - step, rest_on_cpu - step_on_cpu
    _stage(writer, "dataset", rest, rest_on_cpu)
    _stage(writer, "collate", collate.took, collate.on_cpu)


def _stage(writer, name, took, on_cpu):
    writer.stage(name, max(0, took))
    writer.stage(name, max(0, on_cpu), marks.ON_CPU)
