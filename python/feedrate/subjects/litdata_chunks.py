"""LitData over chunks of its own, with its loader, Pillow for decoding and geometry. The chunks are written once, beside the folder."""
import io
import os
import subprocess
import sys

import feedrate
from feedrate import marks
from feedrate.packed import packed
from feedrate.subjects import torch_loader, torch_pil, train_recipe

GROUP = "streaming"
LIBRARIES = ("torch", "torchvision", "PIL", "litdata")
CAPABILITY = torch_loader.capability_of("rgb", sources=("storage",))
CHUNK = "16MB"


def probe():
    import importlib.metadata

    import litdata

    litdata.StreamingDataset
    return {**torch_pil.probe(), "litdata": importlib.metadata.version("litdata")}


def chunks(work, batch):
    paths = torch_loader.files(work, batch)

    def write(folder):
        # In a process of its own: writing changes how all later processes of the one that writes are started.
        subprocess.run([sys.executable, "-m", __name__, folder], input="\0".join(map(os.path.abspath, paths)), text=True, stdout=subprocess.DEVNULL,
                       check=True, env={**os.environ, "PYTHONPATH": os.path.dirname(feedrate.__path__[0])})

    return packed(work["data"], paths, "litdata", write)


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
    return torch_loader.of_dataset(case, seed, dataset, litdata.StreamingDataLoader)


def write_chunks(folder, paths):
    import litdata

    litdata.optimize(fn=torch_loader.contents, inputs=paths, output_dir=folder, chunk_bytes=CHUNK, num_workers=1)


if __name__ == "__main__":
    write_chunks(sys.argv[1], sys.stdin.read().split("\0"))
