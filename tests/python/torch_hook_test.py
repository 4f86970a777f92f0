"""The hook in programs that use torch: nothing of theirs changes, and what their loaders do is seen."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest

import marks_reader
from harness import CELL, DEADLINE, PACKAGE

BATCH, STAGE, ASKED, LOADER = 2, 4, 7, 9

TRAINING = """
    import random, sys, torch
    from torch.utils.data import DataLoader, Dataset
    from torchvision.transforms import v2

    class Pictures(Dataset):
        steps = v2.Compose([v2.RandomResizedCrop(16, antialias=True), v2.RandomHorizontalFlip(), v2.Lambda(lambda x: x + random.random())])
        def __len__(self): return 64
        def __getitem__(self, index):
            return self.steps(torch.full((3, 32, 32), float(index))), index %% 10

    def main():
        torch.manual_seed(5)
        random.seed(6)
        torch.set_num_threads(1)
        model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(3 * 16 * 16, 10))
        optimizer = torch.optim.SGD(model.parameters(), 1e-4)
        loader = DataLoader(Pictures(), 8, shuffle=True, %(options)s)
        for epoch in range(2):
            for pictures, labels in loader:
                optimizer.zero_grad()
                loss = torch.nn.functional.cross_entropy(model(pictures), labels)
                loss.backward()
                optimizer.step()
                print(loss.item().hex())
        print(torch.rand(1).item().hex(), random.random())

    if __name__ == "__main__":
        main()
