"""feedrate.watch and the segments that a watched loader goes through, with loaders of a few lines and a schedule of our own."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import marks_reader
from harness import CELL, DEADLINE, PACKAGE

REAL, REPLAY, LOADER, END, OFF = range(5)
BATCH, EPOCH, ASKED, SEGMENT = 2, 3, 7, 8


class Watched(unittest.TestCase):
    """Runs a program in a process of its own, as wrap does, with a schedule that is there from the start."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.publish("", [])

    def publish(self, loader, entries):
        header = struct.pack("<8sIIQ40x64s", b"FRSCHED\0", 1, 4096, len(entries), loader.encode())
        body = b"".join(struct.pack("<QII", *entry) for entry in entries)
        (self.folder / "schedule").write_bytes((header + body).ljust(128 + 16 * 4096, b"\0"))

    def environment(self, **more):
        out = {name: value for name, value in os.environ.items() if not name.startswith(("FEEDRATE", "PYTHON"))}
        return dict(out, PYTHONPATH=str(PACKAGE / "feedrate/hook/site"), **more)

    def wrapped(self):
        return self.environment(FEEDRATE_MARKS=str(self.folder), FEEDRATE_CELL=CELL, FEEDRATE_KEEP_BYTES=str(1 << 20))

    def run_program(self, text, measured=True):
        return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], env=self.wrapped() if measured else self.environment(), capture_output=True,
                              text=True, timeout=DEADLINE)

    def marks(self):
        files = [marks_reader.read_path(path) for path in sorted(self.folder.glob("*.marks"))]
        return [file for file in files if file.header.role == 0]

    def kinds(self, *wanted):
        return [mark for file in self.marks() for mark in file.marks if mark.kind in wanted]


PROGRAM = """
    import feedrate
    class Loader:
        def __len__(self): return 10
        def __iter__(self): return iter([[i, i] for i in range(10)])
    seen = []
    for epoch in range(3):
        for batch in feedrate.watch(Loader(), "mine"):
            seen.append(batch[0])
    print(seen)
"""


class Unmeasured(Watched):
    def test_changes_nothing_where_nobody_measures(self):
        done = self.run_program(PROGRAM, measured=False)
        self.assertEqual((done.stdout.strip(), done.stderr), (str(list(range(10)) * 3), ""))
        self.assertEqual(list(self.folder.glob("*.marks")), [])

    def test_real_batches_pass_through_and_are_marked(self):
        done = self.run_program(PROGRAM)
        self.assertEqual((done.stdout.strip(), done.stderr), (str(list(range(10)) * 3), ""))
        self.assertEqual([mark.b for mark in self.kinds(BATCH)], [2] * 30)
        self.assertEqual(len(self.kinds(EPOCH)), 3)
        # Each batch is asked for, and so is the one that is not there any more.
        self.assertEqual([mark.kind for mark in self.kinds(ASKED, BATCH)][:4], [ASKED, BATCH, ASKED, BATCH])
        self.assertEqual(len(self.kinds(ASKED)), 33)

    def test_a_loader_that_is_measured_otherwise_is_left_alone(self):
        """Under `feedrate run` the harness marks its batches: nobody must mark them twice."""
        text = textwrap.dedent("""
            import feedrate
            from feedrate import marks
            marks.start(%r, %r)
            for batch in feedrate.watch([[1]] * 3): marks.current().batch(1, 1)
        """ % (str(self.folder), CELL))
        subprocess.run([sys.executable, "-c", text], env=self.environment(), check=True, timeout=DEADLINE)
        self.assertEqual(len(self.kinds(BATCH)), 3)

    def test_an_epoch_that_is_left_early_ends_too(self):
        self.run_program("""
            import feedrate
            for _ in range(3):
                for batch in feedrate.watch([[i] for i in range(10)], "mine"):
                    if batch[0] == 4: break
        """)
        self.assertEqual([mark.kind for mark in self.kinds(BATCH, EPOCH)], ([BATCH] * 5 + [EPOCH]) * 2 + [BATCH] * 5)

    def test_has_a_length_where_the_loader_has_one(self):
        done = self.run_program("""
            import feedrate
            print(len(iter(feedrate.watch([[1]] * 7))), bool(iter(feedrate.watch(iter([])))))
            try: len(iter(feedrate.watch(iter([]))))
            except TypeError: print("none")
        """)
        self.assertEqual(done.stdout, "7 True\nnone\n", done.stderr)

    def test_draws_no_random_number(self):
        text = """
            import feedrate, random
            random.seed(7)
            for batch in feedrate.watch([[1]] * 100): pass
            print(random.random())
        """
        self.assertEqual(self.run_program(text).stdout, self.run_program(text, measured=False).stdout)

    def test_a_loader_that_asks_another_is_the_one_that_counts(self):
        self.run_program("""
            import feedrate
            inner = feedrate.watch([[1], [2]], "inner")
            class Outer:
                def __iter__(self):
                    for batch in inner: yield batch
            for batch in feedrate.watch(Outer(), "outer"): pass
        """)
        self.assertEqual({file.names[mark.id] for file in self.marks() for mark in file.marks if mark.kind == BATCH}, {"outer"})

    def test_cost_of_a_batch(self):
        done = self.run_program("""
            import feedrate, time
            batches = [[1, 2, 3]] * 5000
            def go(loader):
                start = time.perf_counter()
                for batch in loader: pass
                return time.perf_counter() - start
            turns = [(go(batches), go(feedrate.watch(batches))) for _ in range(60)]
            print((min(watched for _, watched in turns) - min(bare for bare, _ in turns)) / len(batches) * 1e6)
        """)
        print("\ncost of a watched batch: %.1f us" % float(done.stdout))
        self.assertLess(float(done.stdout), 5.0, "microseconds a batch")


