"""The one row of operations that most image training has, taken apart, and what a user writes by hand where a library leaves it to
them: which part random_resized_crop takes, and bytes to normalised floats. Draws random numbers only from what it is given."""
import collections
import math

from feedrate import Unsupported

OPERATIONS = ("decode", "random_resized_crop", "horizontal_flip", "normalize")
ATTEMPTS = 10  # as torchvision: then the largest part in the middle

# size: (height, width); scale, ratio: (low, high); flip: probability; mean and std in shares of 255
TrainRecipe = collections.namedtuple("TrainRecipe", "size scale ratio antialias flip mean std")


def check_output(work):
    output = work["recipe"]["output"]
    layout = "NTCHW" if work["media"]["kind"] == "video" else "NCHW"
    if output != {"dtype": "float32", "layout": layout}:
        raise Unsupported("recipe.output is %s %s; it makes float32 %s" % (output["dtype"], output["layout"], layout))
    if work.get("handoff") == "device":
        raise Unsupported("handoff is device; it hands batches to the host")


def of(work, antialiases, photos=("jpeg",)):
    """The recipe of a loader's `work`. `antialiases`: what the library does, True, False, or None where it can do both; `photos`: what it
    decodes."""
    check_output(work)
    operations = work["recipe"]["operations"]
    found = tuple(each["op"] for each in operations)
    if found != OPERATIONS:
        raise Unsupported("the recipe is %s; it does %s" % (", ".join(found), ", ".join(OPERATIONS)))
    decode, crop, flip, normalize = operations
    if work["media"]["kind"] == "rgb" and decode["format"] not in photos:
        raise Unsupported("decode has format %s; it decodes %s" % (decode["format"], " and ".join(photos)))
    if antialiases not in (None, crop["antialias"]):
        raise Unsupported("antialias is %s in random_resized_crop; it %s antialiases" % (
            str(crop["antialias"]).lower(), "always" if antialiases else "never"))
    return TrainRecipe(tuple(crop["size"]), tuple(crop["scale"]), tuple(crop["ratio"]), crop["antialias"], flip["probability"],
                       normalize["mean"], normalize["std"])


def random_part(random, width, height, scale, ratio):
    """(left, top, width, height) of the part to take. `random()` gives numbers from 0 up to 1."""
    area = width * height
    low, high = math.log(ratio[0]), math.log(ratio[1])
    for _ in range(ATTEMPTS):
        wanted = area * (scale[0] + (scale[1] - scale[0]) * random())
        shape = math.exp(low + (high - low) * random())
        w, h = round(math.sqrt(wanted * shape)), round(math.sqrt(wanted / shape))
        if 0 < w <= width and 0 < h <= height:
            return int(random() * (width - w + 1)), int(random() * (height - h + 1)), w, h
    shape = min(max(width / height, ratio[0]), ratio[1])
    w, h = min(width, round(height * shape)), min(height, round(width / shape))
    return (width - w) // 2, (height - h) // 2, w, h


class Normalise:
    """Rows of bytes into a sample of a batch, one plane a channel."""

    def __init__(self, recipe):
        import numpy

        self.factor = (1 / (255 * numpy.float32(recipe.std))).astype(numpy.float32).reshape(-1, 1, 1)
        self.offset = (-numpy.float32(recipe.mean) / numpy.float32(recipe.std)).astype(numpy.float32).reshape(-1, 1, 1)
        self.multiply, self.add = numpy.multiply, numpy.add

    def __call__(self, picture, out):
        self.multiply(picture.transpose(2, 0, 1), self.factor, out=out)
        self.add(out, self.offset, out=out)
