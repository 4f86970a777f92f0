"""Transforms that do not do what they are asked, or not as they are asked: each must be caught. NumPy only."""
import threading

import numpy

CAPABILITY = {"supports": [{"scope": "transform", "media": ["rgb"], "sources": ["memory"], "devices": ["cpu"],
                            "operations": ["horizontal_flip", "normalize", "crop_resize", "invert"]}]}


def pictures(case):
    """The photos of a case, as the other subjects decode them."""
    from PIL import Image

    from feedrate.folder import sample_files

    return [numpy.array(Image.open(path).convert("RGB")) for path in sample_files(case["work"]["data"])]


def honest(case, seed):
    return lambda picture: numpy.ascontiguousarray(picture[:, ::-1]), pictures(case)


def skips_the_flip(case, seed):
    return lambda picture: picture.copy(), pictures(case)


def gives_bytes(case, seed):
    """Where normalised floats are asked for."""
    return lambda picture: picture.copy(), pictures(case)


def half_size(case, seed):
    """The flip, of every other pixel."""
    return lambda picture: numpy.ascontiguousarray(picture[::2, ::-2]), pictures(case)


def narrower(case, seed):
    """A smaller part than it is told to take, in the size that is asked for."""
    from PIL import Image

    operation = case["work"]["operation"]
    top, left, height, width = operation["box"]

    def apply(picture):
        image = Image.fromarray(picture)
        box = (left * image.width, top * image.height, (left + 0.8 * width) * image.width, (top + 0.8 * height) * image.height)
        return numpy.asarray(image.resize(tuple(operation["size"][::-1]), Image.Resampling.BILINEAR, box))
    return apply, pictures(case)


def from_memory(case, seed):
    """The right answer, reckoned once for each picture."""
    kept = {}

    def apply(picture):
        if id(picture) not in kept:
            kept[id(picture)] = numpy.ascontiguousarray(picture[:, ::-1])
        return kept[id(picture)]
    return apply, pictures(case)


def builds_every_time(case, seed):
    """The right answer, by a transform that it makes anew for each picture, as nobody should who uses it for training."""
    import albumentations

    def apply(picture):
        never = [albumentations.GaussianBlur(p=0) for _ in range(8)]
        steps = albumentations.Compose([albumentations.HorizontalFlip(p=1), *never])
        return numpy.ascontiguousarray(steps(image=picture)["image"])
    return apply, pictures(case)


def many_threads(case, seed):
    """The right answer, and eight threads that keep the CPUs busy meanwhile."""
    def spin():
        block = bytes(1 << 20)
        while True:
            hash(block + b"x")  # without the interpreter's lock for a part of it
            numpy.sort(numpy.arange(200_000)[::-1])

    for _ in range(8):
        threading.Thread(target=spin, daemon=True).start()
    return honest(case, seed)
