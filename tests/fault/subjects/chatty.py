"""Writes CHATTY_MB megabytes (100) to standard output, one a batch, while it works."""
import os
import sys

from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}
MEGABYTE = b"a line of no interest, written over and over again\n" * 20000


def make(case, seed):
    left = int(os.environ.get("CHATTY_MB", "100"))
    for batch in endless(case):
        if left:
            sys.stdout.buffer.write(MEGABYTE)
            sys.stdout.buffer.flush()
            left -= 1
        yield batch
