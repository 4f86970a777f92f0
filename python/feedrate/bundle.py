"""A bundle (docs/formats.md): many files in one, with an index at its end. Read through a memory map."""
import mmap
import os
import struct

from feedrate.folder import in_order, is_sample

BEGIN = b"feedrate bundle 1\n"
END = struct.Struct("<QQQ8s")  # where the index is, its bytes, how many files, and this:
END_WORD = b"bundled\n"
ENTRY = struct.Struct("<QQQ")  # where a file is, its bytes, and those of its path, which follows


class Bundle:
    """The samples of a bundle in the order of their paths; each a view of its bytes, or what `give` makes of it."""

    def __init__(self, path, kind, items=None, give=lambda view: view):
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size < END.size or file.read(len(BEGIN)) != BEGIN:
                raise ValueError("%s is no bundle; make one with: feedrate pack FOLDER %s" % (path, path))
            # A private map may be written to, as numpy's and torch's views of it want; nothing is.
            self.view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
        places = _index(self.view, path)
        chosen = in_order(name for name in places if is_sample(name, kind))[:items]
        if not chosen:
            raise FileNotFoundError("%s holds no %s file" % (path, " or ".join(kind.endings)))
        self.places = [places[name] for name in chosen]
        self.give = give

    def __len__(self):
        return len(self.places)

    def __getitem__(self, index):
        at, size = self.places[index]
        return self.give(self.view[at:at + size])


def _index(view, path):
    """Where each file is: {path: (place, size)}."""
    damaged = ValueError("%s is cut off, damaged, or not finished" % path)
    at, size, count, word = END.unpack_from(view, len(view) - END.size)
    if word != END_WORD or at + size + END.size != len(view):
        raise damaged
    places, here, end = {}, at, at + size
    for _ in range(count):
        if here + ENTRY.size > end:
            raise damaged
        begin, length, name_bytes = ENTRY.unpack_from(view, here)
        here += ENTRY.size
        name = os.fsdecode(bytes(view[here:here + name_bytes]))
        here += name_bytes
        if here > end or begin + length > at or name in places:
            raise damaged
        places[name] = (begin, length)
    return places
