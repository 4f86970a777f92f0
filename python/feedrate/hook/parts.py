"""What a sample's time in its data set is made of, as far as a library shows it. The library's own functions are in place but for
the batches that are timed. One sum a thread.
"""
import threading
import time

_here = threading.local()
_switched = []  # (class, name, its own function, the timed one)


def add(owner, name, timed):
    _switched.append((owner, name, getattr(owner, name), timed))


def switch(on):
    for owner, name, plain, timed in _switched:
        setattr(owner, name, timed if on else plain)


def run(name, work, *arguments, **named):
    """Calls work and adds what it took under that name. What is called from within counts for the outermost only."""
    if getattr(_here, "inside", False):
        return work(*arguments, **named)
    _here.inside = True
    start, on_cpu = time.monotonic_ns(), time.thread_time_ns()
    try:
        return work(*arguments, **named)
    finally:
        took, cpu = time.monotonic_ns() - start, time.thread_time_ns() - on_cpu
        _here.inside = False
        sums = _here.__dict__.setdefault("sums", {})
        before = sums.get(name, (0, 0))
        sums[name] = (before[0] + took, before[1] + cpu)


def take():
    """{name: (ns, ns on a CPU)} since the last call, of this thread."""
    sums = getattr(_here, "sums", {})
    _here.sums = {}
    return sums
