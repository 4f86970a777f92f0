"""python -m feedrate.subject: a process from its order to its end."""
import json
import os
import re
import signal
import unittest

from harness import CELL, DEADLINE, FAULTS, SubjectTest, loader_case

from feedrate import order

STARTED, READY, ENDING = 1, 2, 3
PHASE, BATCH, EPOCH, COST = 1, 2, 3, 6


class Runs(SubjectTest):
    def write_loader(self, text):
        path = self.scratch / "loader.py"
        path.write_text(text)
        return "%s:make" % path

    def test_from_start_to_stop(self):
        process = self.start("steady", "--make", FAULTS / "steady.py:make", case=loader_case(batch=2, items=6))
        self.until(lambda: len(self.batches(process)) >= 7, process)
        self.assertEqual(self.stop(process), 0)
        self.assertEqual(self.errors(), "")
        file, = self.files()
        self.assertEqual((file.header.role, file.header.cell, file.header.pid), (0, CELL, process.pid))
        self.assertEqual([(mark.kind, mark.a) for mark in file.marks[:3:2]], [(PHASE, STARTED), (PHASE, READY)])
        self.assertEqual(file.marks[1].kind, COST)
        self.assertLess(file.marks[1].a, 5000)
        self.assertEqual((file.marks[-1].kind, file.marks[-1].a), (PHASE, ENDING))
        middle = file.marks[3:-1]
        for place, mark in enumerate(middle):
            epoch, batch = divmod(place, 4)  # three batches of two samples, then the boundary
            expected = (BATCH, 0, 2) if batch < 3 else (EPOCH, epoch, 0)
            self.assertEqual((mark.kind, mark.a, mark.b), expected, place)
        self.assertEqual(file.header.samples_done, 2 * sum(mark.kind == BATCH for mark in middle))

    def test_forked_workers_count_in_files_of_their_own_and_are_joined(self):
        process = self.start("--make", FAULTS / "forked.py:make", case=loader_case(batch=2, workers=2, items=20))
        self.until(lambda: len(self.batches(process)) >= 25, process)
        self.assertEqual(self.stop(process), 0)
        main, = (file for file in self.files() if file.header.role == 0)
        workers = [file for file in self.files() if file.header.role == 1]
        self.assertGreaterEqual(len(workers), 6)  # two an epoch, and more than two epochs
        handed_out = sum(mark.b for mark in main.marks if mark.kind == BATCH)
        made = sum(file.header.samples_done for file in workers)
        self.assertEqual(main.header.samples_done, 0)
        self.assertTrue(handed_out <= made <= handed_out + 2 * 2 * 2, (handed_out, made))  # batch x workers x prefetch
        for file in workers:
            self.assertEqual((file.header.parent, file.header.cell), (process.pid, CELL))
            self.assertRaises(ProcessLookupError, os.kill, file.header.pid, 0)

    def test_spawned_workers_write_marks_and_stacks_too(self):
        make = self.write_loader("""
import multiprocessing
from feedrate import marks


def work(queue):
    while True:
        marks.current().count_sample()
        queue.put([1])


def make(case, seed):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(2)
    worker = context.Process(target=work, args=(queue,))
    worker.start()
    try:
        while True:
            yield queue.get()
    finally:
        worker.kill()
        worker.join()
""")
        process = self.start("--make", make)
        self.until(lambda: len(self.batches(process)) >= 3, process)
        self.assertEqual(self.stop(process), 0)
        worker, = (file for file in self.files() if file.header.role == 1)
        self.assertGreaterEqual(worker.header.samples_done, 3)
        self.assertTrue((self.marks / ("faulthandler-%d.txt" % worker.header.pid)).exists())

    def test_the_order_reaches_make(self):
        make = self.write_loader("""
import json


def make(case, seed):
    with open("seen.json", "w") as file:
        json.dump([case, seed], file)
    return [[1]]
""")
        case = loader_case(batch=3)
        process = self.start("--make", make, case=case)
        self.until(lambda: self.batches(process), process)
        self.assertEqual(self.stop(process), 0)
        self.assertEqual(json.loads((self.scratch / "seen.json").read_text()), [case, 7])


