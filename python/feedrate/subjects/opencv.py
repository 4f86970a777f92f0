"""OpenCV, as the cv2 wheel has it: its own functions on arrays, tables of levels where it has no operation of the name."""
from feedrate.subjects import decoding, one_operation

GROUP = "torch"
LIBRARIES = ("cv2", "numpy")
GREY = (0.299, 0.587, 0.114)


def probe():
    import cv2
    import numpy

    cv2.flip(numpy.zeros((4, 4, 3), numpy.uint8), 1)
    return {"opencv": cv2.__version__, "numpy": numpy.__version__}


def table(function):
    import cv2
    import numpy

    levels = numpy.array(one_operation.levels(function), numpy.uint8)
    return lambda picture: cv2.LUT(picture, levels)


def center_crop(operation):
    import numpy

    height, width = operation["size"]

    def apply(picture):
        high, wide = min(height, picture.shape[0]), min(width, picture.shape[1])
        top, left = (picture.shape[0] - high) // 2, (picture.shape[1] - wide) // 2
        return numpy.ascontiguousarray(picture[top:top + high, left:left + wide])
    return apply


def resize(operation):
    import cv2

    one_operation.plain(operation)
    height, width = operation["size"]
    return lambda picture: cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR)


def part(operation, picture):
    left, top, width, height = one_operation.box(operation["box"], picture.shape[1], picture.shape[0])
    return picture[top:top + height, left:left + width]


def crop(operation):
    import numpy

    return lambda picture: numpy.ascontiguousarray(part(operation, picture))


def crop_resize(operation):
    change = resize(operation)
    return lambda picture: change(part(operation, picture))


