"""Growing memory, light loader: COMPUTE-BOUND, the leak named."""
from work import BATCH, DataLoader, Samples, sleep, train

history = []


def step(batch):
    history.append(bytearray(b"x" * (400 << 10)))
    sleep(40)


train(DataLoader(Samples(0), BATCH, num_workers=1), step)
