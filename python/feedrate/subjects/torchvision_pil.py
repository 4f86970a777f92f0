"""torchvision's transforms.v2.functional on pictures of Pillow."""
from feedrate.subjects import one_operation, pillow, torchvision_tensor
from feedrate.subjects.torchvision_tensor import functional

GROUP = "torch"
LIBRARIES = ("torch", "torchvision", "PIL")
SAME = ("horizontal_flip", "vertical_flip", "pad", "brightness", "contrast", "color_jitter", "invert", "solarize", "posterize", "equalize", "autocontrast",
        "gamma", "gaussian_blur", "affine", "rotate", "shear", "translate", "zoom", "perspective", "saturation", "hue", "sharpness", "permute_channels")


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


def grayscale(operation):
    change = functional().rgb_to_grayscale
    return lambda picture: change(picture, num_output_channels=3)


# What it does to tensors and pictures alike, and what it has to be told otherwise.
OPERATIONS = {**{name: torchvision_tensor.OPERATIONS[name] for name in SAME},
              **one_operation.by_name(center_crop, crop, crop_resize, resize, grayscale)}
CAPABILITY = one_operation.capability(OPERATIONS)


def make(case, seed):
    import torch

    torch.set_num_threads(1)
    return one_operation.make(case, OPERATIONS, one_operation.Pictures(pillow.decoded, None, None, None))
