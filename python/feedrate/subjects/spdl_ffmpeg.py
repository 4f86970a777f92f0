"""SPDL: threads that decode, crop, scale and mirror in FFmpeg's filter graph, a batch each. Needs FFmpeg's libraries."""
import random
import threading

from feedrate import capability, marks
from feedrate.subjects import torch_loader, train_recipe

GROUP = "torch"
LIBRARIES = ("spdl", "numpy")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}],
    "in_flight": {"fixed": 2, "per_worker": 2, "per_prefetch": 1},
    "least_workers": 1,
}


def probe():
    import importlib.metadata

    import spdl.io

    spdl.io.get_ffmpeg_versions() if hasattr(spdl.io, "get_ffmpeg_versions") else None
    return {"spdl": importlib.metadata.version("spdl")}


class Batch:
    """Sources and a seed to an array of samples."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.normalise = train_recipe.Normalise(recipe)
        self.counting = threading.Lock()

    def __call__(self, asked):
        import numpy
        import spdl.io

        sources, seed = asked
        rng = random.Random(seed)
        high, wide = self.recipe.size
        out = numpy.empty((len(sources), 3, high, wide), numpy.float32)
        for source, sample in zip(sources, out):
            packets = spdl.io.demux_image(source)
            left, top, width, height = train_recipe.random_part(rng.random, packets.codec.width, packets.codec.height, self.recipe.scale, self.recipe.ratio)
            mirror = ",hflip" if rng.random() < self.recipe.flip else ""
            graph = "crop=%d:%d:%d:%d:exact=1,scale=%d:%d:flags=bilinear%s,format=rgb24" % (width, height, left, top, wide, high, mirror)
            frames = spdl.io.decode_packets(packets, filter_desc=graph)
            self.normalise(spdl.io.to_numpy(spdl.io.convert_frames(frames)), sample)
            with self.counting:
                marks.current().count_sample()
        return out


class Epochs:
    def __init__(self, sources, make_batch, settings, seed):
        self.sources, self.make_batch, self.settings, self.random = list(sources), make_batch, settings, random.Random(seed)

    def asked(self):
        size = self.settings["batch"]
        for first in range(0, len(self.sources) - size + 1, size):
            yield self.sources[first:first + size], self.random.random()

    def __iter__(self):
        from spdl.pipeline import PipelineBuilder

        self.random.shuffle(self.sources)
        threads = self.settings["workers"]
        line = PipelineBuilder().add_source(self.asked()).pipe(self.make_batch, concurrency=threads, output_order="input")
        built = line.add_sink(self.settings["prefetch"] * threads).build(num_threads=threads)
        with built.auto_stop():
            yield from built  # without a timeout: its clock runs while it is frozen for the others


def make(case, seed):
    work, settings = case["work"], case["settings"]
    sources = torch_loader.files_or_bytes(work, settings["batch"])
    return Epochs(sources, Batch(train_recipe.of(work, antialiases=True)), settings, seed)
