"""torch DataLoader, torchvision.io for decoding, torchvision v2 transforms on tensors."""
from feedrate.arrays import array_of
from feedrate.subjects import torch_loader, train_recipe

GROUP = "torch"
LIBRARIES = ("torch", "torchvision")
CAPABILITY = torch_loader.capability_of("rgb", "multichannel")


def probe():
    import torch
    import torchvision
    from torchvision.io import encode_jpeg

    decode(encode_jpeg(torch.zeros((3, 32, 32), dtype=torch.uint8)).numpy().tobytes())
    return {"torch": torch.__version__, "torchvision": torchvision.__version__}


def decode(source):
    import torch
    from torchvision.io import ImageReadMode, decode_jpeg, read_file

    encoded = torch.frombuffer(bytearray(source), dtype=torch.uint8) if isinstance(source, bytes) else read_file(source)
    return decode_jpeg(encoded, mode=ImageReadMode.RGB)


def tensor_of(source):
    """Of an array, which is used where it lies."""
    import torch

    return torch.from_numpy(array_of(source)).permute(2, 0, 1)


def transforms(recipe):
    import torch
    from torchvision.transforms import v2

    return v2.Compose([
        v2.RandomResizedCrop(recipe.size, scale=recipe.scale, ratio=recipe.ratio, interpolation=v2.InterpolationMode.BILINEAR,
                             antialias=recipe.antialias),
        v2.RandomHorizontalFlip(recipe.flip), v2.ToDtype(torch.float32, scale=True), v2.Normalize(recipe.mean, recipe.std)])


def make(case, seed):
    steps = transforms(train_recipe.of(case["work"], antialiases=None))
    picture = tensor_of if torch_loader.is_arrays(case["work"]) else decode
    return torch_loader.loader(case, seed, lambda source: steps(picture(source)))
