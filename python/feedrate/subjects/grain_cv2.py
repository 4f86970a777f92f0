"""Grain reading with threads, OpenCV for decoding and geometry. OpenCV's linear interpolation does not antialias."""
import threading

from feedrate import capability, marks
from feedrate.arrays import array_of
from feedrate.folder import ARRAYS
from feedrate.subjects import torch_loader, train_recipe

GROUP = "torch"
LIBRARIES = ("grain", "cv2", "numpy")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb", "multichannel"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}],
    "in_flight": {"fixed": 1, "per_prefetch": 1},
    "least_workers": 0,
}


def probe():
    import importlib.metadata

    import cv2
    import numpy

    encoded = cv2.imencode(".jpg", numpy.zeros((32, 32, 3), numpy.uint8))[1]
    cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    return {"grain": importlib.metadata.version("grain"), "opencv": cv2.__version__}


def decode(source):
    import cv2
    import numpy

    encoded = torch_loader.contents(source) if isinstance(source, str) else source
    return cv2.imdecode(numpy.frombuffer(encoded, numpy.uint8), cv2.IMREAD_COLOR_RGB)


class Sample:
    """A path or the bytes of a file, and a generator of random numbers, to a sample."""

    def __init__(self, recipe, picture):
        self.recipe = recipe
        self.picture = picture  # of a path or bytes
        self.normalise = train_recipe.Normalise(recipe)
        self.counting = threading.Lock()  # several threads make samples, and the count has one word

    def __call__(self, source, random):
        import cv2
        import numpy

        picture = self.picture(source)
        left, top, width, height = train_recipe.random_part(random.random, picture.shape[1], picture.shape[0], self.recipe.scale, self.recipe.ratio)
        high, wide = self.recipe.size
        part = cv2.resize(picture[top:top + height, left:left + width], (wide, high), interpolation=cv2.INTER_LINEAR)
        if random.random() < self.recipe.flip:
            part = cv2.flip(part, 1)
        out = numpy.empty((part.shape[2], high, wide), numpy.float32)
        self.normalise(part, out)
        with self.counting:
            marks.current().count_sample()
        return out


class Epochs:
    """Another order and other crops every time."""

    def __init__(self, sources, sample, settings, seed):
        self.sources, self.sample, self.settings, self.seed = sources, sample, settings, seed

    def __iter__(self):
        import grain

        batch, threads = self.settings["batch"], self.settings["workers"]
        data = grain.MapDataset.source(self.sources).seed(self.seed).shuffle().random_map(self.sample)
        self.seed += 1
        ahead = self.settings["prefetch"] * threads * batch
        return iter(data.to_iter_dataset(grain.ReadOptions(num_threads=threads, prefetch_buffer_size=ahead)).batch(batch, drop_remainder=True))


def make(case, seed):
    import cv2

    cv2.setNumThreads(0)
    work, settings = case["work"], case["settings"]
    sample = Sample(train_recipe.of(work, antialiases=False, photos=("jpeg", "png")), array_of if torch_loader.kind_of(work) == ARRAYS else decode)
    return Epochs(torch_loader.sources(work, settings["batch"]), sample, settings, seed)
