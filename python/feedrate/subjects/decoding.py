"""What the subjects of the decode scope share: threads that decode samples which lie in memory, over and over."""
import collections
import concurrent.futures
import math
import threading

from feedrate import Unsupported, marks
from feedrate.folder import PHOTOS, PNGS, sample_files
from feedrate.subjects.torch_loader import contents

KINDS = {"jpeg": PHOTOS, "png": PNGS}
IN_FLIGHT = {"fixed": 1, "per_prefetch": 1}


def support(media):
    return {"scope": "decode", "media": [media], "sources": ["memory"], "devices": ["cpu"], "operations": ["decode"]}


class Batch:
    """Samples, which nobody puts into one array."""

    def __init__(self, samples):
        self.samples = samples
        self.shape = (len(samples), *samples[0].shape)
        self.nbytes = sum(sample.nbytes for sample in samples)

    def __len__(self):
        return len(self.samples)


class Decoding:
    """Sample i is item i modulo their number, for ever: decode(item, how often it was decoded before), an array."""

    def __init__(self, items, decode, settings):
        self.items, self.decode, self.settings = items, decode, settings
        self.counting = threading.Lock()

    def samples(self, first, count):
        out = []
        for number in range(first, first + count):
            turn, index = divmod(number, len(self.items))
            out.append(self.decode(self.items[index], turn))
            with self.counting:
                marks.current().count_sample()
        return out

    def __iter__(self):
        batch, workers = self.settings["batch"], self.settings["workers"]
        # Some samples a task: to hand them over one by one would be charged to the library.
        together = math.gcd(batch, max(1, batch // workers))
        ahead = batch // together * (workers * self.settings["prefetch"] + 1)
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            waiting, asked = collections.deque(), 0
            try:
                while True:
                    while len(waiting) < ahead:
                        waiting.append(pool.submit(self.samples, asked, together))
                        asked += together
                    yield Batch([sample for _ in range(batch // together) for sample in waiting.popleft().result()])
            finally:
                for each in waiting:
                    each.cancel()


def encoded(work, kind):
    return [contents(path) for path in sample_files(work["data"], kind)]


def photos(case, decode, held=bytes):
    """Of a case of the decode scope; decode(held(bytes)): the library's own kind of picture, decoded to the last pixel. What held() makes lies
    in memory: what a library wants instead of bytes."""
    work, settings = case["work"], case["settings"]
    if work["decode"]["format"] not in KINDS:
        raise Unsupported("decode has format %s; it decodes jpeg and png" % work["decode"]["format"])
    if settings["workers"] < 1:
        raise Unsupported("workers is 0; decoding needs at least 1")
    items = [held(each) for each in encoded(work, KINDS[work["decode"]["format"]])]
    return Decoding(items, lambda item, _: decode(item), settings)
