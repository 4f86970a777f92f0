"""Starts a daemon, a grandchild in a session of its own that ignores polite signals and holds standard output; then hangs.

The daemon's process id is written to DAEMON_PID_FILE where that is set.
"""
import os
import signal

from hang import wait_for_ever
from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}
DAEMON_AFTER = 20  # batches


def start_daemon():
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for ignored in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    if "DAEMON_PID_FILE" in os.environ:
        with open(os.environ["DAEMON_PID_FILE"], "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
    while True:
        signal.pause()


def make(case, seed):
    for number, batch in enumerate(endless(case)):
        if number == DAEMON_AFTER:
            start_daemon()
            wait_for_ever()
        yield batch
