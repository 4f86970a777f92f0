"""torchvision's transforms.v2.functional on tensors of bytes, channels first, a clip in one tensor; a result that is only a view is made
whole."""
from feedrate.subjects import decoding, one_operation

GROUP = "torch"
LIBRARIES = ("torch", "torchvision")


def probe():
    import torch
    import torchvision

    functional().horizontal_flip(torch.zeros((3, 4, 4), dtype=torch.uint8))
    return {"torch": torch.__version__, "torchvision": torchvision.__version__}


def functional():
    from torchvision.transforms.v2 import functional as found

    return found


def center_crop(operation):
    """Not its center_crop, which rounds the place of an odd rest to the nearest even pixel."""
    crop, size = functional().crop, operation["size"]

    def apply(picture):
        height, width = min(size[0], picture.shape[-2]), min(size[1], picture.shape[-1])
        return crop(picture, (picture.shape[-2] - height) // 2, (picture.shape[-1] - width) // 2, height, width).contiguous()
    return apply


def resize(operation):
    from torchvision.transforms import InterpolationMode

    change, size, antialias = functional().resize, operation["size"], operation["antialias"]
    return lambda picture: change(picture, size, InterpolationMode.BILINEAR, antialias=antialias)


def crop(operation):
    take = functional().crop

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], picture.shape[-1], picture.shape[-2])
        return take(picture, top, left, height, width).contiguous()
    return apply


def crop_resize(operation):
    from torchvision.transforms import InterpolationMode

    change, size, antialias = functional().resized_crop, operation["size"], operation["antialias"]

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], picture.shape[-1], picture.shape[-2])
        return change(picture, top, left, height, width, size, InterpolationMode.BILINEAR, antialias=antialias)
    return apply


def rotate_90(operation):
    import torch

    return lambda picture: torch.rot90(picture, 1, (-2, -1)).contiguous()


def rotate_180(operation):
    return lambda picture: picture.flip((-2, -1))


def rotate(operation):
    from torchvision.transforms import InterpolationMode

    turn, angle = functional().rotate, -operation["angle"]
    return lambda picture: turn(picture, angle, InterpolationMode.BILINEAR)


def horizontal_flip(operation):
    one_operation.always(operation)
    return functional().horizontal_flip


def vertical_flip(operation):
    return functional().vertical_flip


def transpose(operation):
    return lambda picture: picture.transpose(-1, -2).contiguous()


def pad(operation):
    add = functional().pad
    return lambda picture: add(picture, operation["border"], fill=operation["value"])


def normalize(operation):
    import torch

    to_dtype, normalise = functional().to_dtype, functional().normalize
    return lambda picture: normalise(to_dtype(picture, torch.float32, scale=True), operation["mean"], operation["std"], inplace=True)


def to_float(operation):
    import torch

    to_dtype = functional().to_dtype
    return lambda picture: to_dtype(picture, torch.float32, scale=True)


def brightness(operation):
    adjust, factor = functional().adjust_brightness, operation["factor"]
    return lambda picture: adjust(picture, factor)


def contrast(operation):
    adjust, factor = functional().adjust_contrast, operation["factor"]
    return lambda picture: adjust(picture, factor)


def color_jitter(operation):
    found = functional()
    steps = ((found.adjust_brightness, operation["brightness"]), (found.adjust_contrast, operation["contrast"]),
             (found.adjust_saturation, operation["saturation"]), (found.adjust_hue, operation["hue"]))

    def apply(picture):
        for adjust, factor in steps:
            picture = adjust(picture, factor)
        return picture
    return apply


def saturation(operation):
    adjust, factor = functional().adjust_saturation, operation["factor"]
    return lambda picture: adjust(picture, factor)


def hue(operation):
    adjust, turn = functional().adjust_hue, operation["turn"]
    return lambda picture: adjust(picture, turn)


def sharpness(operation):
    adjust, factor = functional().adjust_sharpness, operation["factor"]
    return lambda picture: adjust(picture, factor)


def permute_channels(operation):
    permute, order = functional().permute_channels, operation["order"]
    return lambda picture: permute(picture, order)


def grayscale(operation):
    change = functional().rgb_to_grayscale
    return lambda picture: change(picture, num_output_channels=3).contiguous()


def invert(operation):
    return functional().invert


