"""What every shipped loader of others must do, with the real libraries. The files *_peers_test.py say which they are."""
import importlib
import json
import pathlib
import tempfile
import unittest

import numpy
from PIL import Image

from harness import IMAGENET, SubjectTest, loader_case
from test_bundle import bundle_of

from feedrate import Unsupported, subjects

PICTURES = 48
scratch = tempfile.TemporaryDirectory()
photos = pathlib.Path(scratch.name) / "photos"


def make_photos():
    photos.mkdir()
    for number in range(PICTURES):
        picture = Image.new("RGB", (100, 80), (40 + 4 * number,) * 3)
        picture.paste((20 + 4 * number,) * 3, (0, 0, 50, 80))
        picture.save(photos / ("%03d.jpg" % number), "JPEG", quality=95)


def recipe(antialias, **changes):
    decode, crop, flip, normalize = IMAGENET
    return [decode, {**crop, "antialias": antialias, **{key: value for key, value in changes.items() if key in crop}},
            {**flip, "probability": changes.get("probability", 0.5)}, normalize]


def case_of(name, operations, **options):
    return loader_case(name, uri=photos, operations=operations, **{"workers": 2, **options})


def make(name, case, seed=1):
    return importlib.import_module("feedrate.subjects." + subjects.SHIPPED[name]).make(case, seed)


def arrays(batches):
    return numpy.concatenate([numpy.array(batch) for batch in batches])


