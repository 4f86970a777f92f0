"""Loops as a person writes them to see how fast a library is, with nothing of feedrate in them: what tools/by_hand holds the shipped
subjects against. Marks are written by hand too, one for so many pictures (docs/formats.md), so that the same agent can read them.

    PYTHON by_hand.py LIBRARY --order FILE --marks DIR
    PYTHON by_hand.py LIBRARY --describe=static|probe
"""
import itertools
import json
import mmap
import os
import pathlib
import struct
import sys
import time

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


class Marks:
    RECORDS = 32768

    def __init__(self, folder, cell):
        path, size = pathlib.Path(folder, "%d-0.marks" % os.getpid()), 4096 + 32 * self.RECORDS
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_bytes().strip()
        head = struct.pack("<8s4I2i2I2q2Q40s32s", b"FRMARKS\0", 1, 4096, 32, self.RECORDS, os.getpid(), os.getppid(), 0, 0, time.monotonic_ns(), time.time_ns(),
                           0, 0, boot, cell.encode())
        with path.open("w+b") as file:
            file.truncate(size)
            self.map = mmap.mmap(file.fileno(), size)
        self.map[8 : len(head)] = head[8:]
        self.map[:8] = head[:8]  # last: whoever reads meanwhile takes the file for one that is still being made
        self.done = memoryview(self.map)[56:64].cast("Q")  # written in one piece: it may be read at any moment
        self.number = 0

    def batch(self, samples):
        self.done[0] += samples
        if self.number < self.RECORDS:
            self.number += 1
            struct.pack_into("<IHHqQII", self.map, 4096 + 32 * (self.number - 1), self.number, 2, 0, time.monotonic_ns(), 0, samples, self.number)

    def stopped(self):
        return self.map[64] != 0


# ---- operations, each as the library's own documentation shows it ------------------------------------------------------

def opencv():
    import cv2

    cv2.setNumThreads(0)
    return lambda path: cv2.imread(path, cv2.IMREAD_COLOR_RGB), {
        "horizontal_flip": lambda picture: cv2.flip(picture, 1),
        "gaussian_blur": lambda picture: cv2.GaussianBlur(picture, (5, 5), 1.0),
        "median_blur": lambda picture: cv2.medianBlur(picture, 5),
    }


def pillow():
    from PIL import Image, ImageFilter, ImageOps

    def load(path):
        picture = Image.open(path).convert("RGB")
        picture.load()
        return picture

    return load, {
        "resize": lambda picture: picture.resize((224, 224), Image.Resampling.BILINEAR),
        "horizontal_flip": ImageOps.mirror,
        "gaussian_blur": lambda picture: picture.filter(ImageFilter.GaussianBlur(1.0)),
    }


def torchvision_tensor():
    import torch
    from torchvision.io import ImageReadMode, decode_image
    from torchvision.transforms.v2 import functional

    torch.set_num_threads(1)
    return lambda path: decode_image(path, ImageReadMode.RGB), {
        "resize": lambda picture: functional.resize(picture, [224, 224], antialias=True),
        "invert": functional.invert,
        "gaussian_blur": lambda picture: functional.gaussian_blur(picture, [5, 5], [1.0, 1.0]),
    }


def albumentationsx():
    import albumentations
    import cv2
    import numpy

    cv2.setNumThreads(0)
    # Its flips are views of the picture: a result must be whole (docs/transforms.md).
    steps = {"horizontal_flip": albumentations.HorizontalFlip(p=1), "vertical_flip": albumentations.VerticalFlip(p=1), "invert": albumentations.InvertImg(p=1),
             "gaussian_blur": albumentations.GaussianBlur(blur_range=(5, 5), sigma_range=(1.0, 1.0), p=1), "median_blur": albumentations.MedianBlur(blur_range=(5, 5), p=1)}
    return lambda path: cv2.imread(path, cv2.IMREAD_COLOR_RGB), {
        name: (lambda picture, step=albumentations.Compose([each]): numpy.ascontiguousarray(step(image=picture)["image"])) for name, each in steps.items()}


# ---- loaders -----------------------------------------------------------------------------------------------------------

class Photos:
    def __init__(self, paths, load):
        self.paths, self.load = paths, load

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return self.load(self.paths[index])


def torch_loader(paths, load, settings):
    from torch.utils.data import DataLoader

    return DataLoader(Photos(paths, load), batch_size=settings["batch"], shuffle=True, num_workers=settings["workers"], drop_last=True)


def torch_pil(paths, settings):
    import torch
    from PIL import Image
    from torchvision.transforms import v2

    steps = v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(), v2.ToImage(), v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)])
    return torch_loader(paths, lambda path: steps(Image.open(path).convert("RGB")), settings)


def torch_tv(paths, settings):
    import torch
    from torchvision.io import ImageReadMode, decode_image
    from torchvision.transforms import v2

    steps = v2.Compose([v2.RandomResizedCrop(224, antialias=True), v2.RandomHorizontalFlip(), v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)])
    return torch_loader(paths, lambda path: steps(decode_image(path, ImageReadMode.RGB)), settings)


