"""MosaicML's streaming over shards of its own, torch's DataLoader around it, Pillow for decoding and geometry. The shards are written once,
beside the folder."""
import io
import os
import tempfile
from multiprocessing import util

from feedrate import marks, temporary
from feedrate.packed import packed
from feedrate.subjects import torch_loader, torch_pil, train_recipe

GROUP = "streaming"
LIBRARIES = ("torch", "torchvision", "PIL", "streaming")
CAPABILITY = torch_loader.capability_of("rgb", sources=("storage",))
ALONE = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1", "LOCAL_WORLD_SIZE": "1"}  # it asks for them where nothing is distributed


def probe():
    import importlib.metadata

    import streaming

    streaming.StreamingDataset
    return {**torch_pil.probe(), "streaming": importlib.metadata.version("mosaicml-streaming")}


def shards(work, batch):
    from streaming import MDSWriter

    paths = torch_loader.files(work, batch)

    def write(folder):
        with MDSWriter(out=folder, columns={"image": "bytes"}) as writer:
            for path in paths:
                writer.write({"image": torch_loader.contents(path)})

    return packed(work["data"], paths, "mosaic", write)


def make(case, seed):
    work, settings = case["work"], case["settings"]
    train_recipe.of(work, antialiases=True, photos=("jpeg", "png"))  # what Pillow does, and in which order
    steps = torch_pil.transforms(work["recipe"]["operations"])
    os.environ.update(ALONE)
    tempfile.tempdir = util.get_temp_dir()  # files that it locks stay behind: here they are removed with the process
    from streaming import StreamingDataset

    class Samples(StreamingDataset):
        def __getitem__(self, index):
            sample = steps(torch_pil.decode(io.BytesIO(super().__getitem__(index)["image"])))
            marks.current().count_sample()
            return sample

    dataset = Samples(local=shards(work, settings["batch"]), batch_size=settings["batch"], shuffle=True, shuffle_seed=seed, num_canonical_nodes=1)
    temporary.tell_segments("%06d_" % dataset._shm_prefix_int)
    return torch_loader.of_dataset(case, seed, dataset)
