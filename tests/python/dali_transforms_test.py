"""DALI's operators make of the same picture what the native operations make of it. Run by the interpreter of its environment, with a build:

    "$(tools/subjects --python dali)" tests/python/dali_transforms_test.py
"""
import pathlib
import tempfile
import unittest

import numpy

from harness import made_natively, transform_case
from torch_transforms_test import NATIVELY, OTHERWISE, difference, is_same, operations_of, picture

from feedrate import Unsupported, transforms
from feedrate.subjects import dali, dali_operations, one_operation


def reflected_mean(pixels, rows, columns):
    """Of so many pixels around each, mirrored at the border without the border itself."""
    high, wide = pixels.shape[:2]
    padded = numpy.pad(pixels.astype(float), ((rows // 2,) * 2, (columns // 2,) * 2, (0, 0)), mode="reflect")
    return sum(padded[y:y + high, x:x + wide] for y in range(rows) for x in range(columns)) / (rows * columns)


# What native does not have.
BY_HAND = {
    "rotate_90": lambda pixels, _: numpy.rot90(pixels),
    "permute_channels": lambda pixels, operation: pixels[..., operation["order"]],
    "sepia": lambda pixels, _: numpy.clip(pixels @ numpy.array(one_operation.SEPIA).T, 0, 255),
    "box_blur": lambda pixels, operation: reflected_mean(pixels, operation["size"], operation["size"]),
    "motion_blur": lambda pixels, operation: reflected_mean(pixels, 1, operation["size"]),
}
UNKNOWN = ("perspective", "clahe")  # held against OpenCV in every block that has both


class SameResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)

    def made_of(self, operation, folder, media):
        """(what DALI makes of the first sample, what it should be), or the reason why it cannot."""
        case = transform_case(operation, folder)
        case["work"]["media"] = media
        try:
            apply, items = dali.make(case, 1)
        except Unsupported as reason:
            return str(reason)
        made = transforms.as_array(apply(items[0]))
        if operation["op"] in NATIVELY:
            scratch = tempfile.TemporaryDirectory()
            self.addCleanup(scratch.cleanup)
            return made, next(made_natively(case, pathlib.Path(scratch.name))).astype(float)
        pixels = numpy.asarray(items[0])
        return made, None if operation["op"] in UNKNOWN else BY_HAND[operation["op"]](pixels, operation)

    def compared(self, recipe, folder, media):
        count, refused = 0, set()
        for operation in operations_of(recipe):
            if operation["op"] not in dali_operations.OPERATIONS:
                continue
            with self.subTest(operation["op"]):
                found = self.made_of(operation, folder, media)
                if isinstance(found, str):
                    self.assertGreater(len(found), 10)
                    refused.add(operation["op"])
                    continue
                made, expected = found
                if expected is None:
                    self.assertEqual((made.ndim, made.dtype), (3, numpy.uint8))
                    continue
                self.assertEqual(made.shape, expected.shape)
                apart = difference(made, expected, operation["op"])
                if (operation["op"], "dali") in OTHERWISE:
                    self.assertGreater(apart.max(), 0)  # by how much depends on the picture
                else:
                    self.assertTrue(is_same(apart.mean(), apart.max()), (apart.mean(), apart.max()))
                count += 1
        return count, refused

    def test_photos(self):
        folder = self.folder / "photos"
        folder.mkdir()
        picture(folder / "0.jpg")
        self.assertEqual(self.compared("paper-rgb", folder, {"kind": "rgb"}), (38, set()))

    def test_arrays_of_nine_channels(self):
        folder = self.folder / "arrays"
        folder.mkdir()
        y, x = numpy.mgrid[0:241, 0:301]
        numpy.save(folder / "0.npy", numpy.stack([(x * 0.7 + y * 0.3 + 20 * channel) % 256 for channel in range(9)], axis=-1).astype(numpy.uint8))
        self.assertEqual(self.compared("paper-9ch", folder, {"kind": "multichannel", "channels": 9}), (28, {"contrast", "drop_channel", "permute_channels", "perspective"}))

    def test_a_sample_can_be_turned_where_it_lies(self):
        folder = self.folder / "turned"
        folder.mkdir()
        picture(folder / "0.jpg")
        _, items = dali.make(transform_case({"op": "invert"}, folder), 1)
        before = transforms.as_array(items[0]).copy()
        self.assertTrue(transforms.turn(items[0]))
        numpy.testing.assert_array_equal(transforms.as_array(items[0]), before[::-1, ::-1])


if __name__ == "__main__":
    unittest.main()
