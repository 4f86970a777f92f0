"""Samples in a library's own format: written once, beside the folder they come from, and again when a file of it has changed."""
import glob
import hashlib
import os
import shutil

from feedrate import Unsupported


def packed(data, paths, name, write):
    """The folder URI.NAME-DIGEST; `write(folder)` fills it, where it is not there yet."""
    if data["cache"] == "cold":
        raise Unsupported("data.cache is cold; it reads files of its own, and the samples' files are what is made cold")
    digest = hashlib.sha256()
    for path in paths:
        facts = os.stat(path)
        digest.update(("%s %d %d\n" % (os.path.relpath(path, data["uri"]), facts.st_size, facts.st_mtime_ns)).encode())
    folder = "%s.%s-%s" % (data["uri"].rstrip("/"), name, digest.hexdigest()[:12])
    if not os.path.isdir(folder):
        remove_unfinished(folder)
        unfinished = "%s.%d" % (folder, os.getpid())
        try:
            os.makedirs(unfinished)
        except OSError as error:
            raise Unsupported("it packs samples into %s, which cannot be made: %s" % (folder, error.strerror)) from error
        try:
            write(unfinished)
            os.rename(unfinished, folder)
        except OSError:
            if not os.path.isdir(folder):  # else somebody else was faster
                raise
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def remove_unfinished(folder):
    """What processes that were killed have left."""
    for left in glob.glob(glob.escape(folder) + ".*"):
        pid = left[len(folder) + 1:]
        if pid.isdigit() and not os.path.isdir("/proc/" + pid):
            shutil.rmtree(left, ignore_errors=True)
