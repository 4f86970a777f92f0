"""What the subjects on torch's DataLoader share: a map-style dataset of samples, and the loader with the settings of a case."""
import os

from feedrate import Unsupported, capability, marks
from feedrate.bundle import Bundle
from feedrate.folder import ARRAYS, PHOTOS, PNGS, VIDEOS, check_takes_all, sample_files
from feedrate.subjects.train_recipe import check_output

def capability_of(*media, sources=("storage", "memory")):
    return {
        "supports": [{"scope": "loader", "media": list(media), "sources": list(sources), "devices": ["cpu"],
                      "operations": capability.OPERATIONS}],
        "in_flight": {"per_prefetch": 1},
        "least_workers": 0,
    }


CAPABILITY = capability_of("rgb")


class Samples:
    """Sample i is file i, read, decoded and transformed: make(encoded) of its bytes, make(path) where the library reads files itself."""

    def __init__(self, sources, make):
        self.sources = sources
        self.make = make

    def __len__(self):
        return len(self.sources)

    def sample(self, index):
        return self.make(self.sources[index])

    def __getitem__(self, index):
        sample = self.sample(index)
        marks.current().count_sample()
        return sample


def contents(path):
    with open(path, "rb") as file:
        return file.read()


KINDS = {"jpeg": PHOTOS, "png": PNGS, "npy": ARRAYS, "video": VIDEOS}


def kind_of(work):
    """What the files of its samples are."""
    return KINDS[work["recipe"]["operations"][0]["format"]]


def enough(samples, work, batch):
    if len(samples) < batch:
        raise ValueError("%s gives %d samples and a batch is %d; expected at least one batch: use more of them or a smaller "
                         "batch" % (work["data"]["uri"], len(samples), batch))
    return samples


def files(work, batch):
    """Paths of the samples in a folder, enough of them for a batch."""
    return enough(sample_files(work["data"], kind_of(work)), work, batch)


def files_or_bytes(work, batch):
    paths = files(work, batch)
    return [contents(path) for path in paths] if work["data"]["source"] == "memory" else paths


def sources(work, batch):
    """What make() of each sample takes: its path; or its bytes, where they lie in memory or in a bundle."""
    data = work["data"]
    if not data["uri"].endswith(".bundle") or os.path.isdir(data["uri"]):
        return files_or_bytes(work, batch)
    check_takes_all(data)
    kind = kind_of(work)
    # Arrays are used where they lie; what decodes wants bytes of its own.
    bundle = Bundle(data["uri"], kind, data.get("items")) if kind == ARRAYS else Bundle(data["uri"], kind, data.get("items"), bytes)
    return enough([bytes(each) for each in bundle] if data["source"] == "memory" else bundle, work, batch)


def one_thread(worker):
    import torch

    torch.set_num_threads(1)


def loader(case, seed, make, dataset=Samples, worker_init=one_thread):
    """A DataLoader over the samples of a case; make: bytes or a path to a sample."""
    check_output(case["work"])
    return of_samples(case, seed, sources(case["work"], case["settings"]["batch"]), make, dataset, worker_init)


def of_samples(case, seed, samples, make, dataset=Samples, worker_init=one_thread):
    return of_dataset(case, seed, dataset(samples, make), worker_init=worker_init, shuffle=True)


def of_dataset(case, seed, dataset, kind=None, worker_init=one_thread, **more):
    """A loader of torch, or of the kind that a library made of it."""
    import torch
    from torch.utils.data import DataLoader

    settings = case["settings"]
    if settings["pin_memory"] and not torch.cuda.is_available():
        raise Unsupported("settings.pin_memory is true, but torch sees no GPU here and would not pin")
    workers = settings["workers"]
    if settings["threads"] == "micro-single":
        worker_init(0)
    torch.manual_seed(seed)  # for the transforms of this process; workers are seeded from the generator
    return (kind or DataLoader)(
        dataset, batch_size=settings["batch"], drop_last=True, generator=torch.Generator().manual_seed(seed), num_workers=workers,
        prefetch_factor=settings["prefetch"] if workers else None, worker_init_fn=worker_init,
        persistent_workers=settings["persistent_workers"] and workers > 0, pin_memory=settings["pin_memory"], **more)
