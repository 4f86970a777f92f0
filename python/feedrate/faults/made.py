"""Loaders with one known fault each, which `feedrate selftest` must name, and one without any, of which it must say nothing.

Samples are files that are read and checked by forked workers; every fault is something done to that loader.
"""
import ctypes
import itertools
import mmap
import os
import pathlib
import threading
import time
import zlib

from feedrate import marks
from forked import Forked

CAPABILITY = {"in_flight": {"per_prefetch": 1}, "least_workers": 1}
ROUNDS = 30  # of checksums a sample: about half a millisecond


class Reading:
    """A sample: a file is read, and its checksum made over and over."""

    def __init__(self, case, rounds=ROUNDS, read=pathlib.Path.read_bytes):
        files = sorted(path for path in pathlib.Path(case["work"]["data"]["uri"]).iterdir() if path.is_file())
        self.files = itertools.cycle(files)
        self.rounds = rounds
        self.read = read

    def batch(self, samples):
        return [self.sample() for _ in range(samples)]

    def sample(self):
        data, checksum = self.read(next(self.files)), 0
        for _ in range(self.rounds):
            checksum = zlib.crc32(data, checksum)
        marks.current().count_sample()
        return checksum


def loader(case, work_of=None, **how):
    """One epoch without end: what happens at the ends of epochs is none of these faults."""
    made = Forked(case, work_of or (lambda worker: Reading(case, **how)))
    made.batches = 10**9
    return made


def steady(case, seed):
    """No fault."""
    return loader(case)


def consumer(case, seed):
    """Whoever takes the batches takes several times as long as they take to make."""
    for batch in loader(case):
        time.sleep(0.01)
        yield batch


def slow_worker(case, seed):
    """The first worker does three times the work."""
    return loader(case, lambda worker: Reading(case, ROUNDS * (1 if worker else 3)))


def leak(case, seed):
    """64 KiB are kept of every batch."""
    kept = []
    for batch in loader(case):
        kept.append(b"x" * (1 << 16))
        time.sleep(0.002)  # long enough to be looked at several times, however fast the machine
        yield batch


def thread_storm(case, seed):
    """Twelve threads a CPU that never rest."""
    block = bytes(1 << 20)

    def spin():
        while True:
            zlib.crc32(block)

    for _ in range(12 * len(os.sched_getaffinity(0))):
        threading.Thread(target=spin, daemon=True).start()
    return loader(case)


def shared_memory(case, seed):
    """Touches shared memory that cannot be had, as a full /dev/shm gives it: the kernel ends it by SIGBUS."""
    name = "/dev/shm/feedrate-selftest-%d" % os.getpid()
    with open(name, "w+b") as file:
        os.unlink(name)
        file.truncate(2 * mmap.PAGESIZE)
        view = mmap.mmap(file.fileno(), 2 * mmap.PAGESIZE)
        file.truncate(0)
        for number, batch in enumerate(loader(case)):
            if number == 10:
                ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(view)), 1, 1)
            yield batch


def not_read(case, seed):
    """All files are read while it starts; what it delivers later comes from memory."""
    files = {path: path.read_bytes() for path in pathlib.Path(case["work"]["data"]["uri"]).iterdir() if path.is_file()}
    return loader(case, read=files.__getitem__)


def miscounts(case, seed):
    """Every sample is counted twice."""

    class Twice(Reading):
        def sample(self):
            marks.current().count_sample()
            return super().sample()

    return loader(case, lambda worker: Twice(case))


def pinned(case, seed):
    """All of it on one CPU."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return loader(case)


def hiccups(case, seed):
    """Every 25th batch waits for 0.1 s."""
    for number, batch in enumerate(loader(case)):
        if number % 25 == 24:
            time.sleep(0.1)
        yield batch


def not_steady(case, seed):
    """From the 500th sample of each worker on, a sample is six times the work: more than a machine changes by itself."""

    class Tiring(Reading):
        made = 0

        def sample(self):
            self.made += 1
            if self.made == 500:
                self.rounds *= 6
            return super().sample()

    return loader(case, lambda worker: Tiring(case))


def tear_down(case, seed):
    """Does not end when it is told to."""
    try:
        yield from loader(case)
    finally:
        time.sleep(3600)


def start_up(case, seed):
    """Takes 0.3 s longer to start every time."""
    counter = pathlib.Path(case["work"]["data"]["uri"] + ".starts")
    before = len(counter.read_bytes()) if counter.exists() else 0
    counter.write_bytes(b"." * (before + 1))
    time.sleep(0.3 * before)
    return loader(case)
