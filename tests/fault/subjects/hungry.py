"""Takes 50 MB more with every batch, touches them and gives nothing back."""
from steady import endless

CAPABILITY = {"in_flight": {"fixed": 0}}


def make(case, seed):
    kept = []
    for batch in endless(case):
        kept.append(b"\1" * 50_000_000)
        yield batch
