"""What subjects make of pictures when nothing is left to chance: the whole picture, resized, mirrored always or never.

    PYTHON pinned.py NAME FOLDER OUT.npy       FOLDER has one folder a picture; NAME is a shipped subject, or `reference`
"""
import pathlib
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
from harness import made_natively  # noqa: E402

SIZE = (224, 224)
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def case_of(name, folder, shape, flip, antialias):
    crop = {"op": "random_resized_crop", "size": list(SIZE), "scale": [1.0, 1.0], "ratio": [shape, shape], "interpolation": "bilinear", "antialias": antialias}
    operations = [{"op": "decode", "format": "jpeg"}, crop, {"op": "horizontal_flip", "probability": flip}, {"op": "normalize", "mean": MEAN, "std": STD}]
    return {"subject": name, "work": {"scope": "loader", "media": {"kind": "rgb"}, "data": {"uri": str(folder), "source": "storage", "cache": "any"},
                                      "recipe": {"name": "pinned", "operations": operations, "output": {"dtype": "float32", "layout": "NCHW"}}, "handoff": "host"},
            "settings": {"workers": 1, "batch": 1, "prefetch": 2, "pin_memory": False, "persistent_workers": False, "device": "cpu", "threads": "pipeline-default"},
            "clock": {"window": "1 epoch", "drain": 4}}


def size_of(path):
    """Width and height, from the frame header: not every environment can decode."""
    data, at = path.read_bytes(), 2
    while not (0xC0 <= data[at + 1] <= 0xC2):
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    return int.from_bytes(data[at + 7:at + 9], "big"), int.from_bytes(data[at + 5:at + 7], "big")


def taps(size, wanted):
    """One row of weights an output pixel: a triangle that widens as the picture shrinks."""
    factor = size / wanted
    support = max(factor, 1.0)
    centres = (numpy.arange(wanted) + 0.5) * factor
    weights = numpy.maximum(0, 1 - numpy.abs((numpy.arange(size) + 0.5)[None] - centres[:, None]) / support)
    return weights / weights.sum(1, keepdims=True)


def reference(path, flip):
    """By the definition, in doubles, rounded nowhere."""
    import simplejpeg

    picture = simplejpeg.decode_jpeg(path.read_bytes(), colorspace="RGB").astype(float)
    rows, columns = taps(picture.shape[0], SIZE[0]), taps(picture.shape[1], SIZE[1])
    out = numpy.einsum("yh,hwc,xw->cyx", rows, picture, columns, optimize=True)
    out = out[:, :, ::-1] if flip else out
    return (out / 255 - numpy.reshape(MEAN, (3, 1, 1))) / numpy.reshape(STD, (3, 1, 1))


def native(name, path, flip):
    width, height = size_of(path)
    with tempfile.TemporaryDirectory() as scratch:
        batch, = made_natively(case_of(name, path.parent, width / height, flip, True), pathlib.Path(scratch), name)
        return batch[0].copy()


def subject(name, path, flip):
    import importlib

    from feedrate import Unsupported, subjects

    make = importlib.import_module("feedrate.subjects." + subjects.SHIPPED[name]).make
    width, height = size_of(path)
    try:
        loader = make(case_of(name, path.parent, width / height, flip, True), 1)
    except Unsupported:  # one that never antialiases
        loader = make(case_of(name, path.parent, width / height, flip, False), 1)
    return numpy.asarray(next(iter(loader)))[0].copy()


def main():
    name, folder, out = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    paths = sorted(folder.glob("*/*.jpg"))
    if name == "reference":
        arrays = [reference(path, flip) for path in paths for flip in (0.0, 1.0)]
    else:
        make = native if name.startswith("native") else subject
        arrays = [make(name, path, flip) for path in paths for flip in (0.0, 1.0)]
    numpy.save(out, numpy.stack(arrays))


main()
