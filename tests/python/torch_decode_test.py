"""Pillow, OpenCV and torchvision decode the same photos as the native decoder, JPEG and PNG. Run by the interpreter of the torch environment,
with a build:

    "$(tools/subjects --python torch)" tests/python/torch_decode_test.py
"""
import importlib
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import numpy

from harness import NATIVE, loader_case, made_natively

from feedrate import Unsupported, marks, subjects

NAMES = ("pillow", "opencv", "torchvision-tensor")
PHOTOS = 3


def photos_case(uri, kind, workers=2):
    case = loader_case(source="memory", uri=uri, workers=workers, batch=PHOTOS)
    case["work"] = {"scope": "decode", "media": {"kind": "rgb"}, "data": case["work"]["data"], "decode": {"format": kind}}
    return case


def make(name, case):
    return importlib.import_module("feedrate.subjects." + subjects.SHIPPED[name]).make(case, 7)


def pixels(name, sample):
    if name == "pillow":
        return numpy.asarray(sample.image)
    return sample.permute(1, 2, 0).numpy() if name == "torchvision-tensor" else sample


class Decoded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        for kind in ("jpeg", "png"):
            subprocess.run([NATIVE, "make", "photos", cls.folder / kind, "--count", str(PHOTOS), "--seed", "1", "--threads", "2", "--format", kind],
                           check=True, stdout=subprocess.DEVNULL)

    def native(self, case, subject="native"):
        with tempfile.TemporaryDirectory() as scratch:
            return [each.astype(int) for each in made_natively(case, pathlib.Path(scratch), subject)]

    def test_the_same_pixels(self):
        for kind, most in (("jpeg", 0.05), ("png", 0)):
            case = photos_case(self.folder / kind, kind)
            expected = self.native(case)
            self.assertEqual({each.shape for each in expected}, {(375, 500, 3)})
            for name in NAMES:
                batch = next(iter(make(name, case)))
                self.assertEqual((len(batch), batch.nbytes), (PHOTOS, PHOTOS * 375 * 500 * 3), name)
                for ours, theirs in zip(expected, batch.samples):
                    self.assertLessEqual(numpy.abs(pixels(name, theirs) - ours).mean(), most, (name, kind))

    def test_the_fast_mode_gives_other_pixels_that_are_near(self):
        case = photos_case(self.folder / "jpeg", "jpeg")
        for plain, fast in zip(self.native(case), self.native(case, "native-fast")):
            apart = numpy.abs(plain - fast)
            self.assertGreater(apart.mean(), 0.1)
            self.assertLess(apart.mean(), 5)

    def test_what_they_cannot_do(self):
        for name in NAMES:
            with self.assertRaises(Unsupported):
                make(name, photos_case(self.folder / "png", "video"))
            with self.assertRaises(Unsupported):
                make(name, photos_case(self.folder / "png", "png", workers=0))

    def test_samples_are_counted(self):
        counted = []
        with unittest.mock.patch.object(marks, "current", lambda: self):
            self.count_sample = lambda: counted.append(1)
            next(iter(make("opencv", photos_case(self.folder / "png", "png"))))
        self.assertGreaterEqual(len(counted), PHOTOS)


if __name__ == "__main__":
    unittest.main()
