"""Even CPU work and nothing else: checksums. Starts in milliseconds, needs no library, runs in one process (workers: 0).

SUBJECT_WORK      percent of extra work a sample, such as 5 or 2.5
SUBJECT_COUNTED   0: samples are not counted in the marks file
"""
import os
import zlib

from feedrate import Unsupported, marks

CAPABILITY = {"in_flight": {"fixed": 0}}
UNITS = 200
BATCHES = 2000  # an epoch, unless data.items says otherwise


class Work:
    """A sample is UNITS checksums of 512 bytes, and SUBJECT_WORK percent more."""

    def __init__(self):
        self.units = UNITS + round(UNITS * float(os.environ.get("SUBJECT_WORK", "0")) / 100)
        self.counted = os.environ.get("SUBJECT_COUNTED") != "0"
        self.data = bytes(range(256)) * 2

    def batch(self, samples):
        return [self.sample() for _ in range(samples)]

    def sample(self):
        checksum = 0
        for _ in range(self.units):
            checksum = zlib.crc32(self.data, checksum)
        if self.counted:
            marks.current().count_sample()
        return checksum


def batches_of_an_epoch(case):
    items = case["work"]["data"].get("items")
    return items // case["settings"]["batch"] if items else BATCHES


class Steady:
    def __init__(self, case):
        if case["settings"]["workers"]:
            raise Unsupported("settings.workers is %d; it has none" % case["settings"]["workers"])
        self.samples = case["settings"]["batch"]
        self.batches = batches_of_an_epoch(case)
        self.work = Work()

    def __iter__(self):
        for _ in range(self.batches):
            yield self.work.batch(self.samples)


def endless(case):
    """One epoch without end, for subjects that count their batches."""
    steady = Steady(case)
    while True:
        yield from steady


def make(case, seed):
    return Steady(case)
