"""torch-pil in a bare loop: what tools/overhead holds the watched one against. It is watched like any other until its solo window is
over; from then on nothing is marked, and samples are counted once a batch here instead of one by one in the workers."""
from feedrate import marks
from feedrate.subjects import torch_pil

CAPABILITY = {"in_flight": {"per_prefetch": 1}}
WATCHED = 60  # more batches than are drained and in the window of tools/overhead


class Uncounted(torch_pil.Samples):
    def __getitem__(self, index):
        return self.sample(index)


def make(case, seed):
    loader = torch_pil.make(case, seed, Uncounted)
    writer = marks.current()

    def epoch():
        for number, batch in enumerate(loader):
            writer.count_sample(len(batch))
            if number < WATCHED or writer.should_stop():
                yield batch

    return epoch
