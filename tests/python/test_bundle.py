"""Bundles as the Python subjects read them, against what `feedrate pack` is documented to write."""
import pathlib
import struct
import tempfile
import unittest

from harness import PACKAGE  # noqa: F401  puts the package on the path

from feedrate.bundle import Bundle
from feedrate.folder import ARRAYS, PHOTOS


def bundle_of(files, more=0):
    """As docs/formats.md says. `more`: bytes that the index says too many of every file."""
    out, index = b"feedrate bundle 1\n".ljust(64, b"\0"), b""
    for name, held in files:
        index += struct.pack("<QQQ", len(out), len(held) + more, len(name)) + name
        out += held + b"\0" * (-len(held) % 64)
    return out + index + struct.pack("<QQQ", len(out), len(index), len(files)) + b"bundled\n"


FILES = [(b"a/1.jpg", b"one"), (b"a/2.JPG", b"two two"), (b".hidden/3.jpg", b"no"), (b"b.npy", b"array"), (b"c/\xff.jpg", b"three")]


class Bundles(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = str(pathlib.Path(scratch.name) / "some.bundle")

    def write(self, held):
        pathlib.Path(self.path).write_bytes(held)

    def test_samples_of_a_kind_in_order(self):
        self.write(bundle_of(FILES))
        self.assertEqual([bytes(each) for each in Bundle(self.path, PHOTOS)], [b"one", b"two two", b"three"])
        self.assertEqual(list(Bundle(self.path, ARRAYS, give=bytes)), [b"array"])
        self.assertEqual(list(Bundle(self.path, PHOTOS, 2, bytes)), [b"one", b"two two"])

    def test_order_is_that_of_the_paths(self):
        self.write(bundle_of(FILES[::-1]))
        self.assertEqual(list(Bundle(self.path, PHOTOS, give=bytes)), [b"one", b"two two", b"three"])

    def test_what_is_no_bundle(self):
        whole = bundle_of(FILES)
        for held, error in ((b"", ValueError), (b"x" * 200, ValueError), (whole[:-1], ValueError), (whole[:-100], ValueError),
                            (bundle_of(FILES, 1 << 20), ValueError), (bundle_of([*FILES, FILES[0]]), ValueError),
                            (whole[:-16] + struct.pack("<Q", len(FILES) + 1) + whole[-8:], ValueError),
                            (bundle_of([(b"a.txt", b"x")]), FileNotFoundError)):
            with self.subTest(held[:20]), self.assertRaises(error):
                self.write(held)
                Bundle(self.path, PHOTOS)


if __name__ == "__main__":
    unittest.main()
