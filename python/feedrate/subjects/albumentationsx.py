"""AlbumentationsX: one transform in a Compose, as its documentation has it, every range a single value. Mixup and cutmix are not in it."""
from feedrate.subjects import one_operation, opencv

GROUP = "torch"
LIBRARIES = ("albumentations", "cv2", "numpy")


def probe():
    import albumentations
    import cv2
    import numpy

    albumentations.Compose([albumentations.HorizontalFlip(p=1)])(image=numpy.zeros((4, 4, 3), numpy.uint8))
    return {"albumentationsx": albumentations.__version__, "opencv": cv2.__version__}


def same(value):
    """A range that has one value."""
    return value, value


def jitter(brightness=1, contrast=1, saturation=1, hue=0):
    return "ColorJitter", {"brightness_range": same(brightness), "contrast_range": same(contrast), "saturation_range": same(saturation),
                           "hue_range": same(hue)}


def center_crop(operation):
    return "CenterCrop", {"height": operation["size"][0], "width": operation["size"][1]}


def resize(operation):
    one_operation.plain(operation)
    return "Resize", {"height": operation["size"][0], "width": operation["size"][1]}


def crop(operation):
    top, left, height, width = operation["box"]
    return "CropAndPad", {"percent": (-top, -(1 - left - width), -(1 - top - height), -left), "keep_size": False, "sample_independently": False}


def downscale(operation):
    import cv2

    return "Downscale", {"scale_range": same(1 / operation["factor"]), "interpolation_pair": {"downscale": cv2.INTER_AREA, "upscale": cv2.INTER_LINEAR}}


def rotate_90(operation):
    return "RandomRotate90", {"group_element": "r90"}


def rotate_180(operation):
    return "RandomRotate90", {"group_element": "r180"}


def rotate(operation):
    return "Rotate", {"angle_range": same(-operation["angle"])}


def horizontal_flip(operation):
    one_operation.always(operation)
    return "HorizontalFlip", {}


def vertical_flip(operation):
    return "VerticalFlip", {}


def transpose(operation):
    return "Transpose", {}


def pad(operation):
    return "Pad", {"padding": operation["border"], "fill": operation["value"]}


def normalize(operation):
    return "Normalize", {"mean": tuple(operation["mean"]), "std": tuple(operation["std"])}


def to_float(operation):
    return "ToFloat", {"max_value": 255}


def clahe(operation):
    return "CLAHE", {"clip_range": same(operation["clip"]), "tile_grid_size": (operation["tiles"],) * 2}


def saturation(operation):
    return jitter(saturation=operation["factor"])


def hue(operation):
    return jitter(hue=operation["turn"])


def sepia(operation):
    return "ToSepia", {}


def shift_rgb(operation):
    return "RGBShift", {name + "_shift_range": same(by) for name, by in zip("rgb", operation["by"])}


def permute_channels(operation):
    return "ChannelShuffle", {"channel_order": tuple(operation["order"])}


def drop_channel(operation):
    """One of them, whichever it is."""
    return "ChannelDropout", {"channel_drop_range": (1, 1), "fill": 0}


def box_blur(operation):
    return "Blur", {"blur_range": same(operation["size"])}


def median_blur(operation):
    return "MedianBlur", {"blur_range": same(operation["size"])}


def motion_blur(operation):
    return "MotionBlur", {"blur_range": same(operation["size"]), "allow_shifted": False, "angle_range": same(0), "direction_range": same(0.0)}


def unsharp_mask(operation):
    return "UnsharpMask", {"blur_range": same(operation["size"]), "sigma_range": same(operation["sigma"]), "alpha_range": same(operation["amount"]),
                           "threshold": 0}


def erode(operation):
    return "Morphological", {"scale": same(operation["size"]), "operation": "erosion"}


def dilate(operation):
    return "Morphological", {"scale": same(operation["size"]), "operation": "dilation"}


def brightness_of_any(operation):
    """ColorJitter is of colours only."""
    return "RandomBrightnessContrast", {"brightness_range": same(operation["factor"] - 1), "contrast_range": same(0.0)}


