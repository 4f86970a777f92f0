"""DALI's operators on the CPU, called one by one in its dynamic mode: at once, in the thread that calls."""
from feedrate.subjects import one_operation


def dynamic():
    from nvidia.dali.experimental import dynamic as found

    return found


def linear():
    from nvidia.dali import types

    return types.INTERP_LINEAR


def size_of(picture):
    """(width, height)"""
    return picture.shape[-2], picture.shape[-3]


def table(function):
    """Where it has neither an operator of the name nor arithmetic for it."""
    look_up, keys, values, kind = dynamic().lookup_table, list(range(256)), one_operation.levels(function), dynamic().uint8
    return lambda picture: look_up(picture, keys=keys, values=values, dtype=kind).evaluate()


def of_channels(matrix, offset):
    """Every pixel's channels times a matrix."""
    import numpy

    change, kind, matrix, offset = dynamic().coord_transform, dynamic().uint8, numpy.array(matrix, numpy.float32), numpy.array(offset, numpy.float32)
    return lambda picture: change(picture, M=matrix, T=offset, dtype=kind).evaluate()


def unit(size):
    return [[int(row == column) for column in range(size)] for row in range(size)]


def center_crop(operation):
    cut, (height, width) = dynamic().crop, operation["size"]

    def apply(picture):
        wide, high = size_of(picture)
        return cut(picture, crop_h=min(height, high), crop_w=min(width, wide), rounding="truncate").evaluate()
    return apply


def part(operation):
    cut, boxes = dynamic().slice, one_operation.by_size(lambda width, height: one_operation.box(operation["box"], width, height))

    def take(picture):
        left, top, width, height = boxes(*size_of(picture))
        return cut(picture, start=[top, left], shape=[height, width], axis_names="HW")
    return take


def crop(operation):
    take = part(operation)
    return lambda picture: take(picture).evaluate()


def resize(operation, take=lambda picture: picture):
    change, size, antialias, kind = dynamic().resize, operation["size"], operation["antialias"], linear()
    return lambda picture: change(take(picture), size=size, interp_type=kind, antialias=antialias).evaluate()


def crop_resize(operation):
    """Not by the region that its resize takes: beyond it, it sees what lies there."""
    return resize(operation, part(operation))


# Numbers that stand in the call it remembers; those that a name stands for it makes tensors of, every time.
def horizontal_flip(operation):
    one_operation.always(operation)
    flip = dynamic().flip
    return lambda picture: flip(picture, horizontal=1).evaluate()


def vertical_flip(operation):
    flip = dynamic().flip
    return lambda picture: flip(picture, horizontal=0, vertical=1).evaluate()


def rotate_180(operation):
    flip = dynamic().flip
    return lambda picture: flip(picture, horizontal=1, vertical=1).evaluate()


def transposing():
    change = dynamic().transpose

    def apply(picture):
        places = list(range(len(picture.shape)))
        places[-3], places[-2] = places[-2], places[-3]
        return change(picture, perm=places, transpose_layout=False)
    return apply


def transpose(operation):
    change = transposing()
    return lambda picture: change(picture).evaluate()


def rotate_90(operation):
    change, flip = transposing(), dynamic().flip
    return lambda picture: flip(change(picture), horizontal=0, vertical=1).evaluate()


def pad(operation):
    cut, border, value = dynamic().slice, operation["border"], operation["value"]

    def apply(picture):
        width, height = size_of(picture)
        return cut(picture, start=[-border, -border], shape=[height + 2 * border, width + 2 * border], axis_names="HW", out_of_bounds_policy="pad",
                   fill_values=value).evaluate()
    return apply


