"""Where multiprocessing keeps the sockets of a process and of its workers. Processes that are killed cannot remove it: it is made before
there are workers, so that all share it, and the agent is told which one it is (src/feedrate/host/left_behind.h)."""
import os

from feedrate import marks


def tell(marks_folder):
    from multiprocessing import util

    _write(marks_folder, "temporary", util.get_temp_dir)


def tell_segments(prefix):
    """What the names of segments of shared memory begin with, of a library that gives them numbers: six digits and a low line."""
    folder = os.environ.get(marks.FOLDER_VARIABLE)
    if folder:
        _write(folder, "segments", lambda: prefix)


def _write(folder, kind, told):
    try:
        with open(os.path.join(folder, "%s-%d" % (kind, os.getpid())), "w", encoding="utf-8") as file:
            file.write(told())
    except OSError:  # no room, or no folder for temporary files: a program that needs neither shall not fail for it
        pass
