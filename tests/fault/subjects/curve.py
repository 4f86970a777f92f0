"""As fast as curve_rates.py says for a number of workers, of which it has none. CPU work only."""
from curve_rates import RATES
from steady import UNITS, Work, batches_of_an_epoch

CAPABILITY = {"in_flight": {"fixed": 0}}


def make(case, seed):
    work = Work()
    work.units = round(4 * UNITS * 100 / RATES[case["settings"]["workers"]])
    for _ in range(batches_of_an_epoch(case)):
        yield work.batch(case["settings"]["batch"])
