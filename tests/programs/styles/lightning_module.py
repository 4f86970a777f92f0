"""A Lightning module and its Trainer."""
import os
import sys

import pytorch_lightning
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from torchvision import datasets, models, transforms


class Classifier(pytorch_lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.model = models.resnet18(num_classes=10)

    def training_step(self, batch, index):
        pictures, labels = batch
        loss = F.cross_entropy(self.model(pictures), labels)
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, index):
        pictures, labels = batch
        self.log("validation", F.cross_entropy(self.model(pictures), labels))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 1e-3)


def main():
    steps = transforms.Compose([transforms.RandomResizedCrop(64), transforms.ToTensor()])
    data = datasets.ImageFolder(sys.argv[1], steps)
    loader = DataLoader(data, batch_size=16, shuffle=True, num_workers=2, persistent_workers=True)
    validation = DataLoader(torch.utils.data.Subset(data, range(32)), batch_size=16)
    trainer = pytorch_lightning.Trainer(max_epochs=1000, accelerator="cpu", devices=int(os.environ.get("LOCAL_WORLD_SIZE", 1)), logger=False,
                                        enable_checkpointing=False, enable_progress_bar=False)
    trainer.fit(Classifier(), loader, validation)


if __name__ == "__main__":
    main()