"""


class Hooked(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.marks = self.folder / "marks"
        self.marks.mkdir()
        (self.marks / "schedule").write_bytes(struct.pack("<8sII", b"FRSCHED\0", 1, 4096).ljust(128 + 16 * 4096, b"\0"))

    def measure(self):
        """As if segments had begun; the next one is far away."""
        with open(self.marks / "schedule", "r+b") as file:
            file.seek(16)
            file.write(struct.pack("<Q", 1))
            file.seek(128)
            file.write(struct.pack("<QII", 1 << 60, 0, 0))

    def run_program(self, text, hooked=True, **more):
        program = self.folder / "program.py"
        program.write_text(textwrap.dedent(text))
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("FEEDRATE", "PYTHON"))}
        if hooked:
            environment.update(PYTHONPATH=str(PACKAGE / "feedrate/hook/site"), FEEDRATE_MARKS=str(self.marks), FEEDRATE_CELL=CELL,
                               FEEDRATE_KEEP_BYTES="1000000", **more)
        done = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("feedrate:", done.stderr)
        return done.stdout

    def files(self, role):
        found = [marks_reader.read_path(path) for path in sorted(self.marks.glob("*.marks"))]
        return [file for file in found if file.header.role == role]


class NoHarm(Hooked):
    def same(self, options):
        text = TRAINING % {"options": options}
        self.assertEqual(self.run_program(text), self.run_program(text, hooked=False))
        self.assertEqual(sum(mark.kind == BATCH for file in self.files(0) for mark in file.marks), 16)

    def test_without_workers(self):
        self.same("num_workers=0")

    def test_with_forked_workers(self):
        self.same("num_workers=2, multiprocessing_context='fork'")

    def test_while_batches_are_timed(self):
        self.measure()
        self.same("num_workers=0")

    def test_nothing_is_timed_before_it_is_measured(self):
        self.run_program(TRAINING % {"options": "num_workers=0"})
        self.assertFalse([mark for file in self.files(0) for mark in file.marks if mark.kind == STAGE])

    def test_with_persistent_workers(self):
        self.same("num_workers=2, persistent_workers=True, multiprocessing_context='fork'")

    def test_with_spawned_workers(self):
        text = (TRAINING % {"options": "num_workers=1, multiprocessing_context='spawn'"}).replace("v2.Lambda(lambda x: x + random.random())", "v2.Identity()")
        self.assertEqual(self.run_program(text), self.run_program(text, hooked=False))

    def test_what_is_killed_leaves_no_folder_that_the_agent_is_not_told_of(self):
        temporary = self.folder / "temporary"
        temporary.mkdir()
        for context in ("fork", "spawn"):
            with self.subTest(context):
                self.run_program("""
                    import os, torch
                    from torch.utils.data import DataLoader, TensorDataset
                    def main():
                        for number, batch in enumerate(DataLoader(TensorDataset(torch.zeros(400, 3)), 8, num_workers=2, multiprocessing_context=%r)):
                            if number == 20: os._exit(0)
                    if __name__ == "__main__": main()
                """ % context, TMPDIR=str(temporary))
                told = {path.read_text() for path in self.marks.glob("temporary-*")}
                self.assertTrue(told)
                self.assertLessEqual({str(path) for path in temporary.glob("pymp-*")}, told)

    def test_an_iterable_data_set_gives_no_warning(self):
        out = self.run_program("""
            import warnings
            warnings.simplefilter("error")
            from torch.utils.data import DataLoader, IterableDataset
            class Stream(IterableDataset):
                def __len__(self): return 3
                def __iter__(self): return iter(range(10))
            print(sum(len(batch) for batch in DataLoader(Stream(), 2)))
        """)
        self.assertEqual(out, "10\n")


class Seen(Hooked):
    def setUp(self):
        super().setUp()
        self.measure()

    def stages(self, role):
        return {file.names[mark.id] for file in self.files(role) for mark in file.marks if mark.kind == STAGE}

    def test_steps_of_the_transforms(self):
        self.run_program(TRAINING % {"options": "num_workers=2, multiprocessing_context='fork'"})
        self.assertEqual(self.stages(1), {"dataset", "collate", "RandomResizedCrop", "RandomHorizontalFlip", "Lambda"})
        self.assertEqual(self.stages(0), set())

    def test_without_workers_in_the_program_itself(self):
        self.run_program(TRAINING % {"options": "num_workers=0"})
        self.assertIn("collate", self.stages(0))

    def test_parts_and_rest_are_the_whole(self):
        self.run_program("""
            import time
            from torch.utils.data import DataLoader, Dataset
            from torchvision.transforms import Compose
            def crop(x): time.sleep(0.02); return x
            class Slow(Dataset):
                steps = Compose([crop])
                def __len__(self): return 20
                def __getitem__(self, index): time.sleep(0.002); return self.steps(index)
            for batch in DataLoader(Slow(), 10): pass
        """)
        file, = self.files(0)
        busy = {}
        for mark in file.marks:
            if mark.kind == STAGE and mark.b == 0:
                busy[file.names[mark.id]] = busy.get(file.names[mark.id], 0) + mark.a * 1e-9
        self.assertGreater(busy["crop"], 0.4)
        self.assertGreater(busy["dataset"], 0.04)
        self.assertLess(busy["dataset"], busy["crop"])

    def test_what_a_loader_is_like(self):
        self.run_program(TRAINING % {"options": "num_workers=2, prefetch_factor=3, multiprocessing_context='fork'"})
        file, = self.files(0)
        begun = [mark for mark in file.marks if mark.kind == LOADER]
        self.assertEqual([(mark.a & 0xffffffff, mark.a >> 32, mark.b) for mark in begun], [(2, 3, 8)] * 2)
        self.assertRegex(file.names[begun[0].id], r"^program.py:\d+$")

    def test_whether_gradients_are_kept(self):
        self.run_program("""
            import torch
            from torch.utils.data import DataLoader
            for batch in DataLoader(range(4)): pass
            with torch.no_grad():
                for batch in DataLoader(range(4)): pass
        """)
        file, = self.files(0)
        self.assertEqual([mark.b for mark in file.marks if mark.kind == ASKED], [1] * 5 + [0] * 5)


class TriedInstead(Hooked):
    def test_another_number_of_workers(self):
        for call in ("DataLoader(range(64), 8, num_workers=1)", "DataLoader(range(64), 8, False, None, None, 1)", "DataLoader(range(64), 8)"):
            with self.subTest(call):
                out = self.run_program("from torch.utils.data import DataLoader\nloader = %s\nprint(loader.num_workers, loader.prefetch_factor)\n" % call,
                                       FEEDRATE_IF='{"num_workers": 3}')
                self.assertEqual(out, "3 2\n")


if __name__ == "__main__":
    unittest.main()
