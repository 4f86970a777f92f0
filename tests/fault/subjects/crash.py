"""Dies of SIGSEGV after CRASH_AFTER batches (20)."""
import os
import signal

from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}


def make(case, seed):
    for number, batch in enumerate(endless(case)):
        if number == int(os.environ.get("CRASH_AFTER", "20")):
            os.kill(os.getpid(), signal.SIGSEGV)
        yield batch
