"""torch-pil that does a share of its work twice: SUBJECT_EXTRA=0.05 decodes and augments every twentieth sample of each worker once
more. Which ones is counted, not drawn."""
import os

from feedrate.subjects import torch_pil

CAPABILITY = {"in_flight": {"per_prefetch": 1}}


class Extra(torch_pil.Photos):
    made = 0
    share = float(os.environ.get("SUBJECT_EXTRA", "0"))

    def sample(self, index):
        before, self.made = self.made, self.made + 1
        for _ in range(int(self.made * self.share) - int(before * self.share)):
            super().sample(index)
        return super().sample(index)


def make(case, seed):
    return torch_pil.make(case, seed, Extra)
