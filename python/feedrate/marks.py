"""Writes marks: what a measured process leaves behind while it runs, read by the agent.

The layout is that of src/feedrate/contract/marks/format.h. One file a process, mapped, append-only, so that marks survive
SIGKILL. One thread of a process writes marks and one counts samples. Draws no random number; a mark makes no system call
except the one in 32768 that opens the next file.

A process that was forked gets a file of its own with its first mark or count; one that was spawned finds the folder in the
environment. Both use current().
"""
import mmap
import os
import struct
import sys
import time
import weakref

MAGIC = b"FRMARKS\0"
VERSION = 1
HEADER_BYTES = 4096
RECORD_BYTES = 32
NAMES_AT = 256
NAME_BYTES = 64
NAME_SLOTS = 60
DEFAULT_CAPACITY = 32768

MAIN, WORKER = 0, 1  # roles
PHASE, BATCH, EPOCH, STAGE, SOURCE, COST, ASKED, SEGMENT, LOADER = 1, 2, 3, 4, 5, 6, 7, 8, 9  # kinds
STARTED, READY, ENDING = 1, 2, 3  # phases
BUSY, INPUT, OUTPUT, ON_CPU = 0, 1, 2, 3  # what a stage did with its time: worked, waited for input, for room; worked on a CPU

FOLDER_VARIABLE = "FEEDRATE_MARKS"
CELL_VARIABLE = "FEEDRATE_CELL"

_HEADER = struct.Struct("<8s4I2i2I2q2Q40s32s")
_pack_record = struct.Struct("<IHHqQII").pack_into
_SAMPLES_DONE = 56 // 8  # places in the header, in words of eight bytes
_CONTROL = 64 // 8


class Here:
    """What a marks file says of the process that writes it. Tests bring another."""

    pid = staticmethod(os.getpid)
    parent = staticmethod(os.getppid)
    monotonic_ns = staticmethod(time.monotonic_ns)
    realtime_ns = staticmethod(time.time_ns)

    @staticmethod
    def boot_id():
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()


