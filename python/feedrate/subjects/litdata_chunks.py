"""LitData over chunks of its own, with its loader, Pillow for decoding and geometry. The chunks are written once, beside the folder."""
import io
import os
import subprocess
import sys
import tempfile

import feedrate
from feedrate import Unsupported, marks
from feedrate.packed import packed
from feedrate.subjects import torch_loader, torch_pil, train_recipe

GROUP = "streaming"
LIBRARIES = ("torch", "torchvision", "PIL", "litdata")
CAPABILITY = torch_loader.capability_of("rgb", sources=("storage",))
CHUNK = "64MB"  # as its documentation writes them


def probe():
    import importlib.metadata

    import litdata

    litdata.StreamingDataset
    return {**torch_pil.probe(), "litdata": importlib.metadata.version("litdata")}


def chunks(work, batch):
    paths = torch_loader.files(work, batch)

    def write(folder):
        # In a process of its own: writing changes how all later processes of the one that writes are started. With folders of its own:
        # it empties `chunks` and `data` in the folder for temporary files, whosever they are.
        with tempfile.TemporaryDirectory() as scratch:
            own = {"PYTHONPATH": os.path.dirname(feedrate.__path__[0]), "DATA_OPTIMIZER_CACHE_FOLDER": os.path.join(scratch, "chunks"),
                   "DATA_OPTIMIZER_DATA_CACHE_FOLDER": os.path.join(scratch, "data")}
            subprocess.run([sys.executable, "-m", __name__, folder], input="\0".join(map(os.path.abspath, paths)), text=True,
                           stdout=subprocess.DEVNULL, check=True, env={**os.environ, **own})

    return packed(work["data"], paths, "litdata-" + CHUNK, write)


def make(case, seed):
    work, settings = case["work"], case["settings"]
    train_recipe.of(work, antialiases=True, photos=("jpeg", "png"))  # what Pillow does, and in which order
    steps = torch_pil.transforms(work["recipe"]["operations"])
    import litdata

    class Samples(litdata.StreamingDataset):
        def __getitem__(self, index):
            sample = steps(torch_pil.decode(io.BytesIO(super().__getitem__(index))))
            marks.current().count_sample()
            return sample

    dataset = Samples(chunks(work, settings["batch"]), shuffle=True, drop_last=True, seed=seed)
    loader = torch_loader.of_dataset(case, seed, dataset, litdata.StreamingDataLoader)
    if loader.num_workers != settings["workers"]:  # it takes fewer where memory is short, and only logs that
        raise Unsupported("%d workers are asked for, and it takes %d" % (settings["workers"], loader.num_workers))
    return loader


def write_chunks(folder, paths):
    import litdata

    litdata.optimize(fn=torch_loader.contents, inputs=paths, output_dir=folder, chunk_bytes=CHUNK, num_workers=1)


if __name__ == "__main__":
    write_chunks(sys.argv[1], sys.stdin.read().split("\0"))
