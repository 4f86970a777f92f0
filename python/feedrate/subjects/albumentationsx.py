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
                      "shear": {"x": same(-operation["shear"]), "y": same(0.0)},
                      "translate_px": {"x": same(round(operation["translate"][0])), "y": same(round(operation["translate"][1]))}}


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


TRANSFORMS = (
    center_crop, resize, horizontal_flip, vertical_flip, transpose, pad, normalize, brightness, contrast, color_jitter, grayscale, invert, solarize,
    posterize, equalize, autocontrast, gamma, gaussian_blur, affine, erase, jpeg)
OPERATIONS = {each.__name__: composed(each) for each in TRANSFORMS}
ON_CLIPS = {each.__name__: composed(each, "images") for each in TRANSFORMS}
CAPABILITY = one_operation.capability(OPERATIONS, ("rgb", "multichannel", "video"))


def make(case, seed):
    import cv2
    import numpy

    cv2.setNumThreads(0)
    operations = ON_CLIPS if case["work"]["media"]["kind"] == "video" else OPERATIONS
    return one_operation.make(case, operations, one_operation.Pictures(opencv.decoded, numpy.ascontiguousarray, numpy.ascontiguousarray, None))
