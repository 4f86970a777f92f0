"""How the harness counts what is in a batch, and which things it can go over."""
import unittest

import harness  # noqa: F401: makes the package importable

from feedrate import batches, marks


class Array:
    def __init__(self, *shape):
        self.shape = shape
        self.nbytes = 4
        for length in shape:
            self.nbytes *= length

    def __len__(self):
        return self.shape[0]


class OldTensor(Array):
    """As of a torch without Tensor.nbytes."""

    def __init__(self, *shape):
        super().__init__(*shape)
        self.count = self.nbytes // 4
        del self.nbytes

    def numel(self):
        return self.count

    def element_size(self):
        return 4


class Sizes(unittest.TestCase):
    def test_each_kind_of_batch(self):
        images, labels = Array(64, 3, 2, 2), Array(64)
        for batch, expected in ((images, (64, 3072)), (OldTensor(64, 3, 2, 2), (64, 3072)), ((images, labels), (64, 3328)),
                                ([images, labels], (64, 3328)), ({"image": images, "label": labels}, (64, 3328)),
                                (((images, images), labels), (64, 6400)), ({"x": {"image": images}}, (64, 3072)),
                                ([b"a", b"b"], (2, 0)), ([("a", 1), ("b", 2), ("c", 3)], (3, 0)),
                                (([b"a", b"b"], labels), (2, 256)), ([Array(), Array()], (2, 0)), ([], (0, 0))):
            with self.subTest(batch=batch):
                self.assertEqual(batches.size_of(batch), expected)


class Notes(marks.Unwatched):
    """Takes marks as a list, and says stop after so many batches."""

    def __init__(self, stop_after):
        self.left = stop_after
        self.notes = []

    def batch(self, samples, size):
        self.notes.append(samples)
        self.left -= 1

    def epoch(self, number):
        self.notes.append("epoch %d" % number)

    def should_stop(self):
        return self.left == 0


class Epochs(unittest.TestCase):
    def notes(self, make, stop_after=5):
        writer = Notes(stop_after)
        batches.drain(batches.epochs_of(make, "case", 7), writer)
        return writer.notes

    def test_whatever_make_gives_is_begun_anew(self):
        def generator(case, seed):
            yield [1]
            yield [1, 2]

        for make in (lambda case, seed: [[1], [1, 2]], generator, lambda case, seed: lambda: generator(case, seed)):
            self.assertEqual(self.notes(make), [1, 2, "epoch 0", 1, 2, "epoch 1", 1])

    def test_a_generator_function_is_given_another_seed_every_epoch(self):
        def make(case, seed):
            yield seed

        self.assertEqual(list(batches.so_many(batches.epochs_of(make, "case", 7), 3)), [7, 8, 9])

    def test_so_many_batches_need_an_epoch_that_has_some(self):
        with self.assertRaisesRegex(ValueError, "no batch"):
            list(batches.so_many(lambda: iter(()), 3))

    def test_a_generator_is_closed_before_drain_returns(self):
        closed = []

        def make(case, seed):
            try:
                while True:
                    yield [1]
            finally:
                closed.append((case, seed))

        self.notes(make)
        self.assertEqual(closed, [("case", 7)])

    def test_an_epoch_without_a_batch_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "epoch 1 gave no batch; expected at least one"):
            self.notes(lambda case, seed: iter([[1]]))


if __name__ == "__main__":
    unittest.main()
