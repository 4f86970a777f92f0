"""The samples of a folder tree, in the order of their relative paths: the same list, in the same order, as
src/feedrate/native/storage/folder.h makes."""
import collections
import os

from feedrate import Unsupported

# What `feedrate dataset make` calls them, and how their names end.
Kind = collections.namedtuple("Kind", "word endings")
PHOTOS = Kind("photos", (".jpg", ".jpeg"))
ARRAYS = Kind("arrays", (".npy",))
VIDEOS = Kind("videos", (".mp4",))
PNGS = Kind("photos --format png", (".png",))
TOKENS = Kind("tokens", (".bin",))


def is_sample(path, kind):
    return path.lower().endswith(kind.endings) and not any(_left_behind(part) for part in path.split("/"))


def in_order(paths):
    return sorted(paths, key=os.fsencode)


def check_takes_all(data):
    """Nobody here draws a share of the samples."""
    if data.get("ratio") is not None:
        raise Unsupported("data.ratio is %g; it takes all samples, or the first data.items" % data["ratio"])


def sample_files(data, kind=PHOTOS):
    """Paths of the samples that a case's `data` names."""
    root, items = data["uri"], data.get("items")
    if "://" in root:
        raise Unsupported("data.uri is %s; it reads folders only" % root)
    check_takes_all(data)
    if os.path.isfile(root):
        raise Unsupported("data.uri is %s, one file; it reads folders only" % os.path.basename(root))
    if not os.path.isdir(root):
        raise FileNotFoundError("there is no folder %s; make one with: feedrate dataset make %s %s" % (root, kind.word, root))
    files = in_order(_walk(root, kind))
    if not files:
        raise FileNotFoundError("%s holds no %s file; fill it, or make a dataset with: feedrate dataset make %s"
                                % (root, " or ".join(kind.endings), kind.word))
    return [os.path.join(root, path) for path in files[:items]]


def _walk(root, kind):
    """Paths below it."""
    def fail(error):
        raise error

    for folder, folders, names in os.walk(root, onerror=fail):
        folders[:] = [name for name in folders if not _left_behind(name)]
        for name in names:
            path = os.path.join(folder, name)
            if is_sample(name, kind) and os.path.isfile(path):
                yield os.path.relpath(path, root)


def _left_behind(name):
    return name.startswith(".") or name == "__MACOSX"
