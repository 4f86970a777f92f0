"""Where the batches of a training loader come from: itself, or memory. Follows the agent's schedule, entry by entry, inside the
program's own next(). Keeps no time: it leaves a mark where a segment begins.
"""
import os
import sys
import time

from feedrate import marks, rest, schedule
from feedrate.kept import Kept
from feedrate.schedule import END, LOADER, REAL, REPLAY

ENDED = ("feedrate: measured enough; the program ends here, inside next(). Nothing of it was told, nothing was saved: "
         "wrap --keep-running lets it train on.\n")
PATIENCE = 30  # seconds until a process that nobody ended ends itself


class Segments:
    def __init__(self, writer, schedule):
        self._writer = writer
        self._schedule = schedule
        self.published = schedule.published  # asked before every batch: not through one more call
        self._entry = 0  # the next one to begin
        self._kept = Kept()
        self.mode = REAL

    def training_loader(self):
        return self._schedule.loader()

    def begin_due(self, loader, pull):
        """Begins what is due before the next batch of this loader is handed out."""
        began = False
        while self._entry < self.published():
            at, mode, batches = self._schedule.entry(self._entry)
            if at > loader.delivered:
                break
            self._begin(loader, pull, mode, batches)
            began = True
        if began:
            loader.ask()  # waiting counts from here

    def _begin(self, loader, pull, mode, batches):
        number, self._entry = self._entry, self._entry + 1
        if mode == REPLAY:
            if not len(self._kept):
                self._kept.fill(pull)
                self._writer.source("kept", len(self._kept))
            rest.until_idle()
        self._writer.segment(number, mode)
        self.mode = mode
        if mode == LOADER:
            for _ in range(batches):
                loader.mark(pull())
        elif mode == END:
            self._end()

    def replayed(self):
        return self._kept.next()

    def _end(self):
        self._writer.phase(marks.ENDING)
        sys.stderr.write(ENDED)
        sys.stderr.flush()
        # The agent ends the whole tree from outside: no finally, no atexit, no checkpoint.
        time.sleep(PATIENCE)
        os._exit(0)


def of_this_process(writer):
    return Segments(writer, schedule.of_this_process())
