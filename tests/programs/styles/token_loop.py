"""A language model in one file, with its tokens in a mapped array and no DataLoader: two lines watch it."""
import os

import numpy
import torch
import torch.nn.functional as F

import feedrate

LENGTH, BATCH, WIDTH = 64, 16, 64
tokens = numpy.random.default_rng(1).integers(0, 256, 1 << 20, dtype=numpy.uint16)


def batches():
    while True:
        starts = torch.randint(len(tokens) - LENGTH - 1, (BATCH,))
        x = torch.stack([torch.from_numpy(tokens[i:i + LENGTH].astype(numpy.int64)) for i in starts])
        y = torch.stack([torch.from_numpy(tokens[i + 1:i + 1 + LENGTH].astype(numpy.int64)) for i in starts])
        yield x, y


model = torch.nn.Sequential(torch.nn.Embedding(256, WIDTH),
                            torch.nn.TransformerEncoderLayer(WIDTH, 4, 4 * WIDTH, batch_first=True),
                            torch.nn.Linear(WIDTH, 256))
if int(os.environ.get("RANK", -1)) != -1:
    torch.distributed.init_process_group("gloo")
    model = torch.nn.parallel.DistributedDataParallel(model)
optimizer = torch.optim.AdamW(model.parameters(), 3e-4)
for step, (x, y) in enumerate(feedrate.watch(batches())):
    logits = model(x)
    loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    if step % 100 == 0:
        print(step, loss.item(), flush=True)
