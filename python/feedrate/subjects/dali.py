"""DALI: its pipeline on the CPU, with its decoder that decodes only the part that is wanted. Arrays come from its own reader of .npy files,
or out of a bundle through an external source. Its operators one by one are in dali_operations.py."""
from feedrate import capability
from feedrate.arrays import array_of
from feedrate.folder import ARRAYS
from feedrate.subjects import dali_operations, torch_loader, train_recipe

GROUP = "dali"
LIBRARIES = ("nvidia", "numpy")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb", "multichannel"], "sources": ["storage"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}, *dali_operations.CAPABILITY["supports"]],
    "in_flight": {"fixed": 1, "per_prefetch": 1},
    "least_workers": 1,
}


def probe():
    import nvidia.dali
    from nvidia.dali import fn, pipeline_def

    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def one():
        return fn.constant(idata=[1])

    one().run()
    return {"dali": nvidia.dali.__version__}


class Drawn:
    """An array after the other, in another order every epoch: an external source."""

    def __init__(self, samples, seed):
        import numpy

        self.samples, self.random, self.order = samples, numpy.random.default_rng(seed), []

    def __call__(self):
        if not self.order:
            self.order = self.random.permutation(len(self.samples)).tolist()
        return array_of(self.samples[self.order.pop()])


def photo_parts(paths, recipe):
    from nvidia.dali import fn, types

    encoded, _ = fn.readers.file(files=paths, labels=[0] * len(paths), shuffle_after_epoch=True, name="files")
    parts = fn.decoders.image_random_crop(encoded, device="cpu", output_type=types.RGB, random_area=recipe.scale,
                                          random_aspect_ratio=recipe.ratio)
    return fn.resize(parts, size=recipe.size, interp_type=types.INTERP_LINEAR, antialias=recipe.antialias)


def array_parts(samples, recipe, seed):
    from nvidia.dali import fn, types

    if isinstance(samples, list):
        arrays = fn.reshape(fn.readers.numpy(files=samples, shuffle_after_epoch=True, name="files"), layout="HWC")
    else:
        arrays = fn.external_source(source=Drawn(samples, seed), batch=False, no_copy=True, layout="HWC")
    return fn.random_resized_crop(arrays, size=recipe.size, random_area=recipe.scale, random_aspect_ratio=recipe.ratio,
                                  interp_type=types.INTERP_LINEAR, antialias=recipe.antialias)


def pipeline(parts, settings, seed, recipe):
    """`parts`: makes the pieces of the pictures, resized."""
    from nvidia.dali import fn, pipeline_def, types

    @pipeline_def(batch_size=settings["batch"], num_threads=settings["workers"], device_id=None, seed=seed,
                  prefetch_queue_depth=settings["prefetch"])
    def steps():
        return fn.crop_mirror_normalize(parts(), mirror=fn.random.coin_flip(probability=recipe.flip), dtype=types.FLOAT,
                                        output_layout="CHW", mean=[255 * each for each in recipe.mean], std=[255 * each for each in recipe.std])

    built = steps()
    built.build()
    return built


class Epochs:
    """The pipeline never ends: an epoch is as many whole batches as the samples give."""

    def __init__(self, built, batches):
        self.built, self.batches = built, batches

    def __iter__(self):
        import numpy

        for _ in range(self.batches):
            samples, = self.built.run()
            yield numpy.asarray(samples.as_tensor())


def make(case, seed):
    if case["work"]["scope"] == "transform":
        return dali_operations.make(case)
    work, settings = case["work"], case["settings"]
    recipe, batch = train_recipe.of(work, antialiases=None), settings["batch"]
    if torch_loader.kind_of(work) == ARRAYS:
        samples = torch_loader.sources(work, batch)
        parts = lambda: array_parts(samples, recipe, seed)
    else:
        samples = torch_loader.files(work, batch)
        parts = lambda: photo_parts(samples, recipe)
    return Epochs(pipeline(parts, settings, seed, recipe), len(samples) // batch)
