"""Leaves marks of a cell that nobody asked it for.

By itself (`python other_cell.py --marks DIR ...`) all its marks claim that cell; as a loader it adds a second file that does.
"""
import os
import sys

from feedrate import marks
from steady import Work, endless

CAPABILITY = {"in_flight": {"fixed": 0}}
OTHER = "0123456789abcdef" * 2


def make(case, seed):
    other = marks.Writer(os.environ[marks.FOLDER_VARIABLE], OTHER)
    for batch in endless(case):
        other.batch(len(batch), 0)
        yield batch


def main():
    writer = marks.start(sys.argv[sys.argv.index("--marks") + 1], OTHER)
    work = Work()
    writer.phase(marks.STARTED)
    writer.phase(marks.READY)
    while not writer.should_stop():
        writer.batch(len(work.batch(8)), 0)
    writer.phase(marks.ENDING)


if __name__ == "__main__":
    main()
