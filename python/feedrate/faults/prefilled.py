"""A loader that has 30 batches ready when the first is asked for, and makes the others one by one: what it does first says nothing
about what it can do."""
from made import steady

CAPABILITY = {"in_flight": {"fixed": 30}, "least_workers": 1}


def make(case, seed):
    made = iter(steady(case, seed))
    ready = [next(made) for _ in range(30)]
    yield from ready
    yield from made
