"""The subjects of the transform scope make of the same picture what the native operations make of it. Run by the interpreter of the torch
environment, with a build:

    "$(tools/subjects --python torch)" tests/python/torch_transforms_test.py
"""
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import numpy
import yaml
from PIL import Image

from harness import NATIVE, ROOT, SubjectTest, made_natively, transform_case

from feedrate import Unsupported, subjects, transforms

sys.path.insert(0, str(ROOT / "tools"))
from known_differences import OTHERWISE, is_same  # noqa: E402


def operations_of(recipe):
    return yaml.safe_load((ROOT / "recipes" / (recipe + ".yaml")).read_text())["operations"]


OPERATIONS = operations_of("paper-rgb")
SUBJECTS = ("opencv", "pillow", "torchvision-tensor", "torchvision-pil", "albumentationsx", "kornia")
SCALE = {"normalize": 0.229 * 255, "to_float": 255}  # levels that a unit of its result is
NATIVELY = json.loads(subprocess.run([NATIVE, "native", "--describe=static"], check=True, capture_output=True, text=True).stdout)["supports"][1]["operations"]


def module_of(subject):
    return importlib.import_module("feedrate.subjects." + subjects.SHIPPED[subject])


def expected_of(case, folder):
    """What the native operation makes of the first sample; where there is none, what OpenCV makes of it, or AlbumentationsX."""
    if case["work"]["operation"]["op"] in NATIVELY:
        return next(made_natively(case, folder)).astype(float)
    try:
        apply, items = module_of("opencv").make(case, 1)
    except Unsupported:
        apply, items = module_of("albumentationsx").make(case, 1)
    return transforms.as_array(apply(items[0])).astype(float)


def difference(made, expected, operation):
    """In levels; a library that holds pictures as shares of 1 gives those."""
    scale = SCALE.get(operation, 255 if made.dtype == numpy.float32 else 1)
    return numpy.abs(made * scale - expected * SCALE.get(operation, 1))


def picture(path):
    """Colours of every kind, smooth and with edges: differences in rounding stay small, those in kind do not."""
    y, x = numpy.mgrid[0:241, 0:301]
    made = numpy.stack([x * 255 / 300, y * 255 / 240, (x + y) * 255 / 540], axis=-1)
    made[60:120, 80:200] = (200, 40, 90)
    made[150:220, 20:60] = 255 - made[150:220, 20:60]
    Image.fromarray(made.astype(numpy.uint8)).save(path, "JPEG", quality=95)


class Native(SubjectTest):
    def command(self, *arguments):
        return [str(NATIVE), *map(str, arguments)]

    def test_it_is_held_like_the_others(self):
        pictures = self.scratch / "pictures/0"
        pictures.mkdir(parents=True)
        picture(pictures / "0.jpg")
        self.hold()
        case = transform_case({"op": "invert"}, uri=pictures.parent, batch=8)
        self.assert_is_held(self.start("native", case={**case, "subject": "native"}))


class SameResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        (cls.folder / "photos").mkdir()
        picture(cls.folder / "photos/0.jpg")

    def test_every_operation_of_every_subject(self):
        compared = 0
        for operation in OPERATIONS:
            case = transform_case(operation, self.folder / "photos")
            expected = expected_of(case, self.folder)
            for subject in SUBJECTS:
                module = module_of(subject)
                if operation["op"] not in module.OPERATIONS:
                    continue
                with self.subTest(operation=operation["op"], subject=subject):
                    try:
                        apply, items = module.make(case, 1)
                    except Unsupported:
                        self.assertIn((operation["op"], operation.get("antialias")), (("resize", True), ("crop_resize", True)))
                        continue
                    made = transforms.as_array(apply(items[0]))
                    self.assertEqual(made.shape, expected.shape)
                    apart = difference(made, expected, operation["op"])
                    reason = OTHERWISE.get((operation["op"], subject))
                    if reason:  # by how much depends on the picture; what is random may happen to be the same
                        self.assertTrue("random" in reason or apart.max() > 0)
                    else:
                        self.assertTrue(is_same(apart.mean(), apart.max()), (apart.mean(), apart.max()))
                    compared += 1
        self.assertGreater(compared, 200)

    def others(self, media, folder, recipe):
        """How many operations of how many libraries on samples that are no photos are as the native ones; the rest says why it cannot."""
        compared, refused = 0, set()
        for operation in operations_of(recipe):
            case = transform_case(operation, folder)
            case["work"]["media"] = media
            scratch = tempfile.TemporaryDirectory()
            self.addCleanup(scratch.cleanup)
            expected = expected_of(case, pathlib.Path(scratch.name))
            for subject in SUBJECTS:
                module = module_of(subject)
                if operation["op"] not in module.OPERATIONS or media["kind"] not in module.CAPABILITY["supports"][0]["media"]:
                    continue
                with self.subTest(operation=operation["op"], subject=subject):
                    try:
                        apply, items = module.make(case, 1)
                    except Unsupported as reason:
                        self.assertGreater(len(str(reason)), 10)
                        refused.add((operation["op"], subject))
                        continue
                    made = transforms.as_array(apply(items[0]))
                    self.assertEqual(made.shape, expected.shape)
                    apart = difference(made, expected, operation["op"])
                    if (operation["op"], subject) not in OTHERWISE:
                        self.assertTrue(is_same(apart.mean(), apart.max()), (apart.mean(), apart.max()))
                    compared += 1
        return compared, refused

    def test_arrays_of_nine_channels(self):
        folder = self.folder / "arrays"
        folder.mkdir()
        y, x = numpy.mgrid[0:241, 0:301]
        made = numpy.stack([(x * (1 + channel) + y * (9 - channel)) % 256 * 0.9 + channel for channel in range(9)], axis=-1).astype(numpy.uint8)
        made[30:60, 40:100] = 200
        numpy.save(folder / "0.npy", made)
        compared, refused = self.others({"kind": "multichannel", "channels": 9}, folder, "paper-9ch")
        # Each in the words of its library; one more, or one less, is to be looked at.
        self.assertEqual(refused, {(name, "torchvision-tensor") for name in ("autocontrast", "brightness", "contrast")} |
                         {(name, "albumentationsx") for name in ("contrast", "equalize", "resize")} |
                         {(name, "opencv") for name in ("crop_resize", "downscale", "resize", "rotate_90", "transpose")})
        self.assertEqual(compared, 121)

    def test_clips(self):
        folder = self.folder / "videos"
        subprocess.run([NATIVE, "make", "videos", folder, "--count", "1", "--seed", "1", "--threads", "1"], check=True, stdout=subprocess.DEVNULL)
        compared, refused = self.others({"kind": "video", "frames": 3}, folder, "paper-video")
        self.assertEqual(refused, {("resize", "albumentationsx"), ("resize", "opencv"), ("crop_resize", "opencv")})
        self.assertEqual(compared, 205)

    def test_nothing_is_built_while_the_clock_runs(self):
        import albumentations

        for operation in OPERATIONS:
            if operation["op"] not in module_of("albumentationsx").OPERATIONS or "resize" in operation["op"]:
                continue
            apply, items = module_of("albumentationsx").make(transform_case(operation, self.folder / "photos"), 1)
            with self.subTest(operation["op"]), unittest.mock.patch.object(albumentations.BasicTransform, "__init__", side_effect=AssertionError("built anew")), \
                    unittest.mock.patch.object(albumentations.Compose, "__init__", side_effect=AssertionError("built anew")):
                for _ in range(3):
                    apply(items[0])

    def test_the_picture_itself_is_left_as_it_is(self):
        for operation in OPERATIONS:
            case = transform_case(operation, self.folder / "photos")
            for subject in SUBJECTS:
                module = module_of(subject)
                if operation["op"] not in module.OPERATIONS or "resize" in operation["op"]:
                    continue
                with self.subTest(operation=operation["op"], subject=subject):
                    apply, items = module.make(case, 1)
                    pair = items[0] if isinstance(items[0], tuple) else (items[0],)
                    before = [transforms.as_array(each).copy() for each in pair]
                    apply(items[0])
                    for was, now in zip(before, pair):
                        numpy.testing.assert_array_equal(was, transforms.as_array(now))


if __name__ == "__main__":
    unittest.main()
