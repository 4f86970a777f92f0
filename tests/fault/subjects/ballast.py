"""steady.py with BALLAST_MB megabytes of memory that it holds and never looks at again."""
import os

from steady import Steady

CAPABILITY = {"in_flight": {"fixed": 0}}


def make(case, seed):
    ballast = b"x" * (int(os.environ["BALLAST_MB"]) << 20)
    loader = Steady(case)
    loader.ballast = ballast
    return loader
