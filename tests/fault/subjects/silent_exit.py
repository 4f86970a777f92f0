"""Ends with code 0 and leaves no mark. Run it by itself (`python silent_exit.py ...`, whatever the arguments): no harness, no marks
file. As a loader it removes what the harness has written so far."""
import glob
import os

if "FEEDRATE_MARKS" in os.environ:  # run by an agent; it can still be asked what it can do
    for path in glob.glob(os.path.join(os.environ["FEEDRATE_MARKS"], "%d-*.marks" % os.getpid())):
        os.unlink(path)
    os._exit(0)


def make(case, seed):
    return iter(())
