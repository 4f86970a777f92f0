"""A small transformer from a configuration, trained by the Hugging Face Trainer on made-up text."""
import tempfile

import torch
from transformers import DistilBertConfig, DistilBertForSequenceClassification, Trainer, TrainingArguments


class Sentences(torch.utils.data.Dataset):
    def __len__(self):
        return 4096

    def __getitem__(self, index):
        dice = torch.Generator().manual_seed(index)
        ids = torch.randint(5, 1000, (64,), generator=dice)
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": torch.tensor(index % 2)}


def main():
    shape = DistilBertConfig(vocab_size=1000, dim=64, hidden_dim=128, n_layers=2, n_heads=2)
    arguments = TrainingArguments(tempfile.mkdtemp(), num_train_epochs=1000, per_device_train_batch_size=16, dataloader_num_workers=1,
                                  save_strategy="no", report_to=[], use_cpu=True, logging_steps=1000000)
    Trainer(DistilBertForSequenceClassification(shape), arguments, train_dataset=Sentences()).train()


if __name__ == "__main__":
    main()
