"""What a DataLoader's worker (or, without workers, the program itself) does for a batch: the steps of its transforms where they can be
seen, the rest of the data set, the collate function, and waiting in between. Marked as stages, once a batch.
"""
import functools
import time

from feedrate import marks
from feedrate.hook import parts


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
    plain_init, plain_fetch = fetcher.__init__, fetcher.fetch

    @functools.wraps(plain_init)
    def init(self, *arguments, **named):
        plain_init(self, *arguments, **named)
        self.collate_fn = Collate(self.collate_fn)
        self._feedrate_idle_since = None

    @functools.wraps(plain_fetch)
    def fetch(self, index):
        parts.take()
        start, on_cpu = time.monotonic_ns(), time.thread_time_ns()
        self.collate_fn.took = self.collate_fn.on_cpu = 0
        batch = plain_fetch(self, index)
        _mark(self, start, time.monotonic_ns(), time.thread_time_ns() - on_cpu)
        return batch

    fetcher.__init__, fetcher.fetch = init, fetch


def _mark(fetcher, start, end, on_cpu):
    writer, collate = marks.current(), fetcher.collate_fn
    if fetcher._feedrate_idle_since is not None:
        writer.stage("dataset", start - fetcher._feedrate_idle_since, marks.INPUT)
    rest, rest_on_cpu = end - start - collate.took, on_cpu - collate.on_cpu
    steps = parts.take()
    for name, (took, step_on_cpu) in steps.items():
        _stage(writer, name, took, step_on_cpu)
        rest, rest_on_cpu = rest - took, rest_on_cpu - step_on_cpu
    _stage(writer, "dataset", rest, rest_on_cpu)
    _stage(writer, "collate", collate.took, collate.on_cpu)
    fetcher._feedrate_idle_since = end


def _stage(writer, name, took, on_cpu):
    writer.stage(name, max(0, took))
    writer.stage(name, max(0, on_cpu), marks.ON_CPU)
