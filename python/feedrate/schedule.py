"""Reads the schedule of a watched program: which batches of its training loader come from where. The agent writes it while the
program runs (src/feedrate/contract/marks/schedule.h); all ranks of a program read the same one, so that they stay in step.
"""
import mmap
import os
import struct

from feedrate.marks import FOLDER_VARIABLE

FILE = "schedule"
BYTES = 128 + 16 * 4096
REAL, REPLAY, LOADER, END, OFF = range(5)  # modes

_PUBLISHED = 16 // 8  # place in the header, in words of eight bytes
_NAME = slice(64, 128)
_ENTRIES_AT = 128
_ENTRY = struct.Struct("<QII")


class Schedule:
    def __init__(self, folder):
        with open(os.path.join(folder, FILE), "rb") as file:
            self._map = mmap.mmap(file.fileno(), BYTES, prot=mmap.PROT_READ)
        self._words = memoryview(self._map)[:_ENTRIES_AT].cast("Q")

    def published(self):
        """Entries so far. Never fewer than before."""
        return self._words[_PUBLISHED]

    def is_measuring(self):
        """Whether segments have begun, and not been ended."""
        published = self._words[_PUBLISHED]
        return published > 0 and self.entry(published - 1)[1] != OFF

    def loader(self):
        """The name of the training loader; written before the first entry is published."""
        return self._map[_NAME].rstrip(b"\0").decode(errors="replace")

    def entry(self, number):
        """(the batch it begins with, its mode, batches to drain)"""
        return _ENTRY.unpack_from(self._map, _ENTRIES_AT + _ENTRY.size * number)


class Nothing:
    """Where nobody measures."""

    def published(self):
        return 0

    def is_measuring(self):
        return False


_known = {}  # by folder


def of_this_process():
    folder = os.environ.get(FOLDER_VARIABLE, "")
    if folder not in _known:
        try:
            _known[folder] = Schedule(folder)
        except (OSError, ValueError):  # measured otherwise, or not at all
            _known[folder] = Nothing()
    return _known[folder]