def affine(operation):
    import numpy

    warp, kind = dynamic().warp_affine, linear()

    def by_edges(width, height):
        """It counts from the edge of the first pixel."""
        (a, b, c), (d, e, f) = one_operation.matrix(operation, width, height)
        return numpy.array([[a, b, c + 0.5 - 0.5 * (a + b)], [d, e, f + 0.5 - 0.5 * (d + e)]], numpy.float32)
    matrices = one_operation.by_size(by_edges)
    return lambda picture: warp(picture, matrix=matrices(*size_of(picture)), inverse_map=False, fill_value=0.0, interp_type=kind).evaluate()


def moved(operation):
    return affine(one_operation.as_affine(operation))


def perspective(operation):
    import numpy

    warp, kind = dynamic().experimental.warp_perspective, linear()

    def by_edges(width, height):
        come_from, go_to = one_operation.corners(operation, width, height, middle=0.5)
        return numpy.array([*one_operation.perspective(come_from, go_to), 1], numpy.float32).reshape(3, 3)
    matrices = one_operation.by_size(by_edges)
    return lambda picture: warp(picture, matrix=matrices(*size_of(picture)), inverse_map=True, fill_value=0.0, interp_type=kind).evaluate()


def equalize(operation):
    change = dynamic().equalize
    return lambda picture: change(picture).evaluate()


def clahe(operation):
    change, clip, tiles = dynamic().clahe, operation["clip"], operation["tiles"]
    return lambda picture: change(picture, clip_limit=clip, tiles_x=tiles, tiles_y=tiles).evaluate()


def normalize(operation):
    change, kind = dynamic().crop_mirror_normalize, dynamic().float32
    mean, std = ([255 * each for each in operation[key]] for key in ("mean", "std"))
    return lambda picture: change(picture, dtype=kind, mean=mean, std=std, output_layout=picture.layout).evaluate()


def to_float(operation):
    return normalize({"mean": [0.0], "std": [1.0]})


def brightness(operation):
    change, factor = dynamic().brightness, operation["factor"]
    return lambda picture: change(picture, brightness=factor).evaluate()


def by_contrast(factor):
    """Around the mean of the grey picture, which it does not take by itself."""
    from nvidia.dali import types

    found, colour, grey = dynamic(), types.RGB, types.GRAY
    return lambda picture: found.contrast(picture, contrast=factor, contrast_center=found.reductions.mean(
        found.color_space_conversion(picture, image_type=colour, output_type=grey)))


def contrast(operation):
    change = by_contrast(operation["factor"])
    return lambda picture: change(picture).evaluate()


def saturation(operation):
    change, factor = dynamic().saturation, operation["factor"]
    return lambda picture: change(picture, saturation=factor).evaluate()


def hue(operation):
    change, degrees = dynamic().hue, 360.0 * operation["turn"]
    return lambda picture: change(picture, hue=degrees).evaluate()


def color_jitter(operation):
    found, degrees, change = dynamic(), 360.0 * operation["hue"], by_contrast(operation["contrast"])

    def apply(picture):
        made = change(found.brightness(picture, brightness=operation["brightness"]))
        return found.hue(found.saturation(made, saturation=operation["saturation"]), hue=degrees).evaluate()
    return apply


def grayscale(operation):
    from nvidia.dali import types

    change, colour, grey = dynamic().color_space_conversion, types.RGB, types.GRAY
    return lambda picture: change(change(picture, image_type=colour, output_type=grey), image_type=grey, output_type=colour).evaluate()


def sepia(operation):
    return of_channels(one_operation.SEPIA, [0] * 3)


def shift_rgb(operation):
    return of_channels(unit(3), operation["by"])


def permute_channels(operation):
    size = len(operation["order"])
    return of_channels([unit(size)[each] for each in operation["order"]], [0] * size)


def drop_channel(operation):
    dropped, made = operation["channel"], {}

    def apply(picture):
        channels = picture.shape[-1]
        if channels not in made:
            made[channels] = of_channels([[each * (at != dropped) for each in row] for at, row in enumerate(unit(channels))], [0] * channels)
        return made[channels](picture)
    return apply


