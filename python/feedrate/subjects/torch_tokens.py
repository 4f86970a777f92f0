"""torch DataLoader over files of 16-bit tokens that are mapped into memory, as scripts for language models have it."""
import bisect

from feedrate import Unsupported
from feedrate.folder import TOKENS, check_takes_all, sample_files
from feedrate.subjects import torch_loader

GROUP = "torch"
LIBRARIES = ("torch", "numpy")
CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["tokens"], "sources": ["storage"], "devices": ["cpu"], "operations": ["decode"]}],
    "in_flight": {"per_prefetch": 1},
    "least_workers": 0,
}


def probe():
    import numpy
    import torch

    torch.from_numpy(numpy.zeros(4, numpy.uint16).astype(numpy.int64))
    return {"torch": torch.__version__, "numpy": numpy.__version__}


class Windows:
    """Sample i: some tokens that follow each other; the next one begins where it ends, and what is left of a file is left out."""

    def __init__(self, paths, length, items):
        import numpy

        self.length = length
        self.files = [numpy.memmap(path, numpy.dtype("<u2"), "r") for path in paths]
        self.ends, total = [], 0
        for file in self.files:
            total += len(file) // length
            self.ends.append(total)
        self.count = min(total, items or total)

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        number = bisect.bisect_right(self.ends, index)
        first = (index - (self.ends[number - 1] if number else 0)) * self.length
        return self.files[number][first:first + self.length]


def make(case, seed):
    import numpy
    import torch

    work, data = case["work"], case["work"]["data"]
    if work["recipe"]["output"] != {"dtype": "int64", "layout": "NL"}:
        raise Unsupported("recipe.output is %(dtype)s %(layout)s; it makes int64 NL" % work["recipe"]["output"])
    check_takes_all(data)
    paths = sample_files({**data, "items": None}, TOKENS)
    windows = torch_loader.enough(Windows(paths, work["media"]["length"], data.get("items")), work, case["settings"]["batch"])
    return torch_loader.of_samples(case, seed, windows, lambda window: torch.from_numpy(window.astype(numpy.int64)))
