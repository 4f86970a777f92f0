"""What the subjects of the transform scope share: pictures decoded beforehand, one operation of a library with the parameters of a recipe,
and what a table of levels, a box or a matrix is where a user writes it by hand."""
import collections
import math

from feedrate import Unsupported
from feedrate.arrays import array_of
from feedrate.folder import ARRAYS, VIDEOS, sample_files
from feedrate.subjects import decoding

OF_TWO = ("mixup", "cutmix")

# How a library holds a picture: photo(path); array(height x width x channels); clip(frames x height x width x channels), or None where it
# takes one frame after the other; turned(picture): by 180 degrees.
Pictures = collections.namedtuple("Pictures", "photo array clip turned")


def capability(operations, media=("rgb",), decodes=False):
    supports = [{"scope": "transform", "media": list(media), "sources": ["memory"], "devices": ["cpu"], "operations": list(operations)}]
    return {
        "supports": supports + [decoding.support("rgb")] * decodes,
        "in_flight": decoding.IN_FLIGHT,
        "least_workers": 0,
    }


def make(case, operations, pictures):
    """(apply, items) of a case. `operations`: what makes a function of an operation's parameters, by the operation's name."""
    work = case["work"]
    operation, kind = work["operation"], work["media"]["kind"]
    apply = operations[operation["op"]](operation)
    if kind == "rgb":
        items = [pictures.photo(path) for path in sample_files(work["data"])]
    elif kind == "multichannel":
        items = [pictures.array(array) for array in _arrays(work)]
    elif pictures.clip:
        items = [pictures.clip(clip) for clip in _clips(work)]
    else:
        items, apply = [[pictures.array(frame) for frame in clip] for clip in _clips(work)], each_frame(apply)
    if operation["op"] in OF_TWO:
        by_frames = kind == "video" and not pictures.clip
        items = [[(frame, pictures.turned(frame)) for frame in item] if by_frames else (item, pictures.turned(item)) for item in items]
    if kind != "rgb":
        _try(apply, items[0])
    return apply, items


def each_frame(apply):
    return lambda frames: [apply(frame) for frame in frames]


def _arrays(work):
    for path in sample_files(work["data"], ARRAYS):
        array = array_of(path)
        if array.shape[2] != work["media"]["channels"]:
            raise ValueError("%s has %d channels; expected %d" % (path, array.shape[2], work["media"]["channels"]))
        yield array


def _clips(work):
    """The first frames of each video."""
    from torchcodec.decoders import VideoDecoder

    for path in sample_files(work["data"], VIDEOS):
        yield VideoDecoder(path, dimension_order="NHWC", num_ffmpeg_threads=1).get_frames_in_range(0, work["media"]["frames"]).data.numpy()


def _try(apply, item):
    """Most libraries have colour pictures in mind: what they say to others is the reason why they are not measured."""
    try:
        apply(item)
    except Exception as error:  # pylint: disable=broad-except
        raise Unsupported("%s: %s" % (type(error).__name__, (str(error).strip() or "without a word").splitlines()[0])) from error


def always(operation):
    if operation["probability"] != 1:
        raise Unsupported("horizontal_flip has probability %g; a transform does the same to every sample: write 1" % operation["probability"])


def plain(operation):
    """For a library that cannot widen its filter."""
    if operation["antialias"]:
        raise Unsupported("antialias is true in resize; it never antialiases")


def antialiased(operation):
    if not operation["antialias"]:
        raise Unsupported("antialias is false in resize; it always antialiases")


def levels(function):
    """A table of what becomes of each level: cut to 0 .. 255, fractions dropped."""
    return [int(min(max(function(level), 0), 255)) for level in range(256)]


def box(shares, width, height):
    """(left, top, width, height) in pixels."""
    def pixels(share, size):
        return int(share * size + 0.5)

    top, left = min(pixels(shares[0], height), height - 1), min(pixels(shares[1], width), width - 1)
    return left, top, min(max(pixels(shares[3], width), 1), width - left), min(max(pixels(shares[2], height), 1), height - top)


def matrix(operation, width, height):
    """((a, b, c), (d, e, f)): where a pixel of the picture goes to, by places of pixels' middles."""
    turn, slope = math.radians(operation["angle"]), math.tan(math.radians(operation["shear"]))
    scale, (right, down) = operation["scale"], operation["translate"]
    a, b = scale * math.cos(turn), scale * (-math.cos(turn) * slope - math.sin(turn))
    d, e = scale * math.sin(turn), scale * (-math.sin(turn) * slope + math.cos(turn))
    x, y = (width - 1) / 2, (height - 1) / 2
    return (a, b, x + right - a * x - b * y), (d, e, y + down - d * x - e * y)
