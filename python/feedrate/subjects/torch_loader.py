"""What the subjects on torch's DataLoader share: a map-style dataset of photos, and the loader with the settings of a case."""
from feedrate import Unsupported, capability, marks
from feedrate.folder import jpeg_files
from feedrate.subjects.train_recipe import check_output

CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": capability.OPERATIONS}],
    "in_flight": {"per_prefetch": 1},
    "least_workers": 0,
}


class Photos:
    """Sample i is file i, read, decoded and transformed: make(encoded) of its bytes, make(path) where the library reads files itself."""

    def __init__(self, paths, make, in_memory):
        self.paths = paths
        self.make = make
        self.encoded = [contents(path) for path in paths] if in_memory else None

    def __len__(self):
        return len(self.paths)

    def sample(self, index):
        return self.make(self.paths[index] if self.encoded is None else self.encoded[index])

    def __getitem__(self, index):
        sample = self.sample(index)
        marks.current().count_sample()
        return sample


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def pictures(work, batch):
    """Paths of the samples, enough of them for a batch."""
    paths = jpeg_files(work["data"])
    if len(paths) < batch:
        raise ValueError("%s gives %d pictures and a batch is %d; expected at least one batch: use more pictures or a smaller "
                         "batch" % (work["data"]["uri"], len(paths), batch))
    return paths


def one_thread(worker):
    import torch

    torch.set_num_threads(1)


def loader(case, seed, make, dataset=Photos, worker_init=one_thread):
    """A DataLoader over the pictures of a case; make: bytes or a path to a sample."""
    import torch
    from torch.utils.data import DataLoader

    work, settings = case["work"], case["settings"]
    check_output(work)
    if settings["pin_memory"] and not torch.cuda.is_available():
        raise Unsupported("settings.pin_memory is true, but torch sees no GPU here and would not pin")
    batch, workers = settings["batch"], settings["workers"]
    paths = pictures(work, batch)
    if settings["threads"] == "micro-single":
        worker_init(0)
    torch.manual_seed(seed)  # for the transforms of this process; workers are seeded from the generator
    return DataLoader(
        dataset(paths, make, work["data"]["source"] == "memory"), batch_size=batch, shuffle=True, drop_last=True,
        generator=torch.Generator().manual_seed(seed), num_workers=workers, prefetch_factor=settings["prefetch"] if workers else None,
        worker_init_fn=worker_init, persistent_workers=settings["persistent_workers"] and workers > 0, pin_memory=settings["pin_memory"])
