"""The transform scope: what the harness does, with an operation of our own."""
import argparse
import importlib
import pathlib
import re
import statistics
import sys
import tempfile
import unittest
import unittest.mock

from harness import SubjectTest, transform_case

from feedrate import Unsupported, building, capability, transforms
from feedrate.subjects import one_operation, opencv

LOADER = '''
CAPABILITY = {"supports": [{"scope": "transform", "media": ["rgb"], "sources": ["memory"], "devices": ["cpu"], "operations": ["invert"]}]}


def make(case, seed):
    calls = []
    return lambda item: calls.append(item), ["a", "b", "c"]
'''


class Counted:
    """A writer that is told to stop after some batches."""

    def __init__(self, batches):
        self.left, self.samples, self.marked = batches, 0, []

    def should_stop(self):
        self.left -= 1
        return self.left < 0

    def count_sample(self, samples):
        self.samples += samples

    def batch(self, samples, size):
        self.marked.append((self.samples, samples))


class Catalogue(unittest.TestCase):
    """Every operation is there, or there is a reason that somebody can look up: what of which version, or that the library draws it by itself."""
    LIBRARIES = {"albumentationsx": "AlbumentationsX 2", "kornia_tensor": "kornia 0.9", "opencv": "OpenCV", "pillow": "Pillow 13",
                 "torchvision_pil": "torchvision 0.28", "torchvision_tensor": "torchvision 0.28"}

    def test_what_a_library_does_not_have_has_a_reason(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        catalogue = re.findall(r"op: ([a-z_0-9]+)", (root / "recipes/paper-rgb.yaml").read_text())
        self.assertGreater(len(catalogue), 40)
        for name, library in self.LIBRARIES.items():
            support = importlib.import_module("feedrate.subjects." + name).CAPABILITY["supports"][0]
            self.assertEqual(set(support["lacks"]), set(catalogue) - set(support["operations"]), name)
            for operation, reason in support["lacks"].items():
                self.assertIn(library, reason, "%s: %s: no version and place" % (name, operation))
                self.assertGreater(len(reason.replace(library, "")), 20, "%s: %s: says nothing" % (name, operation))


class Repeat(unittest.TestCase):
    def test_goes_round_and_marks_every_batch(self):
        seen, writer = [], Counted(3)
        transforms.repeat(seen.append, [1, 2, 3, 4, 5], 4, writer)
        self.assertEqual(seen[-12:], [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2])
        self.assertEqual(writer.marked, [(4, 4), (8, 4), (12, 4)])

    def test_a_slow_one_is_counted_picture_by_picture(self):
        writer = Counted(1)
        counted = []
        writer.count_sample = counted.append
        transforms.repeat(lambda item: sum(range(200000)), [1], 3, writer)
        self.assertEqual(counted, [1, 1, 1])


class Process(SubjectTest):
    def test_runs_until_it_is_told_to_stop(self):
        path = self.scratch / "mine.py"
        path.write_text(LOADER)
        process = self.start("mine", "--make", "%s:make" % path, case=transform_case({"op": "invert"}, batch=8))
        self.until(lambda: len(self.batches(process)) > 5, process)
        self.assertEqual(self.stop(process), 0, self.errors())
        self.assertEqual({(mark.b, mark.a) for mark in self.batches(process)}, {(8, 0)})

    def test_one_that_is_held_waits_before_its_first_picture(self):
        path = self.scratch / "mine.py"
        path.write_text(LOADER)
        self.hold()
        self.assert_is_held(self.start("mine", "--make", "%s:make" % path, case=transform_case({"op": "invert"}, batch=8)))

    def test_one_that_waits_does_the_next_order_and_ends_when_there_is_none(self):
        path = self.scratch / "mine.py"
        path.write_text(LOADER)
        process = self.start("mine", "--make", "%s:make" % path, "--wait", case=transform_case({"op": "invert"}, batch=8), listens=True)
        for following in ("second", "third", None):
            self.until(lambda: len(self.batches(process)) > 2, process)
            self.tell_to_stop(process)
            self.until(lambda: (1, 3) in {(mark.kind, mark.a) for mark in self.main_file(process).marks}, process)
            if following:
                self.marks = self.scratch / following
                self.marks.mkdir()
                self.order(transform_case({"op": "invert"}, batch=5)).rename(self.marks / "order.json")
                process.stdin.write(b"%s\n" % bytes(self.marks))
                process.stdin.flush()
        self.assertEqual({mark.b for mark in self.batches(process)}, {5})
        self.assertIsNone(process.poll())
        process.stdin.close()
        self.assertEqual(process.wait(30), 0, self.errors())

    def test_another_operation_is_unsupported(self):
        path = self.scratch / "mine.py"
        path.write_text(LOADER)
        process = self.start("mine", "--make", "%s:make" % path, case=transform_case({"op": "solarize", "threshold": 9}))
        self.assertEqual(process.wait(30), 3)
        self.assertEqual(self.errors(), "mine: the operation is solarize; it has invert\n")


class Parameters(unittest.TestCase):
    def test_box_is_never_empty_nor_outside(self):
        self.assertEqual(one_operation.box([0.25, 0.5, 0.5, 0.25], 12, 8), (6, 2, 3, 4))
        self.assertEqual(one_operation.box([1, 1, 0, 0], 20, 10), (19, 9, 1, 1))

    def test_levels_are_cut_and_fractions_dropped(self):
        self.assertEqual([one_operation.levels(lambda level: 1.5 * level - 10)[level] for level in (0, 101, 255)], [0, 141, 255])

    def test_matrix_leaves_the_middle_where_it_is(self):
        (a, b, c), (d, e, f) = one_operation.matrix({"angle": 30, "scale": 2, "shear": 10, "translate": [3, -1]}, 101, 51)
        self.assertAlmostEqual(a * 50 + b * 25 + c, 53)
        self.assertAlmostEqual(d * 50 + e * 25 + f, 24)

    def test_what_a_library_cannot_do_is_said_before_it_runs(self):
        with self.assertRaisesRegex(Unsupported, "never antialiases"):
            one_operation.plain({"op": "resize", "antialias": True})
        with self.assertRaisesRegex(Unsupported, "write 1"):
            one_operation.always({"probability": 0.5})
        with self.assertRaisesRegex(Unsupported, "the operation is decode; it has center_crop"):
            capability.check(opencv.CAPABILITY, transform_case({"op": "decode"}))


class Building(unittest.TestCase):
    """How much of its time a transform makes objects in, of classes that are a library's: here Python's own."""

    def test_what_is_made_for_every_sample_is_named(self):
        def apply(item):
            return argparse.ArgumentParser(description="made anew").description

        share, name = building.share(apply, [1, 2])
        self.assertGreater(share, 0.5)
        self.assertEqual(name, "ArgumentParser")

    def test_what_was_made_before_is_not_there(self):
        once = argparse.ArgumentParser()
        once.add_argument("--number", type=int)
        self.assertEqual(building.share(lambda item: once.parse_args(["--number", "1"]), [1]), (0, ""))

    def test_what_a_library_makes_for_itself_is_its_own_business(self):
        self.assertEqual(building.share(lambda item: statistics.mean([1.5, item]), [4]), (0, ""))  # by fractions

    def test_what_is_made_of_a_picture_cannot_be_made_before(self):
        class Picture(str):
            pass

        self.assertEqual(building.share(lambda item: argparse.ArgumentParser(item), [Picture("a")]), (0, ""))
        self.assertGreater(building.share(lambda item: argparse.ArgumentParser("a"), [Picture("a")])[0], 0.5)

    def test_something_small_beside_the_work_is_little(self):
        share, name = building.share(lambda item: (pathlib.PurePosixPath("a"), sum(range(200_000))), [1])
        self.assertLess(share, 0.1, name)

    def test_what_fails_is_no_longer_watched(self):
        with self.assertRaises(ZeroDivisionError):
            building.share(lambda item: 1 // item, [0])
        self.assertIsNone(sys.getprofile())


class Results(unittest.TestCase):
    def test_files_have_shape_and_type(self):
        class Array:  # what the harness asks of one
            shape, dtype = (1, 2, 3), "uint8"

            @staticmethod
            def tobytes():
                return bytes(range(6))

        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(transforms, "as_array", lambda made: made):
            transforms.write(lambda item: Array(), [0, 1], folder)
            self.assertEqual(sorted(path.name for path in pathlib.Path(folder).iterdir()), ["0.raw", "1.raw"])
            self.assertEqual((pathlib.Path(folder) / "1.raw").read_bytes(), b"1 2 3 uint8\n" + bytes(range(6)))


if __name__ == "__main__":
    unittest.main()
