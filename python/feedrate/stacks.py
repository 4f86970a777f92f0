"""Stacks of a measured process, for the agent to ask for when it hangs: SIGUSR1 writes those of all threads into
FOLDER/faulthandler-PID.txt, which is there as soon as the process understands the signal. Forked children get a file each.
"""
import faulthandler
import os
import signal

_folder = None
_file = None  # kept open: the handler writes to its descriptor


def dump_into(folder):
    global _folder
    if _folder is None:
        os.register_at_fork(after_in_child=_register)
    _folder = os.path.abspath(folder)
    faulthandler.enable()
    _register()


def _register():
    global _file
    path = os.path.join(_folder, "faulthandler-%d.txt" % os.getpid())
    file = open(path + ".opened", "w", encoding="utf-8")
    faulthandler.register(signal.SIGUSR1, file=file, all_threads=True)
    os.rename(path + ".opened", path)  # where the file is there, the signal is understood
    _file = file  # only now may the former one, the parent's, be closed
