"""DALI's pipeline on the CPU, with its decoder that decodes only the part that is wanted."""
from feedrate import capability
from feedrate.subjects import torch_loader, train_recipe

GROUP = "dali"
LIBRARIES = ("nvidia", "numpy")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}],
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


def pipeline(paths, batch, threads, ahead, seed, recipe):
    from nvidia.dali import fn, pipeline_def, types

    @pipeline_def(batch_size=batch, num_threads=threads, device_id=None, seed=seed, prefetch_queue_depth=ahead)
    def steps():
        encoded, _ = fn.readers.file(files=paths, labels=[0] * len(paths), shuffle_after_epoch=True, name="files")
        pictures = fn.decoders.image_random_crop(encoded, device="cpu", output_type=types.RGB, random_area=recipe.scale,
                                                 random_aspect_ratio=recipe.ratio)
        resized = fn.resize(pictures, size=recipe.size, interp_type=types.INTERP_LINEAR, antialias=recipe.antialias)
        return fn.crop_mirror_normalize(resized, mirror=fn.random.coin_flip(probability=recipe.flip), dtype=types.FLOAT,
                                        output_layout="CHW", mean=[255 * each for each in recipe.mean], std=[255 * each for each in recipe.std])

    built = steps()
    built.build()
    return built


class Epochs:
    """The pipeline never ends: an epoch is as many whole batches as the files give."""

    def __init__(self, built, batches):
        self.built, self.batches = built, batches

    def __iter__(self):
        import numpy

        for _ in range(self.batches):
            samples, = self.built.run()
            yield numpy.asarray(samples.as_tensor())


def make(case, seed):
    work, settings = case["work"], case["settings"]
    recipe = train_recipe.of(work, antialiases=None)
    batch, threads = settings["batch"], settings["workers"]
    paths = torch_loader.pictures(work, batch)
    return Epochs(pipeline(paths, batch, threads, settings["prefetch"], seed, recipe), len(paths) // batch)
