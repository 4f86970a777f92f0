"""What the tests of measured processes share: orders, starting a subject, telling it to stop."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python"
FAULTS = ROOT / "tests/fault/subjects"
NATIVE = pathlib.Path(os.environ.get("FEEDRATE_PROGRAM") or ROOT / os.environ.get("FEEDRATE_BUILD", "build/dev") / "bin/feedrate").parent / "feedrate-native"
sys.path.insert(0, str(PACKAGE))

import marks_reader  # noqa: E402

CELL = "00112233445566778899aabbccddeeff"
IMAGENET = [{"op": "decode", "format": "jpeg"},
            {"op": "random_resized_crop", "size": [224, 224], "scale": [0.08, 1.0], "ratio": [0.75, 4 / 3],
             "interpolation": "bilinear", "antialias": True},
            {"op": "horizontal_flip", "probability": 0.5},
            {"op": "normalize", "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225]}]
DEADLINE = 120  # seconds until a process that should have ended is a failure


def loader_case(subject="mine", uri="nowhere", operations=None, source="storage", items=None, **settings):
    data = {"uri": str(uri), "source": source, "cache": "any"}
    if items:
        data["items"] = items
    return {"subject": subject,
            "work": {"scope": "loader", "media": {"kind": "rgb"}, "data": data,
                     "recipe": {"name": "imagenet-train", "operations": operations or IMAGENET,
                                "output": {"dtype": "float32", "layout": "NCHW"}},
                     "handoff": "host"},
            "settings": {"workers": 0, "batch": 4, "prefetch": 2, "pin_memory": False, "persistent_workers": False,
                         "device": "cpu", "threads": "pipeline-default", **settings},
            "clock": {"window": "200 batches", "drain": 4}}


def transform_case(operation, uri="nowhere", **settings):
    case = loader_case(source="memory", uri=uri, **settings)
    case["work"] = {"scope": "transform", "media": {"kind": "rgb"}, "data": case["work"]["data"], "operation": operation}
    return case


def made_natively(case, folder, subject="native"):
    """What the native program makes of each sample of a case, an array each; of a loader's case, of each batch."""
    import numpy

    order = folder / "order.json"
    order.write_text(json.dumps({"schema": "feedrate/order/1", "subject": subject, "seed": 1, "cells": [{"id": CELL, "case_id": CELL, "what": {**case, "subject": subject}}]}))
    subprocess.run([NATIVE, subject, "--order", order, "--apply", folder], check=True)
    for path in sorted(folder.glob("*.raw"), key=lambda path: int(path.stem)):
        head, _, values = path.read_bytes().partition(b"\n")
        *shape, kind = head.decode().split()
        yield numpy.frombuffer(values, kind).reshape([int(size) for size in shape])


class SubjectTest(unittest.TestCase):
    """Runs `python -m feedrate.subject` in a folder of its own, with the package as its only PYTHONPATH."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.marks = self.scratch / "marks"
        self.marks.mkdir()

    def order(self, case):
        path = self.scratch / "order.json"
        path.write_text(json.dumps({"schema": "feedrate/order/1", "subject": case["subject"], "seed": 7,
                                    "cells": [{"id": CELL, "case_id": CELL[::-1], "what": case}]}))
        return path

    def command(self, *arguments):
        return [sys.executable, "-m", "feedrate.subject", *map(str, arguments)]

    def start(self, *arguments, case=None, environment=None, program=None, listens=False):
        """A subject that runs the case; its standard output and error go to files in the scratch folder."""
        whole = [*arguments, "--order", self.order(case or loader_case()), "--marks", self.marks]
        command = [sys.executable, *map(str, [program, *whole])] if program else self.command(*whole)
        with open(self.scratch / "stdout", "wb") as out, open(self.scratch / "stderr", "wb") as err:
            process = subprocess.Popen(command, cwd=self.scratch, stdout=out, stderr=err, stdin=subprocess.PIPE if listens else subprocess.DEVNULL,
                                       env={**os.environ, "PYTHONPATH": str(PACKAGE), **(environment or {})})
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
            process.wait()

    def errors(self):
        return (self.scratch / "stderr").read_text()

    def describe(self, *arguments):
        done = subprocess.run(self.command(*arguments), cwd=self.scratch, capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        return [json.loads(line) for line in done.stdout.splitlines()]

    def until(self, condition, process):
        """The first true answer of condition(), asked over and over while the process lives."""
        deadline = time.monotonic() + DEADLINE
        while True:
            ended = process.poll() is not None
            answer = condition()
            if answer:
                return answer
            if ended:
                self.fail("ended with %s: %s" % (process.returncode, self.errors()))
            if time.monotonic() > deadline:
                self.fail("nothing after %d s: %s" % (DEADLINE, self.errors()))

    def main_file(self, process, segment=0):
        path = self.marks / ("%d-%d.marks" % (process.pid, segment))
        if not path.exists():
            return None
        data = path.read_bytes()
        return marks_reader.read(data, alive=True) if data[:8] == b"FRMARKS\0" else None

    def batches(self, process):
        file = self.main_file(process)
        return [mark for mark in file.marks if mark.kind == 2] if file else []

    def hold(self):
        (self.marks / "hold").touch()

    def assert_is_held(self, process):
        """It is ready, sleeps, and has made nothing; and goes on when it is let go."""
        def is_ready():
            file = self.main_file(process)
            return file and any((mark.kind, mark.a) == (1, 2) for mark in file.marks)

        def sleeps():
            return pathlib.Path("/proc/%d/stat" % process.pid).read_text().rpartition(")")[2].split()[0] == "S"

        self.until(lambda: is_ready() and sleeps(), process)
        self.assertEqual((self.batches(process), self.main_file(process).header.samples_done), ([], 0))
        (self.marks / "hold").unlink()
        self.until(lambda: self.batches(process), process)
        self.assertEqual(self.stop(process), 0, self.errors())

    def tell_to_stop(self, process):
        """As the agent does it: one word in the header."""
        with open(self.marks / ("%d-0.marks" % process.pid), "r+b") as file:
            file.seek(64)
            file.write(struct.pack("<Q", 1))

    def stop(self, process):
        self.tell_to_stop(process)
        return process.wait(DEADLINE)

    def files(self):
        return [marks_reader.read_path(path) for path in sorted(self.marks.glob("*.marks"))]
