"""Waits for a lock that nobody gives back, after HANG_AFTER batches (20)."""
import os
import threading

from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}


def wait_for_ever():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def make(case, seed):
    for number, batch in enumerate(endless(case)):
        if number == int(os.environ.get("HANG_AFTER", "20")):
            wait_for_ever()
        yield batch
