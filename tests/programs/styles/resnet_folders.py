"""A torchvision ResNet over class folders, as most first training scripts look; also one of several ranks. DIR has a folder a class."""
import os
import sys

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from torchvision import datasets, models, transforms

augment = transforms.Compose([
    transforms.RandomResizedCrop(96),
    transforms.RandomHorizontalFlip(),
    transforms.ToTensor(),
    transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
])


def main():
    data = datasets.ImageFolder(sys.argv[1], augment)
    training, validation = torch.utils.data.random_split(data, [len(data) - 64, 64], torch.Generator().manual_seed(1))
    model = models.resnet18(num_classes=len(data.classes))
    sampler = None
    if "RANK" in os.environ:
        torch.distributed.init_process_group("gloo")
        sampler = torch.utils.data.DistributedSampler(training)
        model = torch.nn.parallel.DistributedDataParallel(model)
    loader = DataLoader(training, batch_size=16, shuffle=sampler is None, sampler=sampler, num_workers=2, drop_last=True)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-3, total_steps=1000 * len(loader))
    for epoch in range(1000):
        model.train()
        for pictures, labels in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(pictures), labels)
            loss.backward()
            optimizer.step()
            schedule.step()
        model.eval()
        right = 0
        with torch.no_grad():
            for pictures, labels in DataLoader(validation, batch_size=16):
                right += (model(pictures).argmax(1) == labels).sum().item()
        print("epoch", epoch, "loss", loss.item(), "accuracy", right / 64)


if __name__ == "__main__":
    main()
