"""A transform of somebody's own that tells in which process it runs, on its standard error; one operation fails."""
import os
import sys

CAPABILITY = {"supports": [{"scope": "transform", "media": ["rgb"], "sources": ["memory"], "devices": ["cpu"],
                            "operations": ["invert", "brightness", "vertical_flip", "posterize"]}]}


def make(case, seed):
    print("process %d" % os.getpid(), file=sys.stderr, flush=True)
    if case["work"]["operation"]["op"] == "posterize":
        raise ValueError("this one always fails")
    return lambda picture: picture[::-1], [bytes(30000), bytes(20000)]
