"""A vision transformer of timm, with timm's own transforms and loader."""
import os
import sys

import timm
import timm.data
import torch


def main():
    ranks = "RANK" in os.environ
    if ranks:
        torch.distributed.init_process_group("gloo")
    data = timm.data.create_dataset("", sys.argv[1])
    loader = timm.data.create_loader(data, (3, 64, 64), batch_size=16, is_training=True, num_workers=2, use_prefetcher=False, distributed=ranks,
                                     device=torch.device("cpu"))
    model = timm.create_model("vit_tiny_patch16_224", img_size=64, num_classes=10)
    if ranks:
        model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    lossy = torch.nn.CrossEntropyLoss()
    for epoch in range(1000):
        for step, (pictures, labels) in enumerate(loader):
            loss = lossy(model(pictures), labels)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            if step % 10 == 0:
                print(epoch, step, loss.item())


if __name__ == "__main__":
    main()
