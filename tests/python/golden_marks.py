"""The golden marks files: calls of Writer with a fixed process and fixed clocks, and the description that both languages check.

    python3 tests/python/golden_marks.py       write tests/golden/marks/ anew
"""
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

from feedrate import marks  # noqa: E402

GOLDEN = ROOT / "tests/golden/marks"
CELL = "0123456789abcdef0123456789abcdef"


class Fixed:
    """A process that is always the same: clocks advance by 1 ms a look."""

    def __init__(self):
        self.looks = 0

    def pid(self):
        return 4242

    def parent(self):
        return 41

    def boot_id(self):
        return "6f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0"

    def monotonic_ns(self):
        self.looks += 1
        return 5_000_000_000_000 + 1_000_000 * self.looks

    def realtime_ns(self):
        return 1_700_000_000_123_456_789


def write_main(writer):
    writer.phase(marks.STARTED)
    writer.phase(marks.READY)
    writer.stage("decode", 5_800_000)
    writer.stage("batch", 120_000, marks.INPUT)
    writer.source("wiki", 48)
    writer.batch(64, 38_535_168)
    writer.epoch(0)
    writer.batch(2**32 - 1, 2**63 - 1)  # the most that readers of the description can hold
    writer.stage("decode", 7, marks.OUTPUT)
    for _ in range(130):
        writer.count_sample()
    writer.phase(marks.ENDING)


def write_worker(writer):
    writer.count_sample()


def write_full(writer):
    for number in range(3):
        writer.batch(8, number)


def write_torn(writer):
    writer.batch(8, 1)
    writer.batch(8, 2)
    at = marks.HEADER_BYTES + marks.RECORD_BYTES
    writer._map[at + 16:at + 32] = bytes(16)  # as if killed half-way through the second record


# name: role, capacity, calls, number of the file among those the calls made
CASES = {
    "main": (marks.MAIN, 16, write_main, 0),
    "worker": (marks.WORKER, 4, write_worker, 0),
    "full": (marks.MAIN, 2, write_full, 0),
    "next_segment": (marks.MAIN, 2, write_full, 1),
    "torn": (marks.MAIN, 4, write_torn, 0),
}


def produce(name):
    """The bytes of a case's file, as Writer writes them now."""
    role, capacity, calls, segment = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        calls(marks.Writer(folder, CELL, role, capacity, Fixed()))
        return (pathlib.Path(folder) / ("4242-%d.marks" % segment)).read_bytes()


def describe(file):
    """The JSON description of a file as marks_reader read it."""
    keys = ("capacity", "pid", "parent", "segment", "role", "monotonic_ns", "realtime_ns", "samples_done", "control", "boot_id",
            "cell")
    return {"header": {key: getattr(file.header, key) for key in keys},
            "names": {str(slot): name for slot, name in file.names.items()},
            "marks": [mark._asdict() for mark in file.marks], "torn": file.torn}


def main():
    import marks_reader

    for name in CASES:
        data = produce(name)
        (GOLDEN / (name + ".marks")).write_bytes(data)
        (GOLDEN / (name + ".json")).write_text(json.dumps(describe(marks_reader.read(data)), indent=1) + "\n")


if __name__ == "__main__":
    main()