def brightness(operation):
    return jitter(brightness=operation["factor"])


def contrast(operation):
    return jitter(contrast=operation["factor"])


def color_jitter(operation):
    return jitter(operation["brightness"], operation["contrast"], operation["saturation"], operation["hue"])


def grayscale(operation):
    return "ToGray", {}


def invert(operation):
    return "InvertImg", {}


def solarize(operation):
    return "Solarize", {"threshold_range": same(operation["threshold"] / 255)}


def posterize(operation):
    return "Posterize", {"num_bits": same(operation["bits"])}


def equalize(operation):
    return "Equalize", {"mode": "pil"}


def autocontrast(operation):
    return "AutoContrast", {"method": "pil"}


def gamma(operation):
    return "RandomGamma", {"gamma_range": same(100 * operation["gamma"])}


def gaussian_blur(operation):
    return "GaussianBlur", {"blur_range": same(operation["size"]), "sigma_range": same(operation["sigma"])}


def affine(operation):
    """It counts angles the other way round."""
    return "Affine", {"scale": same(operation["scale"]), "rotate": same(-operation["angle"]),
                      "shear": {"x": same(operation["shear"]), "y": same(0.0)},
                      "translate_px": {"x": same(round(operation["translate"][0])), "y": same(round(operation["translate"][1]))}}


def moved(operation):
    return affine(one_operation.as_affine(operation))


def erase(operation):
    """Of that size, wherever it falls."""
    return "CoarseDropout", {"num_holes_range": (1, 1), "hole_height_range": same(operation["box"][2]), "hole_width_range": same(operation["box"][3]),
                             "fill": operation["value"]}


def jpeg(operation):
    return "ImageCompression", {"quality_range": same(operation["quality"])}


def composed(transform, target="image"):
    def of(operation):
        import albumentations
        import numpy

        name, parameters = transform(operation)
        steps = albumentations.Compose([getattr(albumentations, name)(**parameters, p=1)])
        return lambda picture: numpy.ascontiguousarray(steps(**{target: picture})[target])
    return of


TRANSFORMS = {
    **one_operation.by_name(
        center_crop, resize, horizontal_flip, vertical_flip, transpose, pad, normalize, brightness, contrast, color_jitter, grayscale, invert, solarize,
        posterize, equalize, autocontrast, gamma, gaussian_blur, affine, erase, jpeg, crop, downscale, rotate_90, rotate_180, to_float, clahe, saturation,
        hue, sepia, shift_rgb, permute_channels, drop_channel, box_blur, median_blur, motion_blur, unsharp_mask, erode, dilate, moved=moved),
    "rotate": rotate}
OPERATIONS = {name: composed(each) for name, each in TRANSFORMS.items()}
ON_ARRAYS = {**OPERATIONS, "brightness": composed(brightness_of_any)}
ON_CLIPS = {name: composed(each, "images") for name, each in TRANSFORMS.items()}
LACKS = {
    "crop_resize": "RandomResizedCrop draws its part, and RandomSizedCrop too; there is no other that crops and resizes (AlbumentationsX 2.5, crops)",
    "perspective": "Perspective draws its corners from a normal distribution (AlbumentationsX 2.5, Perspective: scale)",
    "sharpness": "Sharpen mixes in a Laplacian or a Gaussian, not the smoothing of the definition (AlbumentationsX 2.5, Sharpen: method)",
    **dict.fromkeys(("mixup", "cutmix"), "what mixes pictures are Mosaic, CopyAndPaste and OverlayElements (AlbumentationsX 2.5, mixing)"),
}
CAPABILITY = one_operation.capability(OPERATIONS, LACKS, ("rgb", "multichannel", "video"))


def make(case, seed):
    import cv2
    import numpy

    cv2.setNumThreads(0)
    operations = {"rgb": OPERATIONS, "multichannel": ON_ARRAYS, "video": ON_CLIPS}[case["work"]["media"]["kind"]]
    return one_operation.make(case, operations, one_operation.Pictures(opencv.decoded, numpy.ascontiguousarray, numpy.ascontiguousarray, None))
