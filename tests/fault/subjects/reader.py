"""Reads the files of the data folder in order, one a sample, over and over: what its bytes cost is all it does.

READER_MAP    1: maps the files and touches every page, instead of reading them
"""
import mmap
import os
import pathlib

from feedrate import marks

CAPABILITY = {"in_flight": {"fixed": 0}}


def touch(path):
    with open(path, "rb", buffering=0) as file:
        if os.environ.get("READER_MAP") != "1":
            return len(file.read())
        with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as view:
            return sum(view[at] for at in range(0, len(view), mmap.PAGESIZE))


def make(case, seed):
    files = sorted(path for path in pathlib.Path(case["work"]["data"]["uri"]).iterdir() if path.is_file())
    samples = case["settings"]["batch"]
    for first in range(0, len(files) - samples + 1, samples):
        batch = [touch(path) for path in files[first:first + samples]]
        for _ in range(samples):
            marks.current().count_sample()
        yield batch
