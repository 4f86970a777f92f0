"""Ends with code 0 and leaves no mark. Run it by itself (`python silent_exit.py ...`, whatever the arguments): no harness, no marks
file. As a loader it removes what the harness has written so far."""
import glob
import os

for path in glob.glob(os.path.join(os.environ.get("FEEDRATE_MARKS", ""), "%d-*.marks" % os.getpid())):
    os.unlink(path)
os._exit(0)
