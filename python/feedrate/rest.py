"""Waits until what a loader does ahead of time is done: its workers and threads have filled their queues and fallen idle."""
import os
import time

LOOK = 0.03  # seconds
IDLE = 0.1  # share of a CPU
LONGEST = 3.0


def until_idle(longest=LONGEST):
    """False where they never were."""
    end = time.monotonic() + longest
    quiet, before = 0, _cpu_ns()
    while quiet < 2:
        if time.monotonic() > end:
            return False
        time.sleep(LOOK)
        now = _cpu_ns()
        quiet = quiet + 1 if now - before < IDLE * LOOK * 1e9 else 0
        before = now
    return True


def _cpu_ns():
    """CPU time of this process and of its children, their threads included."""
    return time.process_time_ns() + sum(_tasks_ns(pid) for pid in _children())


def _children():
    own = "/proc/self/task"
    for task in os.listdir(own):
        try:
            with open("%s/%s/children" % (own, task), encoding="ascii") as file:
                yield from file.read().split()
        except OSError:
            pass


def _tasks_ns(pid):
    total = 0
    try:
        for task in os.listdir("/proc/%s/task" % pid):
            with open("/proc/%s/task/%s/schedstat" % (pid, task), encoding="ascii") as file:
                total += int(file.read().split()[0])
    except (OSError, ValueError, IndexError):  # ended meanwhile
        pass
    return total
