"""Where multiprocessing keeps the sockets of a process and of its workers. Processes that are killed cannot remove it: it is made before
there are workers, so that all share it, and the agent is told which one it is (src/feedrate/host/left_behind.h)."""
import os


def tell(marks_folder):
    from multiprocessing import util

    try:
        with open(os.path.join(marks_folder, "temporary-%d" % os.getpid()), "w", encoding="utf-8") as file:
            file.write(util.get_temp_dir())
    except OSError:  # no room, or no folder for temporary files: a program that needs neither shall not fail for it
        pass
