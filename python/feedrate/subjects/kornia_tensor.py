"""Kornia: its functions on tensors as it wants them, a batch of float32 in 0 .. 1, channels first. A picture is a batch of one, a clip a
batch of its frames. Pictures are made floats before the clock starts, as other libraries' are decoded."""
import math

from feedrate import Unsupported
from feedrate.subjects import one_operation, torchvision_tensor

GROUP = "torch"
LIBRARIES = ("kornia", "torch", "torchvision")


def probe():
    import kornia
    import torch

    kornia.geometry.transform.hflip(torch.zeros((1, 3, 4, 4)))
    return {"kornia": kornia.__version__, "torch": torch.__version__}


def as_shares(batch):
    return batch.float().div_(255)


def center_crop(operation):
    from kornia.geometry.transform import center_crop as cut

    size = tuple(operation["size"])
    return lambda batch: cut(batch, size)


def resize(operation):
    from kornia.geometry.transform import resize as change

    size, antialias = tuple(operation["size"]), operation["antialias"]
    return lambda batch: change(batch, size, interpolation="bilinear", align_corners=False, antialias=antialias)


def horizontal_flip(operation):
    from kornia.geometry.transform import hflip

    one_operation.always(operation)
    return hflip


def vertical_flip(operation):
    from kornia.geometry.transform import vflip

    return vflip


def rotate_180(operation):
    from kornia.geometry.transform import rot180

    return rot180


def rotate(operation):
    import torch
    from kornia.geometry.transform import rotate as turn

    angle = torch.tensor([-float(operation["angle"])])
    return lambda batch: turn(batch, angle.to(batch.device))


def affine(operation):
    import torch
    from kornia.geometry.transform import affine as move

    def apply(batch):
        rows = one_operation.matrix(operation, batch.shape[-1], batch.shape[-2])
        return move(batch, torch.tensor([rows], dtype=batch.dtype, device=batch.device))
    return apply


def moved(operation):
    return affine(one_operation.as_affine(operation))


def perspective(operation):
    import torch
    from kornia.geometry.transform import get_perspective_transform, warp_perspective

    def apply(batch):
        height, width = batch.shape[-2:]
        come_from, go_to = (torch.tensor([each], dtype=batch.dtype, device=batch.device)
                            for each in one_operation.corners(operation, width, height))
        matrix = get_perspective_transform(come_from, go_to).expand(len(batch), 3, 3)
        return warp_perspective(batch, matrix, (height, width), align_corners=True)
    return apply


def normalize(operation):
    import torch
    from kornia.enhance import normalize as change

    mean, std = torch.tensor(operation["mean"]), torch.tensor(operation["std"])
    return lambda batch: change(as_shares(batch), mean.to(batch.device), std.to(batch.device))


def brightness(operation):
    from kornia.enhance import adjust_brightness_accumulative

    return lambda batch: adjust_brightness_accumulative(batch, float(operation["factor"]))


def contrast(operation):
    from kornia.enhance import adjust_contrast_with_mean_subtraction

    return lambda batch: adjust_contrast_with_mean_subtraction(batch, float(operation["factor"]))


def saturation(operation):
    from kornia.enhance import adjust_saturation_with_gray_subtraction

    return lambda batch: adjust_saturation_with_gray_subtraction(batch, float(operation["factor"]))


def hue(operation):
    from kornia.enhance import adjust_hue

    return lambda batch: adjust_hue(batch, 2 * math.pi * operation["turn"])


def color_jitter(operation):
    steps = (brightness({"factor": operation["brightness"]}), contrast({"factor": operation["contrast"]}),
             saturation({"factor": operation["saturation"]}), hue({"turn": operation["hue"]}))

    def apply(batch):
        for step in steps:
            batch = step(batch)
        return batch
    return apply


def grayscale(operation):
    from kornia.color import rgb_to_grayscale

    return lambda batch: rgb_to_grayscale(batch).expand_as(batch).contiguous()


def sepia(operation):
    from kornia.color import sepia as tone

    return lambda batch: tone(batch, rescale=False)


def shift_rgb(operation):
    import torch
    from kornia.enhance import shift_rgb as shift

    by = [torch.tensor([each / 255]) for each in operation["by"]]
    return lambda batch: shift(batch, *(each.to(batch.device) for each in by))


def invert(operation):
    from kornia.enhance import invert as change

    return change


def solarize(operation):
    from kornia.enhance import solarize as change

    return lambda batch: change(batch, operation["threshold"] / 255)


def posterize(operation):
    from kornia.enhance import posterize as change

    return lambda batch: change(batch, operation["bits"])


def equalize(operation):
    from kornia.enhance import equalize as change

    return change


def autocontrast(operation):
    from kornia.enhance import normalize_min_max

    return normalize_min_max


def gamma(operation):
    from kornia.enhance import adjust_gamma

    return lambda batch: adjust_gamma(batch, float(operation["gamma"]))


