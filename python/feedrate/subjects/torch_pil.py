"""torch DataLoader, Pillow for decoding and geometry, torchvision v2 transforms: what most people write first."""
import io

from feedrate import Unsupported, capability, marks
from feedrate.folder import jpeg_files

GROUP = "torch"  # the environment of tools/subjects that holds its libraries
LIBRARIES = ("torch", "torchvision", "PIL")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}],
    "in_flight": {"per_prefetch": 1},
    "least_workers": 0,
}


def probe():
    """Versions, after one picture went all the way: Pillow can be built without JPEG, torchvision for another torch."""
    import PIL
    import torch
    import torchvision
    from PIL import Image, features

    encoded = io.BytesIO()
    Image.new("RGB", (32, 32)).save(encoded, "JPEG")
    crop = {"op": "random_resized_crop", "size": [8, 8], "scale": [0.08, 1], "ratio": [0.75, 1.333], "antialias": True}
    normalize = {"op": "normalize", "mean": [0.5] * 3, "std": [0.5] * 3}
    steps = transforms([{"op": "decode", "format": "jpeg"}, crop, {"op": "horizontal_flip", "probability": 0.5}, normalize])
    steps(decode(encoded))
    versions = {"torch": torch.__version__, "torchvision": torchvision.__version__, "pillow": PIL.__version__}
    turbo = features.version_feature("libjpeg_turbo")
    if turbo:
        versions["libjpeg-turbo"] = turbo
    return versions


def decode(file):
    from PIL import Image

    return Image.open(file).convert("RGB")


def transforms(operations):
    """The recipe after decoding, in its order. Geometry before the first normalize is Pillow's, on its own images."""
    import torch
    from torchvision.transforms import v2

    if operations[0]["op"] != "decode":
        raise Unsupported("the recipe begins with %s; it begins with decode" % operations[0]["op"])
    to_tensor = [v2.ToImage(), v2.ToDtype(torch.float32, scale=True)]
    steps, is_tensor = [], False
    for each in operations[1:]:
        if each["op"] == "random_resized_crop":
            if not is_tensor and not each["antialias"]:
                raise Unsupported("antialias is false in random_resized_crop; Pillow always antialiases")
            steps.append(v2.RandomResizedCrop(each["size"], scale=each["scale"], ratio=each["ratio"],
                                              interpolation=v2.InterpolationMode.BILINEAR, antialias=each["antialias"]))
        elif each["op"] == "horizontal_flip":
            steps.append(v2.RandomHorizontalFlip(each["probability"]))
        elif each["op"] == "normalize":
            steps += [] if is_tensor else to_tensor
            is_tensor = True
            steps.append(v2.Normalize(each["mean"], each["std"]))
        else:
            raise Unsupported("the recipe has %s after its first operation" % each["op"])
    return v2.Compose(steps if is_tensor else steps + to_tensor)


class Photos:
    """A map-style dataset: sample i is file i, read, decoded and transformed."""

    def __init__(self, paths, steps, in_memory):
        self.paths = paths
        self.steps = steps
        self.encoded = [_contents(path) for path in paths] if in_memory else None

    def __len__(self):
        return len(self.paths)

    def sample(self, index):
        return self.steps(decode(self.paths[index] if self.encoded is None else io.BytesIO(self.encoded[index])))

    def __getitem__(self, index):
        sample = self.sample(index)
        marks.current().count_sample()
        return sample


def _contents(path):
    with open(path, "rb") as file:
        return file.read()


def one_thread(worker):
    import torch

    torch.set_num_threads(1)


def make(case, seed, dataset=Photos):
    import torch
    from torch.utils.data import DataLoader

    work, settings = case["work"], case["settings"]
    output = work["recipe"]["output"]
    if output != {"dtype": "float32", "layout": "NCHW"}:
        raise Unsupported("recipe.output is %s %s; it makes float32 NCHW" % (output["dtype"], output["layout"]))
    if work.get("handoff") == "device":
        raise Unsupported("handoff is device; it hands batches to the host")
    if settings["pin_memory"] and not torch.cuda.is_available():
        raise Unsupported("settings.pin_memory is true, but torch sees no GPU here and would not pin")
    paths, batch, workers = jpeg_files(work["data"]), settings["batch"], settings["workers"]
    if len(paths) < batch:
        raise ValueError("%s gives %d pictures and a batch is %d; expected at least one batch: use more pictures or a smaller "
                         "batch" % (work["data"]["uri"], len(paths), batch))
    if settings["threads"] == "micro-single":
        torch.set_num_threads(1)
    torch.manual_seed(seed)  # for the transforms of this process; workers are seeded from the generator
    return DataLoader(
        dataset(paths, transforms(work["recipe"]["operations"]), work["data"]["source"] == "memory"),
        batch_size=batch, shuffle=True, drop_last=True, generator=torch.Generator().manual_seed(seed),
        num_workers=workers, prefetch_factor=settings["prefetch"] if workers else None, worker_init_fn=one_thread,
        persistent_workers=settings["persistent_workers"] and workers > 0, pin_memory=settings["pin_memory"])