def solarize(operation):
    change, threshold = functional().solarize, operation["threshold"]
    return lambda picture: change(picture, threshold)


def posterize(operation):
    change, bits = functional().posterize, operation["bits"]
    return lambda picture: change(picture, bits)


def equalize(operation):
    return functional().equalize


def autocontrast(operation):
    return functional().autocontrast


def gamma(operation):
    adjust, power = functional().adjust_gamma, operation["gamma"]
    return lambda picture: adjust(picture, power)


def gaussian_blur(operation):
    blur, size, sigma = functional().gaussian_blur, [operation["size"]] * 2, [operation["sigma"]] * 2
    return lambda picture: blur(picture, size, sigma)


def affine(operation):
    from torchvision.transforms import InterpolationMode

    move, shear = functional().affine, [operation["shear"], 0.0]
    angle, scale, translate = operation["angle"], operation["scale"], operation["translate"]
    return lambda picture: move(picture, angle, translate, scale, shear, interpolation=InterpolationMode.BILINEAR)


def moved(operation):
    return affine(one_operation.as_affine(operation))


def perspective(operation):
    from torchvision.transforms import InterpolationMode

    move = functional().perspective
    corners = one_operation.by_size(lambda width, height: one_operation.corners(operation, width, height, middle=0.5))

    def apply(picture):
        size = picture.size if hasattr(picture, "getbands") else (picture.shape[-1], picture.shape[-2])
        return move(picture, *corners(*size), InterpolationMode.BILINEAR)
    return apply


def erase(operation):
    import torch

    overwrite, value = functional().erase, torch.full((1, 1, 1), operation["value"], dtype=torch.uint8)

    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], picture.shape[-1], picture.shape[-2])
        return overwrite(picture, top, left, height, width, value)
    return apply


def jpeg(operation):
    compress, quality = functional().jpeg, operation["quality"]
    return lambda picture: compress(picture, quality)


def mixup(operation):
    import torch

    share = operation["share"]
    return lambda both: both[0].mul(share).add_(both[1], alpha=1 - share).round_().to(torch.uint8)


def cutmix(operation):
    def apply(both):
        picture, other = both
        left, top, width, height = one_operation.box(operation["box"], picture.shape[-1], picture.shape[-2])
        made = picture.clone()
        made[..., top:top + height, left:left + width] = other[..., top:top + height, left:left + width]
        return made
    return apply


OPERATIONS = {
    **one_operation.by_name(
        center_crop, resize, horizontal_flip, vertical_flip, transpose, pad, normalize, brightness, contrast, color_jitter, grayscale, invert, solarize,
        posterize, equalize, autocontrast, gamma, gaussian_blur, affine, erase, jpeg, mixup, cutmix, crop, crop_resize, rotate_90, rotate_180,
        perspective, to_float, saturation, hue, sharpness, permute_channels, moved=moved),
    "rotate": rotate}
NOT_LISTED = ("downscale", "clahe", "sepia", "shift_rgb", "drop_channel", "box_blur", "median_blur", "motion_blur", "unsharp_mask", "erode", "dilate")
LACKS = dict.fromkeys(NOT_LISTED, "there is none in torchvision.transforms.v2.functional, torchvision 0.28")
CAPABILITY = one_operation.capability(OPERATIONS, LACKS, ("rgb", "multichannel", "video"), decodes=True, devices=("cpu", "cuda"))


def decoded(path):
    from torchvision.io import ImageReadMode, decode_jpeg, read_file

    return decode_jpeg(read_file(path), mode=ImageReadMode.RGB)


def decode(encoded):
    from torchvision.io import ImageReadMode, decode_image

    return decode_image(encoded, mode=ImageReadMode.RGB)


def make(case, seed):
    import torch

    torch.set_num_threads(1)
    if case["work"]["scope"] == "decode":
        return decoding.photos(case, decode, lambda encoded: torch.frombuffer(bytearray(encoded), dtype=torch.uint8))
    array = lambda pixels: torch.from_numpy(pixels).permute(2, 0, 1).contiguous()  # noqa: E731
    clip = lambda frames: torch.from_numpy(frames).permute(0, 3, 1, 2).contiguous()  # noqa: E731
    apply, items = one_operation.make(case, OPERATIONS, one_operation.Pictures(decoded, array, clip, lambda picture: picture.flip((-2, -1))))
    return one_operation.on_device(case, apply, items)