class Following(Watched):
    def test_replay_gives_kept_batches_and_epochs_keep_their_length(self):
        self.publish("mine", [(3, REPLAY, 0), (15, REAL, 0)])
        done = self.run_program(PROGRAM)
        seen = eval(done.stdout)
        self.assertEqual(len(seen), 30, done.stderr)
        self.assertEqual(seen[:3], [0, 1, 2])
        kept = seen[3:15]
        self.assertLess(len(set(kept)), 12)  # some come twice
        self.assertEqual([(mark.a, mark.b) for mark in self.kinds(SEGMENT)], [(0, REPLAY), (1, REAL)])
        self.assertEqual(len(self.kinds(EPOCH)) >= 3, True)

    def test_drained_batches_are_marked_and_the_program_never_sees_them(self):
        self.publish("mine", [(2, LOADER, 25), (2, REAL, 0)])
        done = self.run_program(PROGRAM)
        self.assertEqual(len(eval(done.stdout)), 30, done.stderr)
        self.assertEqual(len(self.kinds(BATCH)), 30 + 25)
        marks = self.kinds(BATCH, SEGMENT)
        first = next(i for i, mark in enumerate(marks) if mark.kind == SEGMENT)
        self.assertEqual(first, 2)
        self.assertEqual(next(i for i, mark in enumerate(marks[first + 1:]) if mark.kind == SEGMENT), 25)

    def test_a_loader_without_length_ends_where_it_ends(self):
        self.publish("mine", [(3, LOADER, 5), (3, REAL, 0)])
        done = self.run_program("""
            import feedrate
            class Loader:
                def __iter__(self): return iter([[i] for i in range(10)])
            print(len([batch for batch in feedrate.watch(Loader(), "mine")]))
        """)
        self.assertEqual(done.stdout.strip(), "5", done.stderr)  # 3, then 5 were drained, then 2

    def test_only_the_training_loader_follows(self):
        self.publish("other", [(0, REPLAY, 0)])
        done = self.run_program(PROGRAM)
        self.assertEqual(done.stdout.strip(), str(list(range(10)) * 3))

    def test_off_leaves_it_alone_and_the_epoch_keeps_its_length(self):
        self.publish("mine", [(2, LOADER, 3), (2, REAL, 0), (4, OFF, 0)])
        done = self.run_program(PROGRAM)
        seen = eval(done.stdout)
        self.assertEqual(seen, [0, 1, 5, 6, 7, 8, 9, 0, 1, 2] + list(range(10)) * 2)

    def test_a_program_that_writes_into_its_batches_gets_copies(self):
        self.publish("mine", [(2, REPLAY, 0)])
        done = self.run_program("""
            import feedrate
            class Array:
                shape, nbytes, _version = (2,), 1 << 27, 0
                def __len__(self): return 2
            class Loader:
                def __len__(self): return 40
                def __iter__(self): return iter([{"x": Array()} for _ in range(40)])
            ids, pops = set(), 0
            for batch in feedrate.watch(Loader(), "mine"):
                array = batch.pop("x")
                array._version += 1
                ids.add(id(array)); pops += 1
            print(pops)
        """)
        self.assertEqual(done.stdout.strip(), "40", done.stderr)

    def test_end_runs_nothing_more_of_the_program(self):
        self.publish("mine", [(5, END, 0)])
        text = textwrap.dedent("""
            import atexit, feedrate
            atexit.register(lambda: print("atexit"))
            try:
                for batch in feedrate.watch([[i] for i in range(100)], "mine"): print(batch, flush=True)
            finally:
                print("finally")
        """)
        process = subprocess.Popen([sys.executable, "-c", text], env=self.wrapped(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + DEADLINE
        while not any(mark.kind == 1 and mark.a == 3 for mark in self.alive_marks()):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        process.kill()
        out, errors = process.communicate()
        self.assertEqual(out.split("\n")[:-1], ["[%d]" % i for i in range(5)])
        self.assertIn("ends here", errors)

    def alive_marks(self):
        out = []
        for path in self.folder.glob("*.marks"):
            data = path.read_bytes()
            if data[:8] == b"FRMARKS\0":
                out += marks_reader.read(data, alive=True).marks
        return out


class Hook(Watched):
    def test_runs_the_sitecustomize_that_it_hides(self):
        (self.folder / "sitecustomize.py").write_text("print('theirs')\n")
        environment = self.wrapped()
        environment["PYTHONPATH"] += ":" + str(self.folder)
        done = subprocess.run([sys.executable, "-c", "import sitecustomize; print(sitecustomize.__file__)"], env=environment, capture_output=True,
                              text=True, timeout=DEADLINE)
        self.assertEqual(done.stdout, "theirs\n%s\n" % (self.folder / "sitecustomize.py"), done.stderr)

    def test_leaves_a_sign(self):
        self.run_program("pass")
        self.assertTrue((self.folder / "hooked").exists())

    def test_is_kept_out_by_isolation(self):
        environment = self.wrapped()
        subprocess.run([sys.executable, "-I", "-c", "pass"], env=environment, check=True, timeout=DEADLINE)
        self.assertFalse((self.folder / "hooked").exists())

    def test_forked_children_are_workers_and_spawned_ranks_are_not(self):
        self.run_program("""
            import feedrate, multiprocessing, os
            def rank(): [batch for batch in feedrate.watch([[1]] * 5, "rank")]
            if __name__ == "__main__":
                context = multiprocessing.get_context("fork")
                ranks = [context.Process(target=rank) for _ in range(2)]
                [each.start() for each in ranks]
                [each.join() for each in ranks]
                worker = context.Process(target=rank, daemon=True)
                worker.start(); worker.join()
        """)
        self.assertEqual(sorted(sum(mark.kind == BATCH for mark in file.marks) for file in self.marks()), [5, 5])

    def test_a_librarys_own_loader_is_watched_and_so_is_what_is_derived_from_it(self):
        """A package of our own with the name and the shape of one that the hook knows."""
        package = self.folder / "packages/webdataset"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "pipeline.py").write_text(textwrap.dedent("""
            class DataPipeline:
                pipeline = []
                def __iter__(self): return iter([[1, 2]] * 4)
            class Within(DataPipeline):  # asks another
                def __iter__(self): return (batch for batch in DataPipeline())
        """))
        done = self.run_program("""
            import sys
            sys.path.insert(0, %r)
            from webdataset.pipeline import DataPipeline, Within
            class Later(DataPipeline):
                def __iter__(self): return (batch for batch in super().__iter__())
            class Inherits(Later): pass
            for made in (DataPipeline, Within, Later, Inherits):
                print(len([batch for batch in made()]), end=" ")
        """ % str(self.folder / "packages"))
        self.assertEqual((done.stdout, done.stderr), ("4 4 4 4 ", ""))
        self.assertEqual([mark.b for mark in self.kinds(BATCH)], [2] * 16)


if __name__ == "__main__":
    unittest.main()
