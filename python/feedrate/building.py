"""Whether a transform makes objects of a library in every call that it could have made once: their making would count as the library's work.

What counts is a class of a library (of what is installed, or Python's own) called by code that is none, and not with a picture: what is made of
a picture cannot be made before. Classes that are not written in Python are not seen.
"""
import collections
import functools
import os
import statistics
import sys
import sysconfig
import time

MOST_PAIRS = 20
ENOUGH_NS = 100_000_000
OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
INSTALLED = tuple(path + os.sep for path in {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
MAKERS = ("__init__", "__new__")


@functools.lru_cache(maxsize=None)
def _is_library(file):
    if file.startswith(OURS):
        return False  # the shipped subjects, which may lie among what is installed
    return file.startswith(("<", *INSTALLED)) or "-packages" + os.sep in file


class _Watch:
    """For sys.setprofile, during one call: how long calls from outside into a library take that make an object."""

    def __init__(self, item):
        self.item = item
        self.kinds = {type(each) for each in (item if isinstance(item, (tuple, list)) else [item])}
        self.ns = collections.Counter()  # by name of the class
        self.events = self.all_events = 0
        self.entered = []  # frame, when, events until then, name of the class: None while unknown, "" of what is made of a picture

    def __call__(self, frame, event, _):
        self.all_events += 1
        if event == "call":
            if _is_library(frame.f_code.co_filename) and frame.f_back and not _is_library(frame.f_back.f_code.co_filename):
                self.entered.append([frame, time.perf_counter_ns(), self.all_events, None])
            if self.entered and frame.f_code.co_name in MAKERS and self.entered[-1][3] is None:
                self.entered[-1][3] = self._made_in(frame)
        elif event == "return" and self.entered and self.entered[-1][0] is frame:
            _, since, events, name = self.entered.pop()
            if name:
                self.ns[name] += time.perf_counter_ns() - since
                self.events += self.all_events - events

    def _made_in(self, frame):
        """The name of the class, if nothing lies between what is made and who called but what belongs to the class: a metaclass, or what
        stands around its __init__."""
        made, arguments = _first(frame), frame.f_locals.values()
        while frame is not self.entered[-1][0]:
            frame = frame.f_back
            if frame is None or not (_first(frame) is made or isinstance(_first(frame), type)):
                return None
        if any(value is self.item or type(value) in self.kinds for value in arguments):
            return ""
        return made.__name__ if isinstance(made, type) else type(made).__name__


def _first(frame):
    return frame.f_locals.get(frame.f_code.co_varnames[0]) if frame.f_code.co_argcount else None


def _share_once(apply, item):
    """(Share, nanoseconds without being watched, {class: nanoseconds while being watched})."""
    watch = _Watch(item)
    start = time.perf_counter_ns()
    apply(item)
    between = time.perf_counter_ns()
    sys.setprofile(watch)
    try:
        apply(item)
    finally:
        sys.setprofile(None)
    bare_ns, watched_ns = between - start, time.perf_counter_ns() - between
    event_ns = max(0, watched_ns - bare_ns) / max(1, watch.all_events)  # being watched costs time where much is called
    return min(1.0, max(0.0, sum(watch.ns.values()) - event_ns * watch.events) / bare_ns), bare_ns, watch.ns


def share(apply, items):
    """(Of the time that it takes, the name of the class that takes most of that): 0 and "" where it makes nothing."""
    apply(items[0])  # whatever only the first call does
    shares, of_class, ns = [], collections.Counter(), 0
    while len(shares) < MOST_PAIRS and ns < ENOUGH_NS:
        one, bare_ns, made = _share_once(apply, items[len(shares) % len(items)])
        shares.append(one)
        of_class += made
        ns += 2 * bare_ns
    return statistics.median(shares), max(of_class, key=of_class.get, default="")
