"""torchvision's transforms.v2.functional on pictures of Pillow."""
from feedrate.subjects import one_operation, pillow, torchvision_tensor
from feedrate.subjects.torchvision_tensor import functional

GROUP = "torch"
LIBRARIES = ("torch", "torchvision", "PIL")
SAME = ("horizontal_flip", "vertical_flip", "pad", "brightness", "contrast", "color_jitter", "invert", "solarize", "posterize", "equalize", "autocontrast",
        "gamma", "gaussian_blur", "affine", "rotate", "shear", "translate", "zoom", "perspective", "saturation", "hue", "sharpness", "permute_channels", "jpeg")


def probe():
    return {**torchvision_tensor.probe(), **pillow.probe()}


def center_crop(operation):
    crop, size = functional().crop, operation["size"]

    def apply(picture):
        height, width = min(size[0], picture.height), min(size[1], picture.width)
        return crop(picture, (picture.height - height) // 2, (picture.width - width) // 2, height, width)
    return apply


def crop(operation):
    take = functional().crop

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], *picture.size)
        return take(picture, top, left, height, width)
    return apply


def crop_resize(operation):
    from torchvision.transforms import InterpolationMode

    one_operation.antialiased(operation)
    change, size = functional().resized_crop, operation["size"]

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], *picture.size)
        return change(picture, top, left, height, width, size, InterpolationMode.BILINEAR)
    return apply


def resize(operation):
    one_operation.antialiased(operation)
    return torchvision_tensor.resize(operation)


def erase(operation):
    import torch

    overwrite, value = functional().erase, torch.full((1, 1, 1), operation["value"], dtype=torch.uint8)

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], *picture.size)
        return overwrite(picture, top, left, height, width, value)
    return apply


def grayscale(operation):
    change = functional().rgb_to_grayscale
    return lambda picture: change(picture, num_output_channels=3)


# What it does to tensors and pictures alike, and what it has to be told otherwise.
OPERATIONS = {**{name: torchvision_tensor.OPERATIONS[name] for name in SAME},
              **one_operation.by_name(center_crop, crop, crop_resize, resize, grayscale, erase)}
LACKS = {
    **torchvision_tensor.LACKS,
    **dict.fromkeys(("transpose", "rotate_90", "rotate_180"), "of a tensor they are torch's; rotate turns by interpolation (torchvision 0.28, v2.functional.rotate)"),
    "normalize": "Normalize does not take pictures of Pillow (torchvision 0.28, v2.Normalize)",
    "to_float": "what makes floats of a picture makes a tensor of it first (torchvision 0.28, v2.PILToTensor and v2.ToDtype)",
    **dict.fromkeys(("mixup", "cutmix"), "MixUp and CutMix take batches of tensors (torchvision 0.28, v2.MixUp)"),
}
CAPABILITY = one_operation.capability(OPERATIONS, LACKS)


def make(case, seed):
    import torch

    torch.set_num_threads(1)
    return one_operation.make(case, OPERATIONS, one_operation.Pictures(pillow.decoded, None, None, None))
