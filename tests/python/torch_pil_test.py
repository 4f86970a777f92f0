"""The subject torch-pil, with the real libraries. Run by the interpreter of the torch environment:

    "$(tools/subjects --python torch)" tests/python/torch_pil_test.py
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import torch
import torchvision.transforms.v2 as v2
from PIL import Image

from harness import CELL, DEADLINE, FAULTS, IMAGENET, PACKAGE, SubjectTest, loader_case

from feedrate import Unsupported, folder, marks, subjects
from feedrate.subjects import torch_pil

PICTURES = 80


def setUpModule():
    global photos, scratch
    scratch = tempfile.TemporaryDirectory()
    photos = pathlib.Path(scratch.name) / "photos"
    for folder in ("b", "a/deep", ".hidden", "__MACOSX"):
        (photos / folder).mkdir(parents=True)
    for number in range(PICTURES):
        # Brightness says which picture it is, and the left half is darker: crops and flips stay visible.
        picture = Image.new("RGB", (100, 80), (40 + 2 * number,) * 3)
        picture.paste((20 + 2 * number,) * 3, (0, 0, 50, 80))
        picture.save(photos / ("b" if number % 2 else "a/deep") / ("%03d.%s" % (number, "JPG" if number % 3 else "jpeg")), "JPEG")
    for junk in ("b/._001.jpg", ".hidden/x.jpg", "__MACOSX/y.jpg", "b/notes.txt"):
        (photos / junk).write_bytes(b"not a picture")


def tearDownModule():
    scratch.cleanup()


def case_of(**options):
    return loader_case("torch-pil", uri=photos, **options)


class Batches(unittest.TestCase):
    def test_shape_and_type(self):
        batch = next(iter(torch_pil.make(case_of(batch=8), 1)))
        self.assertEqual((tuple(batch.shape), batch.dtype), ((8, 3, 224, 224), torch.float32))

    def test_the_same_seed_gives_the_same_batches(self):
        def two_epochs(seed):
            loader = torch_pil.make(case_of(batch=16), seed)
            return torch.cat([batch for _ in range(2) for batch in loader])

        first = two_epochs(5)
        self.assertEqual(len(first), 2 * PICTURES)
        self.assertTrue(torch.equal(first, two_epochs(5)))
        self.assertFalse(torch.equal(first, two_epochs(6)))

    def test_with_workers_too(self):
        def epoch(seed):
            return torch.cat(list(torch_pil.make(case_of(batch=16, workers=2), seed)))

        first = epoch(5)
        self.assertTrue(torch.equal(first, epoch(5)))
        self.assertFalse(torch.equal(first, epoch(6)))

    def test_an_epoch_has_every_picture_once_in_another_order(self):
        only_decode = IMAGENET[:1]
        loader = torch_pil.make(case_of(batch=8, operations=only_decode), 1)
        epochs = [[round(255 * float(each[0, 0, 0])) for batch in loader for each in batch] for _ in range(2)]
        self.assertEqual(len(set(epochs[0])), PICTURES)
        self.assertEqual(sorted(epochs[0]), sorted(epochs[1]))
        self.assertNotEqual(epochs[0], epochs[1])

    def test_samples_are_listed_sorted_and_limited(self):
        paths = [str(pathlib.Path(path).relative_to(photos)) for path in folder.sample_files(case_of()["work"]["data"])]
        self.assertEqual(len(paths), PICTURES)
        self.assertEqual(paths, sorted(paths))
        self.assertEqual(paths[:2], ["a/deep/000.jpeg", "a/deep/002.JPG"])
        limited = torch_pil.make(case_of(items=10, batch=4), 1)
        self.assertEqual(len(limited.dataset), 10)
        self.assertEqual(len(list(limited)), 2)  # what is left of an epoch is dropped

    def test_memory_holds_what_storage_gives(self):
        from_files = torch.cat(list(torch_pil.make(case_of(batch=16), 3)))
        loader = torch_pil.make(case_of(batch=16, source="memory"), 3)
        self.assertTrue(all(isinstance(source, bytes) for source in loader.dataset.sources))
        self.assertTrue(torch.equal(from_files, torch.cat(list(loader))))

    def test_the_settings_reach_the_loader(self):
        loader = torch_pil.make(case_of(workers=2, prefetch=5, persistent_workers=True), 1)
        self.assertEqual((loader.num_workers, loader.prefetch_factor, loader.persistent_workers), (2, 5, True))
        loader = torch_pil.make(case_of(workers=0, prefetch=5, persistent_workers=True), 1)
        self.assertEqual((loader.num_workers, loader.prefetch_factor, loader.persistent_workers), (0, None, False))


class Recipes(unittest.TestCase):
    def names(self, operations):
        return [type(step).__name__ for step in torch_pil.transforms(operations).transforms]

    def test_operations_keep_their_order_and_pillow_does_the_geometry(self):
        decode, crop, flip, normalize = IMAGENET
        tail = ["ToImage", "ToDtype", "Normalize"]
        self.assertEqual(self.names(IMAGENET), ["RandomResizedCrop", "RandomHorizontalFlip", *tail])
        self.assertEqual(self.names([decode, flip, crop, normalize]), ["RandomHorizontalFlip", "RandomResizedCrop", *tail])
        self.assertEqual(self.names([decode, normalize, flip]), [*tail, "RandomHorizontalFlip"])
        self.assertEqual(self.names([decode, crop]), ["RandomResizedCrop", "ToImage", "ToDtype"])
        self.assertEqual(self.names([decode]), ["ToImage", "ToDtype"])

    def test_parameters_reach_the_operations(self):
        crop = {**IMAGENET[1], "size": [32, 48], "scale": [0.5, 0.9], "ratio": [0.8, 1.2]}
        flip = {**IMAGENET[2], "probability": 1.0}
        first, second, _, _, last = torch_pil.transforms([IMAGENET[0], crop, flip, IMAGENET[3]]).transforms
        self.assertEqual((list(first.size), list(first.scale), list(first.ratio)), ([32, 48], [0.5, 0.9], [0.8, 1.2]))
        self.assertEqual((first.interpolation, first.antialias), (v2.InterpolationMode.BILINEAR, True))
        self.assertEqual(second.p, 1.0)
        self.assertEqual((list(last.mean), list(last.std)), (IMAGENET[3]["mean"], IMAGENET[3]["std"]))

    def test_pixels(self):
        whole = {**IMAGENET[1], "size": [80, 100], "scale": [1.0, 1.0], "ratio": [1.25, 1.25]}
        always = {**IMAGENET[2], "probability": 1.0}
        case = case_of(batch=1, items=1, operations=[IMAGENET[0], whole, always, IMAGENET[3]])
        sample = next(iter(torch_pil.make(case, 1)))[0]
        for channel in range(3):
            for column, level in ((10, 40), (90, 20)):  # flipped: the darker half is on the right
                expected = (level / 255 - IMAGENET[3]["mean"][channel]) / IMAGENET[3]["std"][channel]
                self.assertAlmostEqual(float(sample[channel, 40, column]), expected, delta=2 / 255 / 0.2)

    def test_what_it_cannot_do(self):
        def changed(change):
            case = case_of()
            change(case["work"], case["settings"])
            return case

        no_antialias = [IMAGENET[0], {**IMAGENET[1], "antialias": False}]
        for change, reason in (
                (lambda work, settings: work["recipe"].update(output={"dtype": "uint8", "layout": "NHWC"}),
                 "recipe.output is uint8 NHWC; it makes float32 NCHW"),
                (lambda work, settings: work.update(handoff="device"), "handoff is device; it hands batches to the host"),
                (lambda work, settings: work["data"].update(uri="s3://b/p"), "data.uri is s3://b/p; it reads folders only"),
                (lambda work, settings: work["data"].update(ratio=0.5), "data.ratio is 0.5; it takes all samples"),
                (lambda work, settings: work["recipe"].update(operations=no_antialias), "Pillow always antialiases"),
                (lambda work, settings: work["recipe"].update(operations=IMAGENET[1:]), "the recipe begins with random_resized"),
                (lambda work, settings: work["recipe"].update(operations=IMAGENET[:1] * 2), "decode after its first operation")):
            with self.subTest(reason), self.assertRaises(Unsupported) as raised:
                torch_pil.make(changed(change), 1)
            self.assertIn(reason, str(raised.exception))

    def test_pinning_without_a_gpu_is_refused(self):
        with unittest.mock.patch.object(torch.cuda, "is_available", lambda: False), self.assertRaises(Unsupported):
            torch_pil.make(case_of(pin_memory=True), 1)


class Errors(unittest.TestCase):
    def test_fewer_pictures_than_a_batch(self):
        with self.assertRaisesRegex(ValueError, "gives 10 samples and a batch is 16; expected at least one batch"):
            torch_pil.make(case_of(items=10, batch=16), 1)

    def test_no_folder_and_no_picture(self):
        with self.assertRaisesRegex(FileNotFoundError, "there is no folder .*feedrate dataset make photos"):
            torch_pil.make(loader_case(uri=photos / "nowhere"), 1)
        with self.assertRaisesRegex(FileNotFoundError, "holds no .jpg or .jpeg file"):
            torch_pil.make(loader_case(uri=FAULTS), 1)


class Marks(SubjectTest):
    def test_marking_draws_no_random_number(self):
        states = torch.random.get_rng_state(), random.getstate()
        writer = marks.Writer(self.marks, CELL, capacity=2)
        for number in range(5):
            writer.batch(8, number)
            writer.count_sample()
            writer.should_stop()
        self.assertTrue(torch.equal(torch.random.get_rng_state(), states[0]))
        self.assertEqual(random.getstate(), states[1])


class Processes(SubjectTest):
    def run_and_stop(self, *arguments, case, batches=12, **options):
        process = self.start(*arguments, case=case, **options)
        self.until(lambda: len(self.batches(process)) >= batches, process)
        self.assertEqual(self.stop(process), 0, self.errors())
        self.assertEqual(self.errors(), "")
        main, = (file for file in self.files() if file.header.role == 0)
        self.assertEqual([mark.a for mark in main.marks if mark.kind == 1], [1, 2, 3])
        return main, [file for file in self.files() if file.header.role == 1]

    def check_batches(self, main, batch):
        found = [mark for mark in main.marks if mark.kind == 2]
        self.assertEqual({(mark.b, mark.a) for mark in found}, {(batch, batch * 3 * 224 * 224 * 4)})
        self.assertEqual([mark.a for mark in main.marks if mark.kind == 3], list(range((len(found) - 1) // (PICTURES // batch))))
        return batch * len(found)

    def test_without_workers(self):
        main, workers = self.run_and_stop("torch-pil", case=case_of(batch=8))
        self.assertEqual(workers, [])
        self.assertEqual(main.header.samples_done, self.check_batches(main, 8))

    def test_with_two_workers(self):
        main, workers = self.run_and_stop("torch-pil", case=case_of(batch=8, workers=2))
        handed_out = self.check_batches(main, 8)
        self.assertEqual(len(workers), 2 * (1 + (handed_out - 1) // PICTURES))  # two an epoch
        self.assert_made(workers, handed_out, 8)

    def test_with_persistent_workers(self):
        main, workers = self.run_and_stop("torch-pil", case=case_of(batch=8, workers=2, persistent_workers=True), batches=25)
        self.assertEqual(len(workers), 2)
        self.assert_made(workers, self.check_batches(main, 8), 8)

    def assert_made(self, workers, handed_out, batch):
        made = sum(file.header.samples_done for file in workers)
        in_flight = 2 * 2 * batch  # workers x prefetch, as the capability declares
        self.assertTrue(handed_out <= made <= handed_out + in_flight, (handed_out, made))
        for file in workers:
            self.assertRaises(ProcessLookupError, os.kill, file.header.pid, 0)

    def test_a_frozen_worker_shows_its_stack(self):
        process = self.start("torch-pil", case=case_of(batch=8, workers=2))
        self.until(lambda: self.batches(process), process)
        dumps = [path for path in self.marks.glob("faulthandler-*.txt") if str(process.pid) not in path.stem]
        worker = dumps[0]

        def dumped():
            os.kill(int(worker.stem.split("-")[1]), signal.SIGUSR1)
            return "_worker_loop" in worker.read_text()

        self.until(dumped, process)

    def test_too_few_pictures_end_with_1(self):
        process = self.start("torch-pil", case=case_of(batch=100))
        self.assertEqual(process.wait(DEADLINE), 1)
        self.assertIn("gives 80 samples and a batch is 100", self.errors())

    def test_probe(self):
        document, = self.describe("torch-pil", "--describe=probe")
        self.assertEqual((document["availability"], document["versions"]["torch"]), ("available", torch.__version__))
        self.assertGreaterEqual(set(document["versions"]), {"torch", "torchvision", "pillow"})

    def test_static_imports_no_torch(self):
        code = "import sys; from feedrate import subject; sys.argv[1:] = ['--describe=static']; subject.main(); " \
               "assert not {'torch', 'PIL', 'cv2', 'grain', 'spdl', 'numpy', 'nvidia'} & set(sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        self.assertEqual([json.loads(line)["subject"] for line in done.stdout.splitlines()], list(subjects.SHIPPED))

    def test_extra_does_its_share_twice(self):
        (self.scratch / "counted.py").write_text("""
import sys
sys.path.insert(0, %r)
import extra
from feedrate.subjects import torch_pil

done = 0
sample = torch_pil.Samples.sample


def counted(self, index):
    global done
    done += 1
    with open("done", "w") as file:
        file.write(str(done))
    return sample(self, index)


torch_pil.Samples.sample = counted
make = extra.plus_5
""" % str(FAULTS))
        main, _ = self.run_and_stop("--make", "counted.py:make", case=case_of(batch=8))
        made = main.header.samples_done
        self.assertEqual(int((self.scratch / "done").read_text()), made + made // 20)


if __name__ == "__main__":
    unittest.main()
