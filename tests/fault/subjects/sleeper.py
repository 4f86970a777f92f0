"""A batch every SLEEPER_MS milliseconds (25), by a timer: what it waits for goes on while the process is frozen."""
import os
import time

from feedrate import marks
from steady import batches_of_an_epoch

CAPABILITY = {"in_flight": {"fixed": 0}}


def make(case, seed):
    samples = [b""] * case["settings"]["batch"]
    pause = float(os.environ.get("SLEEPER_MS", "25")) / 1000
    for _ in range(batches_of_an_epoch(case)):
        time.sleep(pause)
        for _ in samples:
            marks.current().count_sample()
        yield samples