def downscale(operation):
    import cv2

    factor = operation["factor"]

    def apply(picture):
        height, width = picture.shape[:2]
        small = cv2.resize(picture, (max(1, width // factor), max(1, height // factor)), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return apply


def rotate_90(operation):
    import cv2

    return lambda picture: cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE)


def rotate_180(operation):
    import cv2

    return lambda picture: cv2.rotate(picture, cv2.ROTATE_180)


def horizontal_flip(operation):
    import cv2

    one_operation.always(operation)
    return lambda picture: cv2.flip(picture, 1)


def vertical_flip(operation):
    import cv2

    return lambda picture: cv2.flip(picture, 0)


def transpose(operation):
    import cv2

    return cv2.transpose


def pad(operation):
    import cv2

    border, value = operation["border"], (operation["value"],) * 4
    return lambda picture: cv2.copyMakeBorder(picture, border, border, border, border, cv2.BORDER_CONSTANT, value=value)


def normalize(operation):
    import cv2

    if len(operation["std"]) > 4:  # more than its scalars have
        return normalize_by_table(operation)
    factor = tuple(1 / (255 * std) for std in operation["std"]) + (0,)
    offset = tuple(-mean / std for mean, std in zip(operation["mean"], operation["std"])) + (0,)

    def apply(picture):
        made = cv2.multiply(picture, factor, dtype=cv2.CV_32F)
        return cv2.add(made, offset, dst=made)
    return apply


def to_float(operation):
    import numpy

    return lambda picture: numpy.multiply(picture, numpy.float32(1 / 255), dtype=numpy.float32)


def normalize_by_table(operation):
    import cv2
    import numpy

    every = numpy.arange(256).reshape(256, 1, 1) / 255
    levels = ((every - numpy.reshape(operation["mean"], (1, 1, -1))) / numpy.reshape(operation["std"], (1, 1, -1))).astype(numpy.float32)
    return lambda picture: cv2.LUT(picture, levels)


def brightness(operation):
    return by_brightness(operation["factor"])


def contrast(operation):
    return by_contrast(operation["factor"])


def by_brightness(factor):
    """OpenCV rounds where fractions are to be dropped: hence the offset."""
    import cv2

    return lambda picture: cv2.convertScaleAbs(picture, alpha=factor, beta=-0.49)


def by_contrast(factor):
    import cv2

    def apply(picture):
        if picture.shape[2] == 3:
            mean = sum(weight * found for weight, found in zip(GREY, cv2.mean(picture)))
        else:
            mean = cv2.mean(picture.reshape(picture.shape[0], -1))[0]
        return cv2.addWeighted(picture, factor, picture, 0, (1 - factor) * mean - 0.49)
    return apply


def by_saturation(factor):
    import cv2

    def apply(picture):
        grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        return cv2.addWeighted(picture, factor, grey, 1 - factor, 0)
    return apply


def by_hue(turn):
    import cv2
    import numpy

    levels = numpy.tile(numpy.arange(256, dtype=numpy.uint8).reshape(256, 1, 1), (1, 1, 3))  # of hue, saturation and value
    levels[:180, 0, 0] = (numpy.arange(180) + round(180 * turn)) % 180
    return lambda picture: cv2.cvtColor(cv2.LUT(cv2.cvtColor(picture, cv2.COLOR_RGB2HSV), levels), cv2.COLOR_HSV2RGB)


def color_jitter(operation):
    steps = (by_brightness(operation["brightness"]), by_contrast(operation["contrast"]), by_saturation(operation["saturation"]), by_hue(operation["hue"]))

    def apply(picture):
        for step in steps:
            picture = step(picture)
        return picture
    return apply


def saturation(operation):
    return by_saturation(operation["factor"])


def hue(operation):
    return by_hue(operation["turn"])


def sepia(operation):
    import cv2
    import numpy

    colours = numpy.array(one_operation.SEPIA)
    return lambda picture: cv2.transform(picture, colours)


def shift_rgb(operation):
    import cv2

    by = (*operation["by"], 0)
    return lambda picture: cv2.add(picture, by)


def permute_channels(operation):
    import cv2
    import numpy

    pairs = [each for to, channel in enumerate(operation["order"]) for each in (channel, to)]

    def apply(picture):
        made = numpy.empty_like(picture)
        cv2.mixChannels([picture], [made], pairs)
        return made
    return apply


def drop_channel(operation):
    def apply(picture):
        made = picture.copy()
        made[..., operation["channel"]] = 0
        return made
    return apply


def grayscale(operation):
    import cv2

    return lambda picture: cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)


def invert(operation):
    import cv2

    return cv2.bitwise_not


def solarize(operation):
    import cv2

    if operation["threshold"] == 128:
        return lambda picture: cv2.min(picture, cv2.bitwise_not(picture))
    return table(lambda level: level if level < operation["threshold"] else 255 - level)


def posterize(operation):
    kept = 256 - (1 << 8 - operation["bits"])
    return lambda picture: picture & kept  # faster than cv2.bitwise_and with a scalar


def equalize(operation):
    import cv2

    return lambda picture: cv2.merge([cv2.equalizeHist(channel) for channel in cv2.split(picture)])


def autocontrast(operation):
    import cv2
    import numpy

    every = numpy.arange(256)

    def stretched(channel):
        low, high, _, _ = cv2.minMaxLoc(channel)
        return cv2.LUT(channel, numpy.clip((every - low) * (255 / (high - low)), 0, 255).astype(numpy.uint8)) if high > low else channel

    return lambda picture: cv2.merge([stretched(channel) for channel in cv2.split(picture)])


def gamma(operation):
    return table(lambda level: 255 * (level / 255) ** operation["gamma"] + 0.5)


def gaussian_blur(operation):
    import cv2

    size, sigma = (operation["size"],) * 2, operation["sigma"]
    return lambda picture: cv2.GaussianBlur(picture, size, sigma)


def box_blur(operation):
    import cv2

    size = (operation["size"],) * 2
    return lambda picture: cv2.blur(picture, size)


def median_blur(operation):
    import cv2

    return lambda picture: cv2.medianBlur(picture, operation["size"])


def motion_blur(operation):
    import cv2
    import numpy

    row = numpy.full((1, operation["size"]), 1 / operation["size"], numpy.float32)
    return lambda picture: cv2.filter2D(picture, -1, row)


def sharpness(operation):
    import cv2
    import numpy

    factor, smooth = operation["factor"], numpy.array([[1, 1, 1], [1, 5, 1], [1, 1, 1]], numpy.float32) / 13

    def apply(picture):
        made = cv2.addWeighted(picture, factor, cv2.filter2D(picture, -1, smooth), 1 - factor, 0)
        made[0], made[-1], made[:, 0], made[:, -1] = picture[0], picture[-1], picture[:, 0], picture[:, -1]
        return made
    return apply


def unsharp_mask(operation):
    import cv2

    blur, amount = gaussian_blur(operation), operation["amount"]
    return lambda picture: cv2.addWeighted(picture, 1 + amount, blur(picture), -amount, 0)


def erode(operation):
    import cv2
    import numpy

    square = numpy.ones((operation["size"],) * 2, numpy.uint8)
    return lambda picture: cv2.erode(picture, square)


def dilate(operation):
    import cv2
    import numpy

    square = numpy.ones((operation["size"],) * 2, numpy.uint8)
    return lambda picture: cv2.dilate(picture, square)


def clahe(operation):
    import cv2

    equalizer = cv2.createCLAHE(operation["clip"], (operation["tiles"],) * 2)

    def apply(picture):
        lightness, *colours = cv2.split(cv2.cvtColor(picture, cv2.COLOR_RGB2LAB))
        return cv2.cvtColor(cv2.merge([equalizer.apply(lightness), *colours]), cv2.COLOR_LAB2RGB)
    return apply


def moved(operation):
    return affine(one_operation.as_affine(operation))


def perspective(operation):
    import cv2
    import numpy

    matrix = one_operation.by_size(lambda width, height: cv2.getPerspectiveTransform(
        *(numpy.array(each, numpy.float32) for each in one_operation.corners(operation, width, height))))

    def apply(picture):
        height, width = picture.shape[:2]
        return cv2.warpPerspective(picture, matrix(width, height), (width, height), flags=cv2.INTER_LINEAR)
    return apply


def affine(operation):
    import cv2
    import numpy

    def apply(picture):
        height, width = picture.shape[:2]
        return cv2.warpAffine(picture, numpy.array(one_operation.matrix(operation, width, height)), (width, height), flags=cv2.INTER_LINEAR)
    return apply


def erase(operation):
    def apply(picture):
        left, top, width, height = one_operation.box(operation["box"], picture.shape[1], picture.shape[0])
        made = picture.copy()
        made[top:top + height, left:left + width] = operation["value"]
        return made
    return apply


def jpeg(operation):
    import cv2

    quality = [cv2.IMWRITE_JPEG_QUALITY, operation["quality"]]

    def apply(picture):
        encoded = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), quality)[1]
        return cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    return apply


