"""Pillow: ImageOps, ImageEnhance, ImageFilter and the methods of Image."""
import io

from feedrate.subjects import decoding, one_operation

GROUP = "torch"
LIBRARIES = ("PIL",)


def probe():
    import PIL
    from PIL import Image, ImageOps

    ImageOps.mirror(Image.new("RGB", (4, 4)))
    return {"pillow": PIL.__version__}


def center_crop(operation):
    height, width = operation["size"]

    def apply(picture):
        wide, high = min(width, picture.width), min(height, picture.height)
        left, top = (picture.width - wide) // 2, (picture.height - high) // 2
        return picture.crop((left, top, left + wide, top + high))
    return apply


def resize(operation):
    from PIL import Image

    one_operation.antialiased(operation)
    height, width = operation["size"]
    return lambda picture: picture.resize((width, height), Image.Resampling.BILINEAR)


def crop(operation):
    return lambda picture: picture.crop(corners(operation, picture))


def crop_resize(operation):
    from PIL import Image

    one_operation.antialiased(operation)
    height, width = operation["size"]
    return lambda picture: picture.resize((width, height), Image.Resampling.BILINEAR, corners(operation, picture))


def downscale(operation):
    from PIL import Image

    def apply(picture):
        small = [max(1, size // operation["factor"]) for size in picture.size]
        return picture.resize(small, Image.Resampling.BOX).resize(picture.size, Image.Resampling.BILINEAR)
    return apply


def rotate_90(operation):
    from PIL import Image

    return lambda picture: picture.transpose(Image.Transpose.ROTATE_90)


def rotate_180(operation):
    from PIL import Image

    return lambda picture: picture.transpose(Image.Transpose.ROTATE_180)


def rotate(operation):
    from PIL import Image

    return lambda picture: picture.rotate(-operation["angle"], Image.Resampling.BILINEAR)


def horizontal_flip(operation):
    from PIL import ImageOps

    one_operation.always(operation)
    return ImageOps.mirror


def vertical_flip(operation):
    from PIL import ImageOps

    return ImageOps.flip


def transpose(operation):
    from PIL import Image

    return lambda picture: picture.transpose(Image.Transpose.TRANSPOSE)


def pad(operation):
    from PIL import ImageOps

    return lambda picture: ImageOps.expand(picture, operation["border"], (operation["value"],) * 3)


def brightness(operation):
    from PIL import ImageEnhance

    return lambda picture: ImageEnhance.Brightness(picture).enhance(operation["factor"])


def contrast(operation):
    from PIL import ImageEnhance

    return lambda picture: ImageEnhance.Contrast(picture).enhance(operation["factor"])


def color_jitter(operation):
    from PIL import ImageEnhance

    turned = by_hue(operation["hue"])

    def apply(picture):
        made = ImageEnhance.Brightness(picture).enhance(operation["brightness"])
        made = ImageEnhance.Contrast(made).enhance(operation["contrast"])
        return turned(ImageEnhance.Color(made).enhance(operation["saturation"]))
    return apply


def by_hue(turn):
    from PIL import Image

    levels = [(level + round(255 * turn)) % 256 for level in range(256)]

    def apply(picture):
        hues, saturations, values = picture.convert("HSV").split()
        return Image.merge("HSV", (hues.point(levels), saturations, values)).convert("RGB")
    return apply


def hue(operation):
    return by_hue(operation["turn"])


def saturation(operation):
    from PIL import ImageEnhance

    return lambda picture: ImageEnhance.Color(picture).enhance(operation["factor"])


def sharpness(operation):
    from PIL import ImageEnhance

    return lambda picture: ImageEnhance.Sharpness(picture).enhance(operation["factor"])


def sepia(operation):
    colours = [each for row in one_operation.SEPIA for each in (*row, 0)]
    return lambda picture: picture.convert("RGB", colours)


def shift_rgb(operation):
    levels = [moved for by in operation["by"] for moved in one_operation.levels(lambda level, by=by: level + by)]
    return lambda picture: picture.point(levels)


def permute_channels(operation):
    from PIL import Image

    def apply(picture):
        bands = picture.split()
        return Image.merge("RGB", [bands[channel] for channel in operation["order"]])
    return apply


def drop_channel(operation):
    levels = [level * (channel != operation["channel"]) for channel in range(3) for level in range(256)]
    return lambda picture: picture.point(levels)


def grayscale(operation):
    return lambda picture: picture.convert("L").convert("RGB")


def invert(operation):
    from PIL import ImageOps

    return ImageOps.invert


def solarize(operation):
    from PIL import ImageOps

    return lambda picture: ImageOps.solarize(picture, operation["threshold"])


def posterize(operation):
    from PIL import ImageOps

    return lambda picture: ImageOps.posterize(picture, operation["bits"])


def equalize(operation):
    from PIL import ImageOps

    return ImageOps.equalize


def autocontrast(operation):
    from PIL import ImageOps

    return ImageOps.autocontrast


def gamma(operation):
    levels = one_operation.levels(lambda level: 255 * (level / 255) ** operation["gamma"] + 0.5) * 3
    return lambda picture: picture.point(levels)


def gaussian_blur(operation):
    from PIL import ImageFilter

    blur = ImageFilter.GaussianBlur(operation["sigma"])
    return lambda picture: picture.filter(blur)


def filtered(kind):
    """By a filter of the name that ImageFilter has, made of an operation's parameters."""
    def of(operation):
        chosen = kind(operation)
        return lambda picture: picture.filter(chosen)
    return of


def box_blur(operation):
    from PIL import ImageFilter

    return ImageFilter.BoxBlur(operation["size"] // 2)


def median_blur(operation):
    from PIL import ImageFilter

    return ImageFilter.MedianFilter(operation["size"])


def unsharp_mask(operation):
    from PIL import ImageFilter

    return ImageFilter.UnsharpMask(operation["sigma"], round(100 * operation["amount"]), 0)


def erode(operation):
    from PIL import ImageFilter

    return ImageFilter.MinFilter(operation["size"])


def dilate(operation):
    from PIL import ImageFilter

    return ImageFilter.MaxFilter(operation["size"])


def moved(operation):
    return affine(one_operation.as_affine(operation))


def perspective(operation):
    from PIL import Image

    numbers = one_operation.by_size(lambda width, height: one_operation.perspective(*one_operation.corners(operation, width, height, middle=0.5)))
    return lambda picture: picture.transform(picture.size, Image.Transform.PERSPECTIVE, numbers(*picture.size), Image.Resampling.BILINEAR)


def affine(operation):
    from PIL import Image

    def apply(picture):
        # Pillow asks where a pixel comes from, by places of pixels' corners.
        (a, b, c), (d, e, f) = one_operation.matrix(operation, *picture.size)
        by = a * e - b * d
        a, b, d, e = e / by, -b / by, -d / by, a / by
        x, y = 0.5 + c, 0.5 + f
        return picture.transform(picture.size, Image.Transform.AFFINE, (a, b, 0.5 - a * x - b * y, d, e, 0.5 - d * x - e * y),
                                 Image.Resampling.BILINEAR)
    return apply


def corners(operation, picture):
    left, top, width, height = one_operation.box(operation["box"], *picture.size)
    return left, top, left + width, top + height


def erase(operation):
    def apply(picture):
        made = picture.copy()
        made.paste((operation["value"],) * 3, corners(operation, picture))
        return made
    return apply


def jpeg(operation):
    from PIL import Image

    def apply(picture):
        encoded = io.BytesIO()
        picture.save(encoded, "JPEG", quality=operation["quality"])
        made = Image.open(encoded)
        made.load()
        return made
    return apply


def mixup(operation):
    from PIL import Image

    return lambda both: Image.blend(both[1], both[0], operation["share"])


def cutmix(operation):
    def apply(both):
        picture, other = both
        box = corners(operation, picture)
        made = picture.copy()
        made.paste(other.crop(box), box)
        return made
    return apply


FILTERS = one_operation.by_name(box_blur, median_blur, unsharp_mask, erode, dilate)
OPERATIONS = {
    **one_operation.by_name(
        center_crop, resize, horizontal_flip, vertical_flip, transpose, pad, brightness, contrast, color_jitter, grayscale, invert, solarize, posterize,
        equalize, autocontrast, gamma, gaussian_blur, affine, erase, jpeg, mixup, cutmix, crop, crop_resize, downscale, rotate_90, rotate_180,
        perspective, saturation, hue, sepia, shift_rgb, permute_channels, drop_channel, sharpness, moved=moved),
    "rotate": rotate,
    **{name: filtered(kind) for name, kind in FILTERS.items()}}
LACKS = {
    **dict.fromkeys(("normalize", "to_float"), "a picture of several channels holds bytes; floats are the mode F, of one (Pillow 13, Concepts: modes)"),
    "clahe": "equalize and autocontrast are of the whole picture (Pillow 13, ImageOps)",
    "motion_blur": "a kernel must be (3,3) or (5,5) (Pillow 13, ImageFilter.Kernel)",
}
CAPABILITY = one_operation.capability(OPERATIONS, LACKS, ("rgb", "video"), decodes=True)


def decoded(path):
    from PIL import Image

    return Image.open(path).convert("RGB")


class Picture:
    """A decoded picture with the size of its pixels."""

    def __init__(self, image):
        self.image = image
        self.shape = (image.height, image.width, 3)
        self.nbytes = image.height * image.width * 3


def decode(encoded):
    from PIL import Image

    image = Image.open(io.BytesIO(encoded))
    image.load()
    return Picture(image if image.mode == "RGB" else image.convert("RGB"))


def make(case, seed):
    from PIL import Image

    if case["work"]["scope"] == "decode":
        return decoding.photos(case, decode)
    turned = lambda picture: picture.transpose(Image.Transpose.ROTATE_180)  # noqa: E731
    return one_operation.make(case, OPERATIONS, one_operation.Pictures(decoded, Image.fromarray, None, turned))
