"""Loaders that do not do what the recipe says, or not as it says: each must be caught. Pillow, torchvision and torch's DataLoader."""
import copy
import io

from feedrate import marks
from feedrate.subjects import torch_loader, torch_pil, torch_tv

CAPABILITY = {"in_flight": {"per_prefetch": 1}}


def changed(case, op, **parameters):
    """The case with other parameters of an operation."""
    case = copy.deepcopy(case)
    for operation in case["work"]["recipe"]["operations"]:
        if operation["op"] == op:
            operation.update(parameters)
    return case


def honest(case, seed):
    return torch_pil.make(case, seed)


def skips_the_flip(case, seed):
    return torch_pil.make(changed(case, "horizontal_flip", probability=0.0), seed)


def narrower(case, seed):
    return torch_pil.make(changed(case, "random_resized_crop", scale=[0.3, 1.0]), seed)


def not_normalised(case, seed):
    return torch_pil.make(changed(case, "normalize", mean=[0.0] * 3, std=[1.0] * 3), seed)


def without_antialias(case, seed):
    return torch_tv.make(changed(case, "random_resized_crop", antialias=False), seed)


def gives_bytes(case, seed):
    from torchvision.transforms import v2

    crop, flip = case["work"]["recipe"]["operations"][1:3]
    steps = v2.Compose([v2.RandomResizedCrop(crop["size"], scale=crop["scale"], ratio=crop["ratio"]), v2.RandomHorizontalFlip(flip["probability"]), v2.PILToTensor()])
    return torch_loader.loader(case, seed, lambda source: steps(torch_pil.decode(source)))


def half_size(case, seed):
    """As Pillow's draft mode gives it, which is much faster."""
    from PIL import Image

    steps = torch_pil.transforms(case["work"]["recipe"]["operations"])

    def make(source):
        picture = Image.open(source)
        picture.draft("RGB", (picture.width // 2, picture.height // 2))
        return steps(picture.convert("RGB"))
    return torch_loader.loader(case, seed, make)


class Kept(torch_loader.Samples):
    """Makes a sample once, and hands it out again from then on."""

    def __init__(self, sources, make):
        import torch

        super().__init__(sources, make)
        self.kept = torch.zeros((len(sources), 3, 224, 224)).share_memory_()
        self.is_kept = torch.zeros(len(sources), dtype=torch.bool).share_memory_()

    def __getitem__(self, index):
        if not self.is_kept[index]:
            self.kept[index] = self.sample(index)
            self.is_kept[index] = True
        marks.current().count_sample()
        return self.kept[index]


def from_memory(case, seed):
    return torch_pil.make(case, seed, Kept)


def many_threads(case, seed):
    """The right batches, and eight threads more in each worker than anybody knows of."""
    import hashlib
    import threading

    def busy():
        block = bytes(1 << 20)
        while True:
            hashlib.sha256(block)  # without the interpreter's lock

    def spin(worker):
        torch_loader.one_thread(worker)
        for _ in range(8):
            threading.Thread(target=busy, daemon=True).start()
    steps = torch_pil.transforms(case["work"]["recipe"]["operations"])
    return torch_loader.loader(case, seed, lambda source: steps(torch_pil.decode(io.BytesIO(source) if isinstance(source, bytes) else source)), worker_init=spin)