def mixup(operation):
    import cv2

    share = operation["share"]
    return lambda both: cv2.addWeighted(both[0], share, both[1], 1 - share, 0)


def cutmix(operation):
    def apply(both):
        picture, other = both
        left, top, width, height = one_operation.box(operation["box"], picture.shape[1], picture.shape[0])
        made = picture.copy()
        made[top:top + height, left:left + width] = other[top:top + height, left:left + width]
        return made
    return apply


OPERATIONS = one_operation.by_name(
    center_crop, resize, horizontal_flip, vertical_flip, transpose, pad, normalize, brightness, contrast, color_jitter, grayscale, invert, solarize,
    posterize, equalize, autocontrast, gamma, gaussian_blur, affine, erase, jpeg, mixup, cutmix, crop, crop_resize, downscale, rotate_90, rotate_180,
    perspective, to_float, clahe, saturation, hue, sepia, shift_rgb, permute_channels, drop_channel, box_blur, median_blur, motion_blur, sharpness,
    unsharp_mask, erode, dilate, moved=moved)
CAPABILITY = one_operation.capability(OPERATIONS, {}, ("rgb", "multichannel", "video"), decodes=True)


def decoded(path):
    import cv2

    return cv2.imread(path, cv2.IMREAD_COLOR_RGB)


def decode(encoded):
    import cv2

    return cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB)


def make(case, seed):
    import cv2
    import numpy

    cv2.setNumThreads(0)
    if case["work"]["scope"] == "decode":
        return decoding.photos(case, decode, lambda encoded: numpy.frombuffer(encoded, numpy.uint8))
    turned = lambda picture: numpy.ascontiguousarray(picture[::-1, ::-1])  # noqa: E731
    return one_operation.make(case, OPERATIONS, one_operation.Pictures(decoded, numpy.ascontiguousarray, None, turned))
