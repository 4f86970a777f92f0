"""What the subjects of the transform scope share: pictures decoded beforehand, one operation of a library with the parameters of a recipe,
and what a table of levels, a box or a matrix is where a user writes it by hand."""
import math

from feedrate import Unsupported
from feedrate.folder import sample_files
from feedrate.subjects import decoding

OF_TWO = ("mixup", "cutmix")


def capability(operations, decodes=False):
    supports = [{"scope": "transform", "media": ["rgb"], "sources": ["memory"], "devices": ["cpu"], "operations": list(operations)}]
    return {
        "supports": supports + [decoding.support("rgb")] * decodes,
        "in_flight": decoding.IN_FLIGHT,
        "least_workers": 0,
    }


def make(case, operations, decode, turn):
    """(apply, items) of a case. decode(path): the library's own kind of picture; turn(picture): by 180 degrees."""
    work = case["work"]
    operation = work["operation"]
    apply = operations[operation["op"]](operation)
    pictures = [decode(path) for path in sample_files(work["data"])]
    if operation["op"] in OF_TWO:
        return apply, [(picture, turn(picture)) for picture in pictures]
    return apply, pictures


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