class Batches(unittest.TestCase):
    antialiases = {}  # name: True or False, None where it can do both

    @classmethod
    def setUpClass(cls):
        if not photos.exists():
            make_photos()

    def of_each(self, **changes):
        """The name of each, and a recipe that it can do."""
        for name, antialiases in self.antialiases.items():
            with self.subTest(name):
                yield name, recipe(antialiases is not False, **changes)

    def test_shape_and_type(self):
        for name, operations in self.of_each():
            batch = numpy.array(next(iter(make(name, case_of(name, operations, batch=8)))))
            self.assertEqual((batch.shape, batch.dtype), ((8, 3, 224, 224), numpy.float32))

    def test_an_epoch_has_every_picture_once_in_another_order(self):
        for name, operations in self.of_each(size=[20, 20], scale=[1.0, 1.0], ratio=[1.25, 1.25], probability=0.0):
            loader = make(name, case_of(name, operations, batch=8))
            epochs = [arrays(loader)[:, 0, 10, 2] for _ in range(2)]
            levels = [[round(float(each) * 255 * 0.229 + 255 * 0.485) for each in epoch] for epoch in epochs]
            for epoch in levels:
                for found, expected in zip(sorted(epoch), range(20, 20 + 4 * PICTURES, 4)):
                    self.assertAlmostEqual(found, expected, delta=1.6)
            self.assertNotEqual(levels[0], levels[1])

    def test_the_same_seed_gives_the_same_batches(self):
        for name, operations in self.of_each():
            first = arrays(make(name, case_of(name, operations, batch=8), 5))
            self.assertTrue(numpy.array_equal(first, arrays(make(name, case_of(name, operations, batch=8), 5))))
            self.assertFalse(numpy.array_equal(first, arrays(make(name, case_of(name, operations, batch=8), 6))))

    def test_mirrored_always_and_never(self):
        for probability, darker in ((0.0, 0), (1.0, 1)):
            for name, operations in self.of_each(scale=[1.0, 1.0], ratio=[1.25, 1.25], probability=probability):
                sample = numpy.array(next(iter(make(name, case_of(name, operations, batch=8))))[0])
                halves = sample[0, :, 20].mean(), sample[0, :, -20].mean()
                self.assertEqual(int(halves[0] > halves[1]), darker)

    def test_crops_are_of_the_size_that_is_asked_for(self):
        for name, operations in self.of_each(scale=[0.05, 0.05]):
            # A twentieth of the picture lies mostly in one half of it.
            batch = arrays(make(name, case_of(name, operations, batch=8)))
            self.assertGreater(sum(float(sample[0].std()) < 0.02 for sample in batch), len(batch) // 2)

    def test_memory_holds_what_storage_gives(self):
        for name, operations in self.of_each():
            from_files = arrays(make(name, case_of(name, operations, batch=8), 3))
            self.assertTrue(numpy.array_equal(from_files, arrays(make(name, case_of(name, operations, batch=8, source="memory"), 3))))

    def test_what_it_cannot_do(self):
        for name, antialiases in self.antialiases.items():
            refused = [("the recipe is decode; it does decode, random", IMAGENET[:1])]
            if antialiases is not None:
                refused.append(("antialiases", recipe(not antialiases)))
            for reason, operations in refused:
                with self.subTest(name + ": " + reason), self.assertRaisesRegex(Unsupported, reason):
                    make(name, case_of(name, operations))
            with self.subTest(name), self.assertRaisesRegex(ValueError, "gives 48 samples and a batch is 64"):
                make(name, case_of(name, recipe(antialiases is not False), batch=64))


class Arrays(unittest.TestCase):
    """Samples of nine channels; channel c of array i is i + 20 c everywhere."""
    antialiases = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(scratch.name) / "arrays"
        cls.bundle = pathlib.Path(scratch.name) / "arrays.bundle"
        if cls.folder.exists():
            return
        cls.folder.mkdir()
        for number in range(24):
            numpy.save(cls.folder / ("%03d.npy" % number), numpy.full((40, 50, 9), numpy.arange(9) * 20 + number, numpy.uint8))
        cls.bundle.write_bytes(bundle_of([(path.name.encode(), path.read_bytes()) for path in sorted(cls.folder.iterdir())]))

    def case_of(self, name, uri, antialiases, **options):
        _, crop, flip, _ = recipe(antialiases is not False, size=[16, 12])
        normalize = {"op": "normalize", "mean": [0.5] * 8 + [0.25], "std": [0.5] * 9}
        case = loader_case(name, uri=uri, operations=[{"op": "decode", "format": "npy"}, crop, flip, normalize], workers=2, batch=8, **options)
        case["work"]["media"] = {"kind": "multichannel", "channels": 9}
        return case

    def test_every_channel_of_every_array_arrives(self):
        for name, antialiases in self.antialiases.items():
            for uri, options in ((self.folder, {}), (self.bundle, {}), (self.folder, {"source": "memory"})):
                if options and name == "dali":
                    continue  # it reads storage only
                with self.subTest("%s from %s %s" % (name, uri.name, options)):
                    loader = make(name, self.case_of(name, uri, antialiases, **options))
                    batch = arrays(loader)
                    self.assertEqual((batch.shape, batch.dtype), ((24, 9, 16, 12), numpy.float32))
                    levels = (batch * 0.5 + numpy.float32([0.5] * 8 + [0.25]).reshape(9, 1, 1)) * 255
                    numbers = numpy.round(levels[:, 0, 0, 0])
                    self.assertEqual(sorted(numbers), list(range(24)))
                    expected = numbers.reshape(24, 1, 1, 1) + 20 * numpy.arange(9).reshape(9, 1, 1)
                    self.assertLess(abs(levels - expected).max(), 0.51)
                    self.assertFalse(numpy.array_equal(batch, arrays(loader)))  # another order


class Processes(SubjectTest):
    antialiases = {}
    counts = True  # samples, as they are made

    @classmethod
    def setUpClass(cls):
        if not photos.exists():
            make_photos()

    def test_each_runs_and_stops(self):
        for name, antialiases in self.antialiases.items():
            with self.subTest(name):
                self.setUp()
                process = self.start(name, case=case_of(name, recipe(antialiases is not False), batch=8))
                self.until(lambda: len(self.batches(process)) >= 20, process)
                self.assertEqual(self.stop(process), 0, self.errors())
                files = self.files()
                main, = (file for file in files if file.header.role == 0)
                handed_out = sum(mark.b for mark in main.marks if mark.kind == 2)
                if self.counts:
                    self.assertGreaterEqual(sum(file.header.samples_done for file in files), handed_out)

    def test_probe(self):
        for name in self.antialiases:
            with self.subTest(name):
                document, = self.describe(name, "--describe=probe")
                self.assertEqual(document["availability"], "available", json.dumps(document))
                self.assertTrue(document["versions"])