class Writer:
    """The marks of one process and, after a fork, of each child by itself."""

    def __init__(self, folder, cell, role=MAIN, capacity=DEFAULT_CAPACITY, here=Here):
        if sys.byteorder != "little":
            raise NotImplementedError("marks are written in place, little-endian; this machine is big-endian")
        self._folder = os.fspath(folder)
        self._cell = cell
        self._here = here
        self._now = here.monotonic_ns
        self._boot_id = here.boot_id()
        self._file_capacity = capacity
        self._begin(role, here.parent())
        self._open()
        _writers.add(self)

    def become_main(self):
        """A child that is a rank of its own and no worker, before its first mark."""
        if self._map is None:
            self._role = MAIN
        return self._role == MAIN

    def _begin(self, role, parent):
        self._role = role
        self._pid = self._here.pid()
        self._parent = parent
        self._segment = 0
        self._next = 1  # sequence number of the next record
        self._capacity = 0  # of the open file; none is open, so that the next mark opens one
        self._map = self._records = self._first = None
        self._controls = []  # the header words of every file so far: the agent may tell any of them to stop
        self._done = 0
        self._names = {}

    def _forked(self):
        # The maps are the parent's: they are dropped unwritten, and a child that has nothing to say leaves no file.
        self._begin(WORKER, self._pid)

    def _open(self):
        size = HEADER_BYTES + RECORD_BYTES * self._file_capacity
        file = self._create()
        try:
            os.ftruncate(file, size)
            # Written through a map, a full disk would be a SIGBUS; here it is an error with a message. Workers, which come and
            # go with every epoch, reserve only what they are sure to use.
            os.posix_fallocate(file, 0, size if self._role == MAIN else HEADER_BYTES)
            self._map = mmap.mmap(file, size)
        finally:
            os.close(file)
        _HEADER.pack_into(self._map, 0, bytes(8), VERSION, HEADER_BYTES, RECORD_BYTES, self._file_capacity, self._pid,
                          self._parent, self._segment, self._role, self._now(), self._here.realtime_ns(), 0, 0,
                          self._boot_id.encode(), self._cell.encode())
        for name, slot in self._names.items():
            self._write_name(slot, name)
        view = memoryview(self._map)
        self._records = view[HEADER_BYTES - RECORD_BYTES:]  # the first is number 1
        header = view[:HEADER_BYTES].cast("Q")
        self._controls.append(header)
        if self._first is None:
            self._first = header
        self._capacity = self._file_capacity
        self._next = 1
        # Last: a reader that sees it sees the whole header.
        self._map[0:8] = MAGIC

    def _create(self):
        while True:
            path = os.path.join(self._folder, "%d-%d.marks" % (self._pid, self._segment))
            try:
                return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            except FileExistsError:  # an earlier process of this cell had the same pid
                self._segment += 1

    def append(self, kind, slot, a, b):
        number = self._next
        if number > self._capacity:
            if self._capacity:
                self._segment += 1
            self._open()
            number = self._next
        # Field after field, the number last: whatever the process dies of, a record with its last word is whole.
        _pack_record(self._records, number * RECORD_BYTES, number, kind, slot, self._now(), a, b, number)
        self._next = number + 1

    def slot(self, name):
        """Where a name is written, for marks that are made often."""
        slot = self._names.get(name)
        if slot is None:
            if len(self._names) == NAME_SLOTS:
                raise ValueError("%r is name %d of a process; a marks file holds %d" % (name, NAME_SLOTS + 1, NAME_SLOTS))
            slot = self._names[name] = len(self._names)
            if self._map is not None:
                self._write_name(slot, name)
        return slot

    def _write_name(self, slot, name):
        struct.pack_into("%ds" % NAME_BYTES, self._map, NAMES_AT + NAME_BYTES * slot, name.encode())

    def phase(self, phase):
        self.append(PHASE, 0, phase, 0)

    def batch(self, samples, size, slot=0):
        """A batch is ready: how many samples, how many bytes; of which loader, where a program has several."""
        self.append(BATCH, slot, size, samples)

    def loader(self, slot, workers, prefetch, batches):
        """An epoch of that loader begins: its workers, batches each may be ahead, batches of an epoch (0: not known)."""
        self.append(LOADER, slot, workers | prefetch << 32, batches)

    def segment(self, number, mode):
        """From here on batches come from elsewhere: entry `number` of the schedule."""
        self.append(SEGMENT, 0, number, mode)

    def epoch(self, number, slot=0):
        """Epoch `number`, counted from 0, ended before the next batch."""
        self.append(EPOCH, slot, number, 0)

    def stage(self, name, nanoseconds, wait=BUSY):
        self.append(STAGE, self.slot(name), nanoseconds, wait)

    def source(self, name, samples):
        self.append(SOURCE, self.slot(name), 0, samples)

    def cost(self):
        """Counts what a mark takes, in memory of its own, and says so."""
        scratch = _Scratch("", "", here=self._here)
        start = self._now()
        for _ in range(_Scratch.MARKS):
            scratch.batch(1, 1)
        self.append(COST, 0, (self._now() - start) // _Scratch.MARKS, 0)

    def count_sample(self, samples=1):
        """One more sample is finished in this process. Always counted in its first file, which the agent knows."""
        self._done += samples
        try:
            self._first[_SAMPLES_DONE] = self._done
        except TypeError:  # forked, and nothing opened since
            self._open()
            self._first[_SAMPLES_DONE] = self._done

    def should_stop(self):
        for header in self._controls:
            if header[_CONTROL]:
                return True
        return False


class _Scratch(Writer):
    """A writer whose marks nobody reads."""

    MARKS = 2048

    def __init__(self, folder, cell, here):
        super().__init__(folder, cell, capacity=self.MARKS, here=here)

    def _create(self):
        return os.memfd_create("marks")


class Unwatched:
    """Takes the same calls where nobody measures, so that a loader runs unchanged outside feedrate."""

    def phase(self, phase):
        pass

    def batch(self, samples, size, slot=0):
        pass

    def epoch(self, number, slot=0):
        pass

    def stage(self, name, nanoseconds, wait=BUSY):
        pass

    def source(self, name, samples):
        pass

    def count_sample(self, samples=1):
        pass

    def should_stop(self):
        return False


_writers = weakref.WeakSet()
_current = None


def start(folder, cell):
    """Opens the marks of a measured main process and tells its children, spawned ones too, where to write theirs."""
    global _current
    _current = Writer(folder, cell)
    os.environ[FOLDER_VARIABLE] = os.path.abspath(folder)
    os.environ[CELL_VARIABLE] = cell
    return _current


def current():
    """The writer of this process: started here, inherited by fork, found in the environment, or one that writes nothing."""
    global _current
    if _current is None:
        folder, cell = os.environ.get(FOLDER_VARIABLE), os.environ.get(CELL_VARIABLE)
        _current = Writer(folder, cell, WORKER) if folder and cell else Unwatched()
    return _current


def main():
    """The writer of a program's own process, or of one of its ranks; one that writes nothing where nobody measures."""
    global _current
    if _current is None:
        folder, cell = os.environ.get(FOLDER_VARIABLE), os.environ.get(CELL_VARIABLE)
        _current = Writer(folder, cell, MAIN) if folder and cell else Unwatched()
    elif isinstance(_current, Writer) and not _current.become_main():
        _current = Writer(os.environ[FOLDER_VARIABLE], os.environ[CELL_VARIABLE], MAIN)
    return _current


def _after_fork():
    for writer in list(_writers):
        writer._forked()


os.register_at_fork(after_in_child=_after_fork)
