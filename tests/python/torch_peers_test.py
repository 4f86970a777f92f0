"""The subjects of the torch environment beside torch-pil. Run by its interpreter:

    "$(tools/subjects --python torch)" tests/python/torch_peers_test.py
"""
import os
import random
import unittest

import peer_tests

from feedrate.subjects import train_recipe

SUBJECTS = {"torch-tv": None, "torch-simplejpeg": False, "torch-albumentationsx": False, "torch-kornia": False, "spdl": True, "grain": False}


class Batches(peer_tests.Batches):
    antialiases = SUBJECTS


class Shards(peer_tests.Batches):
    antialiases = {"webdataset": True}
    test_memory_holds_what_storage_gives = None  # its CAPABILITY has no memory

    def test_shards_are_written_once_and_again_when_a_file_changes(self):
        folders = lambda: {path.name for path in peer_tests.photos.parent.glob("photos.webdataset-*")}  # noqa: E731
        case = peer_tests.case_of("webdataset", peer_tests.recipe(True), batch=8)
        peer_tests.make("webdataset", case)
        first = folders()
        peer_tests.make("webdataset", case)
        self.assertEqual(folders(), first)
        os.utime(peer_tests.photos / "000.jpg", ns=(1, 1))
        peer_tests.make("webdataset", case)
        self.assertEqual(len(folders()), len(first) + 1)

    def test_too_few_samples_for_the_workers(self):
        with self.assertRaisesRegex(ValueError, "48 samples in 8 shards, too few for batches of 32 from 2 workers"):
            peer_tests.make("webdataset", peer_tests.case_of("webdataset", peer_tests.recipe(True), batch=32))


class Arrays(peer_tests.Arrays):
    antialiases = {name: SUBJECTS[name] for name in ("torch-tv", "torch-albumentationsx", "torch-kornia", "grain")}


class Processes(peer_tests.Processes):
    antialiases = {**SUBJECTS, "webdataset": True}


class RandomPart(unittest.TestCase):
    def test_it_lies_in_the_picture_and_has_area_and_shape(self):
        rng = random.Random(1)
        for width, height in ((500, 375), (64, 480), (7, 5)):
            for _ in range(500):
                left, top, w, h = train_recipe.random_part(rng.random, width, height, (0.08, 1.0), (0.75, 4 / 3))
                self.assertTrue(0 <= left and left + w <= width and 0 <= top and top + h <= height and w > 0 and h > 0)
                if (width, height) == (500, 375):
                    self.assertTrue(0.75 * 0.97 < w / h < 4 / 3 * 1.03, (w, h))
                    self.assertTrue(0.075 < w * h / (width * height) <= 1)

    def test_where_no_part_fits_the_largest_in_the_middle(self):
        self.assertEqual(train_recipe.random_part(lambda: 0.5, 1000, 10, (1.0, 1.0), (0.75, 4 / 3)), (493, 0, 13, 10))


if __name__ == "__main__":
    unittest.main()
