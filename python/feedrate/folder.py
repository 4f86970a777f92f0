"""The JPEG files of a folder tree, in the order of their relative paths: the same list, in the same order, as
src/feedrate/native/storage/folder.h makes."""
import os

from feedrate import Unsupported


def jpeg_files(data):
    """Paths of the samples that a case's `data` names."""
    root, items = data["uri"], data.get("items")
    if "://" in root:
        raise Unsupported("data.uri is %s; it reads folders only" % root)
    if data.get("ratio") is not None:
        raise Unsupported("data.ratio is %g; it takes all samples, or the first data.items" % data["ratio"])
    if os.path.isfile(root):
        raise Unsupported("data.uri is %s, one file; it reads folders only" % os.path.basename(root))
    if not os.path.isdir(root):
        raise FileNotFoundError("there is no folder %s; make one with: feedrate dataset make photos %s" % (root, root))
    files = sorted(_walk(root), key=lambda path: os.fsencode(os.path.relpath(path, root)))
    if not files:
        raise FileNotFoundError("%s holds no .jpg or .jpeg file; fill it, or make a dataset with: feedrate dataset make photos"
                                % root)
    return files[:items]


def _walk(root):
    def fail(error):
        raise error

    for folder, folders, names in os.walk(root, onerror=fail):
        folders[:] = [name for name in folders if not _left_behind(name)]
        for name in names:
            path = os.path.join(folder, name)
            if not _left_behind(name) and name.lower().endswith((".jpg", ".jpeg")) and os.path.isfile(path):
                yield path


def _left_behind(name):
    return name.startswith(".") or name == "__MACOSX"