def gaussian_blur(operation):
    from kornia.filters import gaussian_blur2d

    size, sigma = (operation["size"],) * 2, (float(operation["sigma"]),) * 2
    return lambda batch: gaussian_blur2d(batch, size, sigma)


def box_blur(operation):
    from kornia.filters import box_blur as blur

    size = (operation["size"],) * 2
    return lambda batch: blur(batch, size)


def median_blur(operation):
    from kornia.filters import median_blur as blur

    size = (operation["size"],) * 2
    return lambda batch: blur(batch, size)


def motion_blur(operation):
    from kornia.filters import motion_blur as blur

    return lambda batch: blur(batch, operation["size"], 0.0, 0.0, border_type="reflect")


def sharpness(operation):
    from kornia.enhance import sharpness as change

    return lambda batch: change(batch, float(operation["factor"]))


def unsharp_mask(operation):
    from kornia.filters import unsharp_mask as change

    if operation["amount"] != 1:
        raise Unsupported("amount is %g in unsharp_mask; it always adds the whole difference" % operation["amount"])
    size, sigma = (operation["size"],) * 2, (float(operation["sigma"]),) * 2
    return lambda batch: change(batch, size, sigma)


def erode(operation):
    import torch
    from kornia.morphology import erosion

    square = torch.ones((operation["size"],) * 2)
    return lambda batch: erosion(batch, square.to(batch.device))


def dilate(operation):
    import torch
    from kornia.morphology import dilation

    square = torch.ones((operation["size"],) * 2)
    return lambda batch: dilation(batch, square.to(batch.device))


def jpeg(operation):
    import torch
    from kornia.enhance import jpeg_codec_differentiable

    quality = torch.tensor([float(operation["quality"])])
    return lambda batch: jpeg_codec_differentiable(batch, quality.to(batch.device))


def clahe(operation):
    import torch
    from kornia.color import lab_to_rgb, rgb_to_lab
    from kornia.enhance import equalize_clahe

    clip, tiles = float(operation["clip"]), (operation["tiles"],) * 2

    def apply(batch):
        lightness, colours = rgb_to_lab(batch).split((1, 2), 1)
        return lab_to_rgb(torch.cat((equalize_clahe(lightness / 100, clip, tiles) * 100, colours), 1))
    return apply


OPERATIONS = {
    **one_operation.by_name(
        center_crop, resize, horizontal_flip, vertical_flip, rotate_180, affine, perspective, normalize, brightness, contrast, saturation, hue,
        color_jitter, grayscale, sepia, shift_rgb, invert, solarize, posterize, equalize, autocontrast, gamma, gaussian_blur, box_blur, median_blur,
        motion_blur, sharpness, unsharp_mask, erode, dilate, jpeg, clahe, moved=moved),
    "rotate": rotate}
LACKS = {
    "crop": "crop_by_boxes is a perspective transformation, and a slice is torch's (kornia 0.9, geometry.transform)",
    "crop_resize": "crop_and_resize has no antialiasing (kornia 0.9, geometry.transform)",
    "pad": "PadTo adds at the right and below, up to a size (kornia 0.9, augmentation)",
    "permute_channels": "RandomChannelShuffle draws the order (kornia 0.9, augmentation)",
    "drop_channel": "RandomChannelDropout draws the channel (kornia 0.9, augmentation)",
    "erase": "RandomErasing draws the part (kornia 0.9, augmentation)",
    **dict.fromkeys(("mixup", "cutmix"), "RandomMixUpV2 and RandomCutMixV2 draw who is mixed with whom in a batch (kornia 0.9, augmentation)"),
    **dict.fromkeys(("downscale", "transpose", "rotate_90", "to_float"), "there is none in kornia 0.9 (augmentation, enhance, geometry.transform)"),
}
CAPABILITY = one_operation.capability(OPERATIONS, LACKS, ("rgb", "multichannel", "video"), devices=("cpu", "cuda"))


def make(case, seed):
    import torch

    torch.set_num_threads(1)

    def batch(pictures):
        """As floats; where the operation is what makes floats of bytes, as bytes."""
        return pictures if case["work"]["operation"]["op"] == "normalize" else as_shares(pictures)

    def photo(path):
        return batch(torchvision_tensor.decoded(path)[None])

    def array(pixels):
        return batch(torch.from_numpy(pixels).permute(2, 0, 1)[None].contiguous())

    def clip(frames):
        return batch(torch.from_numpy(frames).permute(0, 3, 1, 2).contiguous())

    apply, items = one_operation.make(case, OPERATIONS, one_operation.Pictures(photo, array, clip, None))
    if case["work"]["media"]["kind"] != "video":
        return one_operation.on_device(case, lambda batch: apply(batch)[0], items)
    return one_operation.on_device(case, apply, items)