def invert(operation):
    import numpy

    white = dynamic().as_tensor(numpy.uint8(255))
    return lambda picture: (white - picture).evaluate()


def solarize(operation):
    return table(lambda level: 255 - level if level >= operation["threshold"] else level)


def posterize(operation):
    import numpy

    kept = dynamic().as_tensor(numpy.uint8(256 - (1 << 8 - operation["bits"])))
    return lambda picture: (picture & kept).evaluate()


def gamma(operation):
    return table(lambda level: 255 * (level / 255) ** operation["gamma"] + 0.5)


def gaussian_blur(operation):
    blur, size, sigma = dynamic().gaussian_blur, operation["size"], operation["sigma"]
    return lambda picture: blur(picture, window_size=size, sigma=sigma).evaluate()


def convolved(kernel):
    convolve, kernel = dynamic().filter, dynamic().as_tensor(kernel)
    return lambda picture: convolve(picture, kernel).evaluate()


def box_blur(operation):
    import numpy

    size = operation["size"]
    return convolved(numpy.full((size, size), 1 / size ** 2, numpy.float32))


def motion_blur(operation):
    import numpy

    size = operation["size"]
    return convolved(numpy.full((1, size), 1 / size, numpy.float32))


def erase(operation):
    overwrite, value = dynamic().erase, float(operation["value"])
    boxes = one_operation.by_size(lambda width, height: one_operation.box(operation["box"], width, height))

    def apply(picture):
        left, top, width, height = boxes(*size_of(picture))
        return overwrite(picture, anchor=[float(top), float(left)], shape=[float(height), float(width)], axis_names="HW", fill_value=value).evaluate()
    return apply


def jpeg(operation):
    compress, quality = dynamic().jpeg_compression_distortion, operation["quality"]
    return lambda picture: compress(picture, quality=quality).evaluate()


def mixup(operation):
    share, cast, kind = operation["share"], dynamic().cast, dynamic().uint8
    return lambda both: cast(both[0] * share + both[1] * (1 - share), dtype=kind).evaluate()


OPERATIONS = one_operation.by_name(
    center_crop, crop, crop_resize, resize, horizontal_flip, vertical_flip, transpose, rotate_90, rotate_180, pad, affine, normalize, to_float, brightness,
    contrast, saturation, hue, color_jitter, grayscale, sepia, shift_rgb, permute_channels, drop_channel, invert, solarize, posterize, gamma, gaussian_blur,
    box_blur, motion_blur, erase, jpeg, mixup, perspective, equalize, clahe, moved=moved)
LACKS = {**dict.fromkeys(("autocontrast", "sharpness"), "in nvidia.dali.auto_aug.augmentations, DALI 2.4, for pipelines only"),
         "unsharp_mask": "there is none in nvidia.dali.fn, DALI 2.4",
         **dict.fromkeys(("median_blur", "erode", "dilate"), "in nvidia.dali.fn.experimental, DALI 2.4, it runs on a GPU only"),
         "downscale": "resize of nvidia.dali.fn, DALI 2.4, has no filter that takes the mean of an area",
         "cutmix": "multi_paste of nvidia.dali.fn, DALI 2.4, takes its pieces out of one batch, and here are two pictures"}
CAPABILITY = one_operation.capability(OPERATIONS, LACKS, ("rgb", "multichannel"))


def make(case):
    import numpy

    found = dynamic()
    found.set_num_threads(1)
    found.EvalMode.sync_cpu.__enter__()  # by itself it hands every call to a thread; for as long as this process lives

    def photo(path):
        return found.decoders.image(found.as_tensor(numpy.fromfile(path, numpy.uint8)), device="cpu").evaluate()

    def turned(picture):
        return found.flip(picture, horizontal=1, vertical=1).evaluate()
    return one_operation.make(case, OPERATIONS, one_operation.Pictures(photo, lambda pixels: found.as_tensor(pixels, layout="HWC"), None, turned))
