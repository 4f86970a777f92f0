"""Tar shards of JPEG files through webdataset. The shards are written first, from the pictures in DIR."""
import os
import pathlib
import sys
import tempfile

import torch
import webdataset
from torchvision import transforms


def shards_of(folder):
    out = tempfile.mkdtemp()
    with webdataset.ShardWriter(out + "/%04d.tar", maxcount=128, verbose=0) as writer:
        for number, path in enumerate(sorted(pathlib.Path(folder).rglob("*.jpg"))[:512]):
            writer.write({"__key__": "%06d" % number, "jpg": path.read_bytes(), "cls": number % 10})
    return sorted(map(str, pathlib.Path(out).glob("*.tar")))


def main():
    steps = transforms.Compose([transforms.RandomResizedCrop(64), transforms.ToTensor()])
    data = (webdataset.WebDataset(shards_of(sys.argv[1]), shardshuffle=True, resampled=True, nodesplitter=webdataset.split_by_node).shuffle(100).decode("pil")
            .to_tuple("jpg", "cls").map_tuple(steps, int).batched(16))
    loader = webdataset.WebLoader(data, batch_size=None, num_workers=2)
    model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(3 * 64 * 64, 10))
    if "RANK" in os.environ:
        torch.distributed.init_process_group("gloo")
        model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), 1e-3)
    for pictures, labels in loader:
        loss = torch.nn.functional.cross_entropy(model(pictures), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
