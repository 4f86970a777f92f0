"""torch DataLoader, Pillow for decoding and geometry, torchvision v2 transforms: what most people write first."""
import io

from feedrate import Unsupported
from feedrate.subjects import torch_loader
from feedrate.subjects.torch_loader import Samples

GROUP = "torch"  # the environment of tools/subjects that holds its libraries
LIBRARIES = ("torch", "torchvision", "PIL")
CAPABILITY = torch_loader.CAPABILITY


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


def make(case, seed, dataset=Samples):
    steps = transforms(case["work"]["recipe"]["operations"])
    return torch_loader.loader(case, seed, lambda source: steps(decode(io.BytesIO(source) if isinstance(source, bytes) else source)), dataset)
