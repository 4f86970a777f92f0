"""torchcodec: threads that each open a video in memory, seek in it and decode a clip, with one of FFmpeg's threads each."""
import collections
import concurrent.futures
import threading

from feedrate import Unsupported, marks
from feedrate.folder import VIDEOS, sample_files
from feedrate.subjects.torch_loader import contents

GROUP = "torch"
LIBRARIES = ("torch", "torchcodec")
CAPABILITY = {
    "supports": [{"scope": "decode", "media": ["video"], "sources": ["memory"], "devices": ["cpu"], "operations": ["decode"]}],
    "in_flight": {"fixed": 1, "per_prefetch": 1},
    "least_workers": 1,
}


def probe():
    import torch
    import torchcodec
    from torchcodec._core import get_ffmpeg_library_versions  # fails where none of FFmpeg's libraries could be loaded

    found = get_ffmpeg_library_versions()
    return {"torch": torch.__version__, "torchcodec": torchcodec.__version__, "ffmpeg": str(found["ffmpeg_version"]),
            "libavcodec": ".".join(map(str, found["libavcodec"]))}


def first_frame(turn, count, frames):
    """Where a clip begins the turn-th time its video is decoded: as src/feedrate/app/native/run_decode.cc says."""
    return (turn * 61 + 17) % (count - frames + 1)


class Batch:
    """Clips, which nobody puts into one array."""

    def __init__(self, clips):
        self.clips = clips
        self.shape = (len(clips), *clips[0].shape)
        self.nbytes = sum(clip.nbytes for clip in clips)

    def __len__(self):
        return len(self.clips)


class Clips:
    """Sample i is a clip of video i modulo their number, for ever."""

    def __init__(self, videos, frames, seek, settings):
        self.videos, self.frames, self.seek, self.settings = videos, frames, seek, settings
        self.counting = threading.Lock()

    def clip(self, number):
        from torchcodec.decoders import VideoDecoder

        turn, index = divmod(number, len(self.videos))
        decoder = VideoDecoder(self.videos[index], dimension_order="NHWC", num_ffmpeg_threads=1, seek_mode=self.seek)
        count = decoder.metadata.num_frames
        if count < self.frames:
            raise ValueError("video %d has %d frames, and a clip %d" % (index, count, self.frames))
        first = first_frame(turn, count, self.frames)
        frames = decoder.get_frames_in_range(first, first + self.frames).data
        with self.counting:
            marks.current().count_sample()
        return frames

    def __iter__(self):
        batch, workers = self.settings["batch"], self.settings["workers"]
        ahead = batch * workers * self.settings["prefetch"]
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            waiting, asked = collections.deque(), 0
            try:
                while True:
                    while len(waiting) < ahead + batch:
                        waiting.append(pool.submit(self.clip, asked))
                        asked += 1
                    yield Batch([waiting.popleft().result() for _ in range(batch)])
            finally:
                for each in waiting:
                    each.cancel()


def make(case, seed):
    import torch

    work, settings = case["work"], case["settings"]
    if work["decode"]["format"] != "video":
        raise Unsupported("decode has format %s; it decodes video" % work["decode"]["format"])
    torch.set_num_threads(1)
    videos = [contents(path) for path in sample_files(work["data"], VIDEOS)]
    return Clips(videos, work["media"]["frames"], work["decode"].get("seek", "exact"), settings)
