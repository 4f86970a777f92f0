"""torchcodec: threads that each open a video in memory, seek in it and decode a clip, with one of FFmpeg's threads each."""
from feedrate import Unsupported
from feedrate.folder import VIDEOS
from feedrate.subjects import decoding

GROUP = "torch"
LIBRARIES = ("torch", "torchcodec")
CAPABILITY = {"supports": [decoding.support("video")], "in_flight": decoding.IN_FLIGHT, "least_workers": 1}


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


def clip_of(frames, seek):
    from torchcodec.decoders import VideoDecoder

    def clip(video, turn):
        decoder = VideoDecoder(video, dimension_order="NHWC", num_ffmpeg_threads=1, seek_mode=seek)
        count = decoder.metadata.num_frames
        if count < frames:
            raise ValueError("a video has %d frames, and a clip %d" % (count, frames))
        first = first_frame(turn, count, frames)
        return decoder.get_frames_in_range(first, first + frames).data

    return clip


def make(case, seed):
    import torch

    work = case["work"]
    if work["decode"]["format"] != "video":
        raise Unsupported("decode has format %s; it decodes video" % work["decode"]["format"])
    torch.set_num_threads(1)
    return decoding.Decoding(decoding.encoded(work, VIDEOS), clip_of(work["media"]["frames"], work["decode"].get("seek", "exact")), case["settings"])
