"""Killed in the middle of a mark: after TORN_AFTER batches (200), or when told to stop before, it leaves half a record and dies of SIGKILL."""
import os
import signal
import struct
import time

from feedrate import marks
from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}


def write_half_a_record():
    path = os.path.join(os.environ[marks.FOLDER_VARIABLE], "%d-0.marks" % os.getpid())
    with open(path, "r+b") as file:
        file.seek(marks.HEADER_BYTES)
        whole = 0
        while int.from_bytes(file.read(marks.RECORD_BYTES)[28:], "little"):
            whole += 1
        file.seek(marks.HEADER_BYTES + marks.RECORD_BYTES * whole)
        file.write(struct.pack("<IHHq", whole + 1, marks.BATCH, 0, time.monotonic_ns()))


def make(case, seed):
    after = int(os.environ.get("TORN_AFTER", "200"))
    try:
        for _, batch in zip(range(after), endless(case)):
            yield batch
    finally:
        write_half_a_record()
        os.kill(os.getpid(), signal.SIGKILL)
