"""watch(loader): hands on the batches of any iterable, and marks when the program asks for one and when it gets it.

    import feedrate
    for batch in feedrate.watch(loader):

Outside `feedrate wrap` it changes nothing. Draws no random number, and never waits for a device.
"""
import collections
import multiprocessing
import os
import sys
import threading

from feedrate import marks, segments
from feedrate.batches import size_of
from feedrate.kept import BUDGET_VARIABLE
from feedrate.marks import ASKED, BATCH

SIZED = 8  # batches whose size is looked at; the largest stands for all
MOST = 40  # loaders that are told apart
PACKAGE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = tuple(os.sep + name + os.sep for name in ("site-packages", "dist-packages"))


_here = None


class Here:
    """What is watched in this process."""

    def __init__(self):
        self.pid = os.getpid()
        self.writer = marks.main()
        self.lock = threading.Lock()
        self.segments = segments.of_this_process(self.writer)
        self.loaders = {}  # by what they are made of

    def loader(self, facts):
        known = self.loaders.get(facts)
        if known is None:
            alike = [each for each in self.loaders.values() if each.site == facts.site]
            if len(self.loaders) >= MOST:  # made anew all the time, never the same: a marks file has only so many names
                known = alike[-1] if alike else next(iter(self.loaders.values()))
            else:
                known = Loader(self, "%s #%d" % (facts.site, len(alike) + 1) if alike else facts.site, facts)
            self.loaders[facts] = known
        return known


def here():
    global _here
    if _here is None or _here.pid != os.getpid():
        _here = Here()
    return _here


def wanted():
    """Whether this is a wrapped program itself or one of its ranks, and not within another watched loader."""
    return (BUDGET_VARIABLE in os.environ and not multiprocessing.current_process().daemon
            and not _within_another())


def _within_another():
    """Whether a watched loader is asking. Looked up where a loader begins, so that a batch need not count."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code in ASKING:
            return True
        frame = frame.f_back
    return False


# What tells one loader of a program from another: where it is gone over, what it is made of, batches an epoch (None: not known).
Facts = collections.namedtuple("Facts", "site kind workers prefetch length")


class Loader:
    """One loader of the program, however often it is iterated or made again."""

    def __init__(self, here, name, facts):
        self.name, self.site = name, facts.site
        self.delivered = 0  # batches that the program was given
        self._here, self._facts = here, facts
        self._writer, self._lock = here.writer, here.lock
        self._append = self._writer.append  # twice a batch: not through one more call
        self._slot = self._writer.slot(name)
        self._looked, self._samples, self._bytes = 0, 0, 0
        self._epochs, self._in_epoch = 0, False
        self._is_training = None
        self._published = here.segments.published
        self._is_learning = _always

    def left(self):
        """The program begins anew; it need not have gone to the end."""
        if self._in_epoch:
            self.ended()

    def begun(self):
        self._is_learning = getattr(sys.modules.get("torch"), "is_grad_enabled", _always)
        with self._lock:
            self._writer.loader(self._slot, self._facts.workers, self._facts.prefetch, self._facts.length or 0)

    def ended(self):
        with self._lock:
            self._writer.epoch(self._epochs, self._slot)
        self._epochs += 1
        self._in_epoch = False

    def ask(self):
        learning = self._is_learning()
        with self._lock:
            self._append(ASKED, self._slot, 0, learning)

    def mark(self, batch):
        if self._looked < SIZED:
            self._look_at(batch)
        self._in_epoch = True
        with self._lock:
            self._append(BATCH, self._slot, self._bytes, self._samples)

    def _look_at(self, batch):
        self._looked += 1
        try:
            samples, size = size_of(batch)
        except TypeError:  # nothing that has a size
            samples, size = 1, 0
        self._samples, self._bytes = max(self._samples, samples), max(self._bytes, size)

    def segments(self):
        """The segments that this loader is to follow; None while it is left alone."""
        if self._is_training is None:
            if not self._published():
                return None
            self._is_training = self._here.segments.training_loader() == self.name
        return self._here.segments if self._is_training else None


class Iterator:
    """What the program goes over instead of the loader's own iterator."""

    def __init__(self, loader, begin, length):
        self._loader, self._plain, self._length = loader, begin, length
        self._given = 0  # batches of this epoch
        self._source = None
        loader.left()
        followed = loader.segments()
        if not followed or followed.mode != segments.REPLAY:  # in replay nobody needs it yet
            self._begin()

    def __iter__(self):
        return self

    def __next__(self):
        loader = self._loader
        loader.ask()
        followed = loader.segments()
        if followed is None:
            batch = self._next()
        else:
            batch = self._follow(followed)
        self._given += 1
        loader.delivered += 1
        loader.mark(batch)
        return batch

    def __getattr__(self, name):
        if name.startswith("_feedrate") or self.__dict__.get("_source") is None:
            raise AttributeError(name)
        return getattr(self._source, name)

    def _begin(self):
        self._loader.begun()
        self._source = self._plain()

    def _next(self):
        if self._source is None:
            self._begin()
        try:
            return next(self._source)
        except StopIteration:
            self._loader.ended()
            raise

    def _follow(self, followed):
        if self._length is not None and self._given >= self._length:  # as many as the program expects of an epoch
            self._finish()
            raise StopIteration
        followed.begin_due(self._loader, self._pull)
        if followed.mode == segments.REPLAY:
            return followed.replayed()
        return self._next() if self._length is None else self._pull()

    def _pull(self):
        """The next batch, of another epoch where this one is used up."""
        try:
            return self._next()
        except StopIteration:
            self._source = None
            return self._next()

    def _finish(self):
        if self._source is None:
            self._loader.ended()
            return
        try:
            self._next()  # used up when nothing was drained or replayed: it ends as it always does
        except StopIteration:
            return
        self._source = None
        self._loader.ended()


ASKING = (Iterator._begin.__code__, Iterator._next.__code__)  # what is begun from within is no loader of the program


class SizedIterator(Iterator):
    def __len__(self):
        return self._length


def iterator(facts, begin):
    made = Iterator if facts.length is None else SizedIterator
    return made(here().loader(facts), begin, facts.length)


class Watched:
    def __init__(self, iterable, name):
        self._iterable, self._name = iterable, name

    def __iter__(self):
        if not wanted():
            return iter(self._iterable)
        workers = _number(self._iterable, "num_workers")
        facts = Facts(plain(self._name) if self._name else calling_site(), type(self._iterable).__name__, workers,
                      _number(self._iterable, "prefetch_factor") if workers else 0, length_of(self._iterable))
        return iterator(facts, lambda: iter(self._iterable))

    def __len__(self):
        return len(self._iterable)

    def __getattr__(self, name):
        return getattr(self.__dict__["_iterable"], name)


def calling_site():
    """Where the program's own code begins to go over a loader: "train.py:57"."""
    frame, nearest = sys._getframe(1), None
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith(PACKAGE) and not path.startswith("<"):
            nearest = nearest or frame
            if not any(part in path for part in LIBRARIES):
                nearest = frame
                break
        frame = frame.f_back
    return plain("%s:%d" % (os.path.basename(nearest.f_code.co_filename), nearest.f_lineno)) if nearest else "?"


def plain(name):
    """As a marks file can hold it, with room for a number behind it."""
    return name.encode("ascii", "replace").decode()[-(marks.NAME_BYTES - 8):]


def _number(loader, name):
    value = getattr(loader, name, None)
    return value if isinstance(value, int) and value > 0 else 0


def length_of(iterable):
    try:
        return len(iterable)
    except TypeError:
        return None


def _always():
    return 1