class Ends(SubjectTest):
    def code_of(self, *arguments, **options):
        return self.start(*arguments, **options).wait(DEADLINE)

    def loader(self, text):
        (self.scratch / "loader.py").write_text(text)
        return "loader.py:make"

    def test_3_and_one_line_when_it_cannot_do_the_work(self):
        self.assertEqual(self.code_of("--make", self.loader("def make(case, seed): return []"),
                                      case=loader_case(device="cuda")), 3)
        self.assertEqual(self.errors(), "loader: settings.device is cuda; it has cpu\n")
        raises = "import feedrate\ndef make(case, seed): raise feedrate.Unsupported('no\\nway')"
        self.assertEqual(self.code_of("mine", "--make", self.loader(raises)), 3)
        self.assertEqual(self.errors(), "mine: no way\n")

    def test_1_and_the_traceback_when_it_fails(self):
        self.assertEqual(self.code_of("--make", self.loader("def make(case, seed): return [1 / 0]")), 1)
        self.assertIn("Traceback", self.errors())
        self.assertTrue(self.errors().endswith("ZeroDivisionError: division by zero\n"))
        self.assertEqual(self.code_of("--make", self.loader("")), 1)
        self.assertTrue(self.errors().endswith("loader.py has no function make; expected `def make(case, seed):`\n"))
        self.assertEqual(self.code_of("--make", self.loader("def make(case, seed): return []")), 1)
        self.assertIn("epoch 0 gave no batch", self.errors())

    def test_an_order_of_another_kind_is_refused(self):
        for text, message in (('{"schema": "feedrate/block/1"}', "schema is 'feedrate/block/1'; expected 'feedrate/order/1'"),
                              ('{"schema": "feedrate/order/1", "cells": [1, 2]}', "has 2 cells; expected 1"),
                              ("[]", "schema is None")):
            with self.subTest(text):
                path = self.scratch / "order.json"
                path.write_text(text)
                with self.assertRaises(ValueError) as raised:
                    order.read(path)
                self.assertIn(message, str(raised.exception))

    def test_2_when_the_arguments_are_wrong(self):
        for arguments, message in ((["torch-pill"], "NAME is 'torch-pill'; expected one of torch-pil, torch-tv, "),
                                   (["--make", "loader.py"], "--make is 'loader.py'; expected FILE.py:FUNCTION"),
                                   ([], "expected NAME --order FILE with --marks DIR"),
                                   (["--describe=all"], "invalid choice: 'all'")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.code_of(*arguments), 2)
                self.assertIn(message, self.errors())


class Stacks(SubjectTest):
    def test_a_hung_process_and_its_forked_children_show_where_they_are(self):
        (self.scratch / "loader.py").write_text("""
import os
import threading


def wait_in_the_child(lock):
    lock.acquire()


def make(case, seed):
    lock = threading.Lock()
    lock.acquire()
    yield [1]
    if os.fork() == 0:
        wait_in_the_child(lock)
    lock.acquire()
""")
        process = self.start("--make", "loader.py:make")
        files = self.until(lambda: self.dump_files(2), process)
        child, = (path for path in files if path.stem != "faulthandler-%d" % process.pid)
        self.addCleanup(os.kill, self.pid_of(child), signal.SIGKILL)
        main = self.marks / ("faulthandler-%d.txt" % process.pid)

        def shows(path, pattern):  # asked again until it has come there
            os.kill(self.pid_of(path), signal.SIGUSR1)
            return re.search(pattern, path.read_text())

        self.until(lambda: shows(child, r'loader.py", line \d+ in wait_in_the_child'), process)
        self.until(lambda: shows(main, r'loader.py", line \d+ in make'), process)
        self.assertNotIn("wait_in_the_child", main.read_text())

    @staticmethod
    def pid_of(path):
        return int(path.stem.split("-")[1])

    def dump_files(self, count):
        found = list(self.marks.glob("faulthandler-*.txt"))
        return found if len(found) == count else None


if __name__ == "__main__":
    unittest.main()
