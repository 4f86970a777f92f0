"""tf.data: files read, decoded, cropped and normalised in its own threads. Which part of a picture is taken is drawn as the recipe says:
TensorFlow's sample_distorted_bounding_box draws heights, and so takes smaller parts than an even draw of areas does."""
import math
import os

from feedrate import capability
from feedrate.subjects import torch_loader, train_recipe

GROUP = "tf"
LIBRARIES = ("tensorflow",)
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"], "operations": capability.OPERATIONS}],
    "in_flight": {"fixed": 2, "per_prefetch": 1},
    "least_workers": 1,
}


def tensorflow():
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # it tells at length which instructions it has
    import tensorflow

    return tensorflow


def probe():
    tf = tensorflow()
    tf.io.decode_jpeg(tf.io.encode_jpeg(tf.zeros((16, 16, 3), tf.uint8)))
    return {"tensorflow": tf.__version__}


def part_of(tf, height, width, recipe, seed):
    """(top, left, height, width) of the part to take: ten tries, then the largest in the middle."""
    draws = tf.random.stateless_uniform((4, train_recipe.ATTEMPTS), seed)
    high, wide = tf.cast(height, tf.float32), tf.cast(width, tf.float32)
    areas = high * wide * (recipe.scale[0] + (recipe.scale[1] - recipe.scale[0]) * draws[0])
    low = math.log(recipe.ratio[0])
    shapes = tf.exp(low + (math.log(recipe.ratio[1]) - low) * draws[1])
    widths, heights = tf.round(tf.sqrt(areas * shapes)), tf.round(tf.sqrt(areas / shapes))
    fits = (widths > 0) & (widths <= wide) & (heights > 0) & (heights <= high)

    def drawn():
        at = tf.argmax(tf.cast(fits, tf.int32))
        return tf.stack([tf.floor(draws[2, at] * (high - heights[at] + 1)), tf.floor(draws[3, at] * (wide - widths[at] + 1)), heights[at], widths[at]])

    def largest():
        shape = tf.clip_by_value(wide / high, recipe.ratio[0], recipe.ratio[1])
        h, w = tf.minimum(high, tf.round(wide / shape)), tf.minimum(wide, tf.round(high * shape))
        return tf.stack([tf.floor((high - h) / 2), tf.floor((wide - w) / 2), h, w])

    return tf.cast(tf.cond(tf.reduce_any(fits), drawn, largest), tf.int32)


def sample_of(tf, recipe):
    """A function of a file's bytes and two numbers that its random ones follow from."""
    mean, std = (255 * tf.constant(each, tf.float32) for each in (recipe.mean, recipe.std))

    def sample(encoded, seed):
        shape = tf.io.extract_jpeg_shape(encoded)
        part = part_of(tf, shape[0], shape[1], recipe, seed)
        pixels = tf.io.decode_and_crop_jpeg(encoded, part, channels=3, dct_method="INTEGER_ACCURATE")
        pixels = tf.image.resize(pixels, recipe.size, method="bilinear", antialias=recipe.antialias)
        is_mirrored = tf.random.stateless_uniform((), seed + 1) < recipe.flip
        pixels = tf.cond(is_mirrored, lambda: pixels[:, ::-1], lambda: pixels)
        return tf.transpose((pixels - mean) / std, (2, 0, 1))
    return sample


class Epochs:
    def __init__(self, data):
        self.data = data

    def __iter__(self):
        return self.data.as_numpy_iterator()


def make(case, seed):
    work, settings = case["work"], case["settings"]
    recipe = train_recipe.of(work, antialiases=None)
    tf = tensorflow()
    sources = torch_loader.files_or_bytes(work, settings["batch"])
    threads = settings["workers"]
    options = tf.data.Options()
    options.threading.private_threadpool_size = threads
    options.autotune.enabled = False
    numbers = tf.data.Dataset.random(seed=seed, rerandomize_each_iteration=True).batch(2)
    make_sample = sample_of(tf, recipe)
    is_path = isinstance(sources[0], str)
    data = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(sources).shuffle(len(sources), seed=seed), numbers))
    data = data.map(lambda source, pair: make_sample(tf.io.read_file(source) if is_path else source, pair), num_parallel_calls=threads)
    return Epochs(data.batch(settings["batch"], drop_remainder=True).prefetch(threads * settings["prefetch"]).with_options(options))
