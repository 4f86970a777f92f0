"""torchcodec and the native decoder give the same frames of the same videos, and torch-tv loads clips of them. Run by the interpreter of the torch environment, with a build:

    "$(tools/subjects --python torch)" tests/python/torch_clips_test.py
"""
import pathlib
import subprocess
import tempfile
import unittest

import numpy

from harness import IMAGENET, NATIVE, loader_case, made_natively

from feedrate import Unsupported
from feedrate.subjects import torch_tv, torchcodec_clips

FRAMES = 16
ALL_FRAMES = 240  # of a video that `dataset make` makes


def clips_case(uri, seek="exact", kind="video", frames=FRAMES, **settings):
    case = loader_case(source="memory", uri=uri, workers=2, batch=2, **settings)
    case["work"] = {"scope": "decode", "media": {"kind": "video", "frames": frames}, "data": case["work"]["data"], "decode": {"format": kind, "seek": seek}}
    return case


class Clips(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        subprocess.run([NATIVE, "make", "videos", cls.folder / "videos", "--count", "2", "--seed", "1", "--codec", "h264", "--gop", "30", "--threads", "2"],
                       check=True, stdout=subprocess.DEVNULL)

    def test_the_same_frames(self):
        for seek in ("exact", "approximate"):
            case = clips_case(self.folder / "videos", seek)
            batch = next(iter(torchcodec_clips.make(case, 7)))
            self.assertEqual((len(batch), batch.shape), (2, (2, FRAMES, 240, 320, 3)))
            for theirs, ours in zip(batch.samples, made_natively(case, self.folder)):
                self.assertEqual(tuple(theirs.shape), ours.shape)
                apart = numpy.abs(theirs.numpy().astype(int) - ours)
                self.assertLess(apart.mean(), 0.5)
                # One frame earlier or later would be seen: the camera moves.
                self.assertGreater(numpy.abs(theirs[1:].numpy().astype(int) - ours[:-1]).mean(), 2)

    def test_another_part_every_time(self):
        self.assertEqual([torchcodec_clips.first_frame(turn, 240, 16) for turn in range(4)], [17, 78, 139, 200])

    def test_only_video(self):
        with self.assertRaises(Unsupported):
            torchcodec_clips.make(clips_case(self.folder / "videos", kind="jpeg"), 7)

    def loaded(self, frames, **changes):
        """A batch of torch-tv, of whole frames that are not mirrored."""
        case = loader_case("torch-tv", uri=self.folder / "videos", batch=2)
        _, crop, flip, normalize = IMAGENET
        crop = {**crop, "size": [24, 32], "scale": [1, 1], "ratio": [4 / 3, 4 / 3]}
        case["work"].update(media={"kind": "video", "frames": frames}, recipe={
            "name": "clips", "operations": [{"op": "decode", "format": "video", "seek": "approximate"}, crop, {**flip, "probability": 0}, normalize],
            "output": {"dtype": "float32", "layout": "NTCHW"}, **changes})
        return next(iter(torch_tv.make(case, 7))).numpy()

    def test_a_loader_of_clips(self):
        self.assertEqual((self.loaded(FRAMES).shape, self.loaded(FRAMES).dtype), ((2, FRAMES, 3, 24, 32), numpy.float32))
        with self.assertRaises(Unsupported):
            self.loaded(FRAMES, output={"dtype": "float32", "layout": "NCHW"})
        # A clip of all frames begins at the first: as the native decoder sees them, in the mean of each frame and channel.
        _, _, _, normalize = IMAGENET
        levels = (self.loaded(ALL_FRAMES) * numpy.reshape(normalize["std"], (3, 1, 1)) + numpy.reshape(normalize["mean"], (3, 1, 1))) * 255
        native = [clip.mean(axis=(1, 2)) for clip in made_natively(clips_case(self.folder / "videos", frames=ALL_FRAMES), self.folder)]
        for clip in levels.mean(axis=(3, 4)):
            self.assertLess(min(numpy.abs(clip - each).max() for each in native), 1)

    def test_says_what_it_is(self):
        self.assertEqual(set(torchcodec_clips.probe()), {*torchcodec_clips.LIBRARIES, "ffmpeg", "libavcodec"})


if __name__ == "__main__":
    unittest.main()
