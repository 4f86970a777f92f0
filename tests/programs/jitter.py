"""A jittering step, light loader: COMPUTE-BOUND."""
import random

from work import BATCH, DataLoader, Samples, sleep, train

dice = random.Random(3)
train(DataLoader(Samples(0), BATCH, num_workers=1), lambda batch: sleep(dice.uniform(20, 60)))
