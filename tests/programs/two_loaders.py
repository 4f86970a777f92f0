"""Two loaders, the training one decode-heavy: INPUT-BOUND, and the right loader."""
from work import BATCH, DataLoader, Samples, sleep, torch

training = DataLoader(Samples(2, count=BATCH * 400), BATCH, num_workers=2)
validation = DataLoader(Samples(0, count=BATCH * 40), BATCH)
for epoch in range(100000):
    with torch.no_grad():
        for batch in validation:
            sleep(1)
    for batch in training:
        sleep(2)
