"""What the trials print when the machine was not theirs alone (tools/trial.py)."""
import contextlib
import io
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import trial  # noqa: E402


def record(rate, disturbed, kind):
    return {"outcome": {"kind": "measured", "disturbed": disturbed}, "evidence": {"window": {"rate": rate}}, "scope": {"interleave": {"kind": kind}}}


def blocks(disturbed, kind):
    """Eight blocks, the first ones with other work beside one of the arms."""
    return {number: {"a": record(200 + number % 2, number < disturbed, kind), "b": record(100, False, kind)} for number in range(8)}


def printed(found):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        ratio = trial.print_ratio(found, "a", "b", 1.5)
    return ratio, out.getvalue()


class Disturbed(unittest.TestCase):
    def test_left_alone_a_ratio_is_all_that_is_said(self):
        ratio, text = printed(blocks(0, "alternate"))
        self.assertAlmostEqual(ratio, 2.005, 3)
        self.assertNotIn("disturbed", text)

    def test_some_blocks_are_counted(self):
        ratio, text = printed(blocks(4, "alternate"))
        self.assertAlmostEqual(ratio, 2.005, 3)
        self.assertIn(", 4 of 8 blocks disturbed by other work; asked", text)

    def test_most_blocks_leave_nothing_to_say_where_arms_take_turns_by_the_block(self):
        ratio, text = printed(blocks(5, "alternate"))
        self.assertTrue(math.isnan(ratio))
        self.assertFalse(ratio >= 1.5)
        self.assertIn("5 of 8 blocks disturbed by other work: CANNOT TELL", text)

    def test_sliced_both_arms_had_the_same_of_it(self):
        ratio, text = printed(blocks(8, "sliced"))
        self.assertAlmostEqual(ratio, 2.005, 3)
        self.assertIn("8 of 8 blocks disturbed by other work; asked", text)


if __name__ == "__main__":
    unittest.main()