def webdataset(paths, settings):
    import atexit
    import io
    import tempfile

    import torch
    import webdataset as wds
    from PIL import Image
    from torchvision.transforms import v2

    kept = tempfile.TemporaryDirectory()
    atexit.register(kept.cleanup)
    folder = kept.name
    with wds.ShardWriter(folder + "/%04d.tar", maxcount=-(-len(paths) // 8), verbose=0) as writer:
        for number, path in enumerate(paths):
            writer.write({"__key__": "%08d" % number, "jpg": pathlib.Path(path).read_bytes()})
    steps = v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(), v2.ToImage(), v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)])
    urls = sorted(map(str, pathlib.Path(folder).glob("*.tar")))
    samples = (wds.WebDataset(urls, shardshuffle=8).shuffle(256).to_tuple("jpg").map_tuple(lambda encoded: steps(Image.open(io.BytesIO(encoded)).convert("RGB")))
               .batched(settings["batch"], partial=False))
    return (batch for _ in itertools.count() for batch, in torch.utils.data.DataLoader(samples, batch_size=None, num_workers=settings["workers"]))


def mosaic(paths, settings):
    import atexit
    import io
    import tempfile

    import torch
    from PIL import Image
    from streaming import MDSWriter, StreamingDataset
    from torch.utils.data import DataLoader
    from torchvision.transforms import v2

    kept = tempfile.TemporaryDirectory()
    atexit.register(kept.cleanup)
    with MDSWriter(out=kept.name, columns={"image": "bytes"}) as writer:
        for path in paths:
            writer.write({"image": pathlib.Path(path).read_bytes()})
    steps = v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(), v2.ToImage(), v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)])

    class Shards(StreamingDataset):
        def __getitem__(self, index):
            return steps(Image.open(io.BytesIO(super().__getitem__(index)["image"])).convert("RGB"))

    loader = DataLoader(Shards(local=kept.name, batch_size=settings["batch"], shuffle=True), batch_size=settings["batch"], num_workers=settings["workers"], drop_last=True)
    return (batch for _ in itertools.count() for batch in loader)


def dali(paths, settings):
    import numpy
    from nvidia.dali import fn, pipeline_def, types

    @pipeline_def(batch_size=settings["batch"], num_threads=settings["workers"], device_id=None)
    def steps():
        encoded, _ = fn.readers.file(files=paths, labels=[0] * len(paths), shuffle_after_epoch=True)
        pictures = fn.resize(fn.decoders.image_random_crop(encoded, device="cpu", output_type=types.RGB), size=(224, 224))
        return fn.crop_mirror_normalize(pictures, mirror=fn.random.coin_flip(), dtype=types.FLOAT, output_layout="CHW", mean=[255 * each for each in MEAN],
                                        std=[255 * each for each in STD])

    built = steps()
    built.build()
    return (numpy.asarray(built.run()[0].as_tensor()) for _ in itertools.count())


TRANSFORMS = {"opencv": opencv, "pillow": pillow, "torchvision-tensor": torchvision_tensor, "albumentationsx": albumentationsx}
LOADERS = {"torch-pil": torch_pil, "torch-tv": torch_tv, "webdataset": webdataset, "mosaic": mosaic, "dali": dali}


def describe(library, depth):
    scope = "transform" if library in TRANSFORMS else "loader"
    operations = ["horizontal_flip", "vertical_flip", "gaussian_blur", "median_blur", "resize", "invert"] if scope == "transform" else [
        "decode", "random_resized_crop", "horizontal_flip", "normalize"]
    print(json.dumps({"schema": "feedrate/capability/1", "subject": library, "depth": depth, "availability": "declared" if depth == "static" else "available", "versions": {},
                      "supports": [{"scope": scope, "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"], "operations": operations}],
                      "in_flight": {"fixed": 1, "per_worker": 0, "per_prefetch": 1}, "least_workers": 0}))


def main():
    library, first = sys.argv[1], sys.argv[2]
    if first.startswith("--describe="):
        return describe(library, first.partition("=")[2])
    if sys.argv[2:6:2] != ["--order", "--marks"] or len(sys.argv) != 6:
        print("by_hand.py: expected LIBRARY --order FILE --marks DIR", file=sys.stderr)
        return 2
    cell, = json.loads(pathlib.Path(sys.argv[3]).read_text())["cells"]
    marks, work, settings = Marks(sys.argv[5], cell["id"]), cell["what"]["work"], cell["what"]["settings"]
    paths = sorted(map(str, pathlib.Path(work["data"]["uri"]).rglob("*.jpg")))[:work["data"].get("items")]
    if library in LOADERS:
        while True:
            for batch in LOADERS[library](paths, settings):
                marks.batch(len(batch))
                if marks.stopped():
                    return 0
    load, operations = TRANSFORMS[library]()
    step, pictures, every = operations[work["operation"]["op"]], [load(path) for path in paths], settings["batch"]
    for number, picture in enumerate(itertools.cycle(pictures), 1):
        step(picture)
        if number % every == 0:
            marks.batch(every)
            if marks.stopped():
                return 0


if __name__ == "__main__":
    sys.exit(main())
