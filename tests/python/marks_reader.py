"""Reads marks files by the rules of src/feedrate/contract/marks/format.h, written a second time: the tests' own opinion."""
import collections
import struct

Header = collections.namedtuple("Header", "magic version header_bytes record_bytes capacity pid parent segment role monotonic_ns "
                                "realtime_ns samples_done control boot_id cell")
Mark = collections.namedtuple("Mark", "kind id time_ns a b")
LAST_KIND = 11
File = collections.namedtuple("File", "header names marks torn")


def read_header(data):
    header = Header(*struct.unpack_from("<8sIIIIiiIIqqQQ40s32s", data))
    return header._replace(boot_id=text(header.boot_id), cell=text(header.cell))


def text(padded):
    return padded.split(b"\0")[0].decode()


def read(data, alive=False):
    """A file's bytes. Of a writer that is alive they were not read all at the same moment: what lies behind the last whole record
    means nothing then."""
    header = read_header(data)
    assert header.magic == b"FRMARKS\0", header.magic
    assert (header.version, header.header_bytes, header.record_bytes) == (1, 4096, 32), header
    assert len(data) == 4096 + 32 * header.capacity, (len(data), header.capacity)
    names = {slot: text(data[256 + 64 * slot:320 + 64 * slot]) for slot in range(60)}
    marks = []
    for number in range(1, header.capacity + 1):
        first, kind, slot, time_ns, a, b, last = struct.unpack_from("<IHHqQII", data, 4064 + 32 * number)
        if (first, last) != (number, number):
            break
        assert 1 <= kind <= LAST_KIND, kind
        marks.append(Mark(kind, slot, time_ns, a, b))
    rest = data[4096 + 32 * len(marks):]
    assert alive or not any(rest[32:]), "something lies behind the first record that is not whole"
    return File(header, {slot: name for slot, name in names.items() if name}, marks, any(rest[:32]))


def read_path(path):
    with open(path, "rb") as file:
        return read(file.read())
