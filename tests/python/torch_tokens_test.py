"""Windows of tokens in batches of torch's DataLoader. Run by the interpreter of the torch environment:

    "$(tools/subjects --python torch)" tests/python/torch_tokens_test.py
"""
import pathlib
import tempfile
import unittest

import numpy

from harness import loader_case

from feedrate import Unsupported
from feedrate.subjects import torch_tokens

LENGTH = 16


def tokens_case(uri, items=None, output=None, **settings):
    case = loader_case("torch-tokens", uri=uri, items=items, **settings)
    case["work"].update(media={"kind": "tokens", "length": LENGTH}, recipe={
        "name": "tokens", "operations": [{"op": "decode", "format": "tokens"}], "output": output or {"dtype": "int64", "layout": "NL"}})
    return case


class Tokens(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        numpy.arange(8 * LENGTH + 3, dtype="<u2").tofile(self.folder / "a.bin")
        numpy.arange(1000 * LENGTH, 1004 * LENGTH, dtype="<u2").tofile(self.folder / "b.bin")

    def test_every_window_once(self):
        for workers in (0, 2):
            loader = torch_tokens.make(tokens_case(self.folder, workers=workers), 3)
            epochs = [numpy.concatenate([batch.numpy() for batch in loader]) for _ in range(2)]
            for epoch in epochs:
                self.assertEqual((epoch.shape, epoch.dtype), ((12, LENGTH), numpy.int64))
                self.assertTrue((numpy.diff(epoch, axis=1) == 1).all())
                self.assertEqual(sorted(epoch[:, 0] // LENGTH), [*range(8), *range(1000, 1004)])
            self.assertNotEqual(list(epochs[0][:, 0]), list(epochs[1][:, 0]))

    def test_only_the_first(self):
        loader = torch_tokens.make(tokens_case(self.folder, items=8), 3)
        self.assertLess(max(int(batch.max()) for batch in loader), 8 * LENGTH)

    def test_what_it_cannot_do(self):
        with self.assertRaises(Unsupported):
            torch_tokens.make(tokens_case(self.folder, output={"dtype": "float32", "layout": "NCHW"}), 3)
        with self.assertRaises(ValueError):
            torch_tokens.make(tokens_case(self.folder, batch=13), 3)

    def test_says_what_it_is(self):
        self.assertEqual(set(torch_tokens.probe()), set(torch_tokens.LIBRARIES))


if __name__ == "__main__":
    unittest.main()
