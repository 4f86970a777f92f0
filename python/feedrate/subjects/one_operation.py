"""What the subjects of the transform scope share: pictures decoded beforehand, one operation of a library with the parameters of a recipe,
and what a table of levels, a box or a matrix is where a user writes it by hand."""
import collections
import math

from feedrate import Unsupported
from feedrate.arrays import array_of
from feedrate.folder import ARRAYS, VIDEOS, sample_files
from feedrate.subjects import decoding

OF_TWO = ("mixup", "cutmix")
MOVED = ("rotate", "shear", "translate", "zoom")  # what affine can do
SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))

# How a library holds a picture: photo(path); array(height x width x channels); clip(frames x height x width x channels), or None where it
# takes one frame after the other; turned(picture): by 180 degrees.
Pictures = collections.namedtuple("Pictures", "photo array clip turned")


def capability(operations, lacks, media=("rgb",), decodes=False, devices=("cpu",)):
    """`lacks`: why it does not have the other operations of the catalogue, by its documentation."""
    supports = [{"scope": "transform", "media": list(media), "sources": ["memory"], "devices": list(devices), "operations": list(operations), "lacks": lacks}]
    return {
        "supports": supports + [decoding.support("rgb")] * decodes,
        "in_flight": decoding.IN_FLIGHT,
        "least_workers": 0,
    }


def by_name(*functions, moved=None):
    """What makes each operation, by the name of its function. `moved`: what makes the ones that affine can do."""
    return {**{each.__name__: each for each in functions}, **(dict.fromkeys(MOVED, moved) if moved else {})}


def make(case, operations, pictures):
    """(apply, items) of a case. `operations`: what makes a function of an operation's parameters, by the operation's name."""
    work = case["work"]
    operation, kind = work["operation"], work["media"]["kind"]
    check_channels(operation, work["media"].get("channels", 3))
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


def on_device(case, apply, items):
    """Of a library that works on tensors: samples where the case wants them, and a call that returns when its work is done. Not run on a
    GPU by anybody yet."""
    if case["settings"]["device"] == "cpu":
        return apply, items
    import torch

    def whole(item):
        made = apply(item)
        torch.cuda.synchronize()
        return made
    return whole, [tuple(each.cuda() for each in item) if isinstance(item, tuple) else item.cuda() for item in items]


def check_channels(operation, channels):
    """The recipe does not know how many there are."""
    if operation["op"] == "drop_channel" and operation["channel"] >= channels:
        raise ValueError("drop_channel is of channel %d, and there are %d, from 0" % (operation["channel"], channels))
    if operation["op"] == "permute_channels" and len(operation["order"]) != channels:
        raise ValueError("permute_channels has %d channels, and there are %d" % (len(operation["order"]), channels))


def by_size(function):
    """function(width, height), kept for the sizes that were seen."""
    kept = {}

    def of(width, height):
        found = kept.get((width, height))
        if found is None:
            found = kept[width, height] = function(width, height)
        return found
    return of


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
        raise Unsupported("antialias is true in %s; it never antialiases" % operation["op"])


def antialiased(operation):
    if not operation["antialias"]:
        raise Unsupported("antialias is false in %s; it always antialiases" % operation["op"])


def levels(function):
    """A table of what becomes of each level: cut to 0 .. 255, fractions dropped."""
    return [int(min(max(function(level), 0), 255)) for level in range(256)]


def box(shares, width, height):
    """(left, top, width, height) in pixels."""
    def pixels(share, size):
        return int(share * size + 0.5)

    top, left = min(pixels(shares[0], height), height - 1), min(pixels(shares[1], width), width - 1)
    return left, top, min(max(pixels(shares[3], width), 1), width - left), min(max(pixels(shares[2], height), 1), height - top)


def as_affine(operation):
    """Rotate, shear, translate and zoom, as the affine operation that does the same."""
    plain = {"op": "affine", "angle": 0.0, "scale": 1.0, "shear": 0.0, "translate": [0.0, 0.0]}
    key, parameter = {"rotate": ("angle", "angle"), "shear": ("shear", "angle"), "translate": ("translate", "by"), "zoom": ("scale", "scale")}[operation["op"]]
    return {**plain, key: operation[parameter]}


def corners(operation, width, height, middle=0.0):
    """(where the corners of a picture are, where they go): four (x, y) each. `middle`: where the first pixel has its middle; 0.5 counts from
    the picture's edge, 0 from that pixel."""
    scaled = [(x * width - 0.5 + middle, y * height - 0.5 + middle)
              for x, y in ((0, 0), (1, 0), (1, 1), (0, 1), *zip(operation["corners"][::2], operation["corners"][1::2]))]
    return scaled[:4], scaled[4:]


def perspective(come_from, go_to):
    """(a .. h) of x = (a u + b v + c) / (g u + h v + 1), y = (d u + e v + f) / (g u + h v + 1): where a pixel of the result comes from."""
    import numpy  # once for every size of pictures

    rows, values = [], []
    for (x, y), (u, v) in zip(come_from, go_to):
        rows += [(u, v, 1, 0, 0, 0, -u * x, -v * x), (0, 0, 0, u, v, 1, -u * y, -v * y)]
        values += [x, y]
    return [float(each) for each in numpy.linalg.solve(numpy.array(rows), numpy.array(values))]


def matrix(operation, width, height):
    """((a, b, c), (d, e, f)): where a pixel of the picture goes to, by places of pixels' middles."""
    turn, slope = math.radians(operation["angle"]), math.tan(math.radians(operation["shear"]))
    scale, (right, down) = operation["scale"], operation["translate"]
    a, b = scale * math.cos(turn), scale * (-math.cos(turn) * slope - math.sin(turn))
    d, e = scale * math.sin(turn), scale * (-math.sin(turn) * slope + math.cos(turn))
    x, y = (width - 1) / 2, (height - 1) / 2
    return (a, b, x + right - a * x - b * y), (d, e, y + down - d * x - e * y)
