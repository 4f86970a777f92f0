"""torch-pil that does a known share of its work twice: plus_5 decodes and augments every twentieth sample of each worker once more.
Which ones is counted, not drawn."""
from feedrate.subjects import torch_pil

CAPABILITY = {"in_flight": {"per_prefetch": 1}}


class Extra(torch_pil.Samples):
    share = 0.0
    made = 0

    def sample(self, index):
        before, self.made = self.made, self.made + 1
        for _ in range(int(self.made * self.share) - int(before * self.share)):
            super().sample(index)
        return super().sample(index)


class FivePercent(Extra):
    share = 0.05


class FiveOfAll(Extra):
    """A sample is two thirds of what the loader does for it, at batches of 8: handing over comes once. Made 5 % more often, samples cost the
    loader 3.3 % of its rate (tools/gate_campaign, 24 blocks)."""
    share = 0.074


class TenPercent(Extra):
    share = 0.1


def make(case, seed):
    return torch_pil.make(case, seed, Extra)


def plus_5(case, seed):
    return torch_pil.make(case, seed, FivePercent)


def plus_5_of_all(case, seed):
    return torch_pil.make(case, seed, FiveOfAll)


def plus_10(case, seed):
    return torch_pil.make(case, seed, TenPercent)
