"""WebDataset over tar shards, torch's DataLoader around it, Pillow for decoding and geometry. The shards are written once, beside the
folder."""
import io
import os

from feedrate import Unsupported, marks
from feedrate.packed import packed
from feedrate.subjects import torch_loader, torch_pil, train_recipe

GROUP = "torch"
LIBRARIES = ("torch", "torchvision", "PIL", "webdataset")
CAPABILITY = torch_loader.capability_of("rgb", sources=("storage",))
FEWEST_SHARDS = 8
SAMPLES_A_SHARD = 512  # at most
SHUFFLED = 256  # samples that a worker keeps to choose from


def probe():
    import importlib.metadata

    import webdataset

    webdataset.WebDataset  # it loads its parts when they are asked for
    return {**torch_pil.probe(), "webdataset": importlib.metadata.version("webdataset")}


def shards(work, batch, workers):
    """Paths of the shards: equally many samples in each, as far as that goes."""
    from webdataset import TarWriter

    paths = torch_loader.files(work, batch)
    ending = work["recipe"]["operations"][0]["format"]
    count = max(FEWEST_SHARDS, workers, -(-len(paths) // SAMPLES_A_SHARD))

    def write(folder):
        for shard in range(count):
            with TarWriter(os.path.join(folder, "%04d.tar" % shard)) as writer:
                for number in range(shard, len(paths), count):
                    writer.write({"__key__": "%08d" % number, ending: torch_loader.contents(paths[number])})

    folder = packed(work["data"], paths, "webdataset-%d" % count, write)
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))], len(paths)


class Epochs:
    """Another order every time: of the shards, and of the samples that come near each other."""

    def __init__(self, urls, ending, make, settings, seed):
        self.urls, self.ending, self.make, self.settings, self.seed = urls, ending, make, settings, seed

    def __iter__(self):
        import torch
        import webdataset
        from torch.utils.data import DataLoader

        settings, seed = self.settings, self.seed
        self.seed += 1
        torch.manual_seed(seed)
        samples = (webdataset.WebDataset(self.urls, shardshuffle=len(self.urls), seed=seed, nodesplitter=webdataset.split_by_node)
                   .shuffle(SHUFFLED, seed=seed).to_tuple(self.ending).map_tuple(self.make).batched(settings["batch"], partial=False))
        loader = DataLoader(samples, batch_size=None, num_workers=settings["workers"], worker_init_fn=torch_loader.one_thread,
                            generator=torch.Generator().manual_seed(seed), prefetch_factor=settings["prefetch"] if settings["workers"] else None)
        for batch, in loader:
            yield batch


def make(case, seed):
    work, settings = case["work"], case["settings"]
    batch, workers = settings["batch"], settings["workers"]
    train_recipe.of(work, antialiases=True, photos=("jpeg", "png"))  # what Pillow does, and in which order
    if settings["persistent_workers"]:
        raise Unsupported("settings.persistent_workers is true; it starts its workers anew for another order")
    if settings["pin_memory"]:
        raise Unsupported("settings.pin_memory is true; it does not pin")
    steps = torch_pil.transforms(work["recipe"]["operations"])
    urls, samples = shards(work, batch, workers)
    if samples // len(urls) * (len(urls) // max(workers, 1)) < batch:
        raise ValueError("%s gives %d samples in %d shards, too few for batches of %d from %d workers" % (work["data"]["uri"], samples, len(urls), batch, workers))

    def sample(encoded):
        made = steps(torch_pil.decode(io.BytesIO(encoded)))
        marks.current().count_sample()
        return made

    if settings["threads"] == "micro-single":
        torch_loader.one_thread(0)
    return Epochs(urls, work["recipe"]["operations"][0]["format"], sample, settings, seed)
