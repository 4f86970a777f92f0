"""The work of steady.py in forked worker processes, as many as settings.workers, each `prefetch` batches ahead at most.

Workers take a byte from their order pipe for each batch and leave at its end, also when the main process was killed.
"""
import os
import struct

from steady import Work, batches_of_an_epoch

CAPABILITY = {"in_flight": {"per_prefetch": 1}, "least_workers": 1}
SAMPLE_BYTES = 4


class Worker:
    def __init__(self, work, samples, others):
        self.size = samples * SAMPLE_BYTES
        orders, self.orders = os.pipe()
        self.results, results = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                # Held here too, the ends of the others would never reach them.
                for descriptor in [self.orders, self.results, *(d for each in others for d in (each.orders, each.results))]:
                    os.close(descriptor)
                self._work(work, samples, orders, results)
            except BrokenPipeError:
                pass
            finally:
                os._exit(0)
        os.close(orders)
        os.close(results)

    @staticmethod
    def _work(work, samples, orders, results):
        while os.read(orders, 1):
            batch = struct.pack("%dI" % samples, *work.batch(samples))
            while batch:
                batch = batch[os.write(results, batch):]

    def ask(self):
        os.write(self.orders, b"1")

    def batch(self):
        joined = b""
        while len(joined) < self.size:
            part = os.read(self.results, self.size - len(joined))
            if not part:
                raise RuntimeError("worker %d left in the middle of a batch" % self.pid)
            joined += part
        return list(struct.unpack("%dI" % (self.size // SAMPLE_BYTES), joined))

    def leave(self):
        os.close(self.orders)
        os.close(self.results)
        os.waitpid(self.pid, 0)


class Forked:
    def __init__(self, case, work_of=lambda worker: Work()):
        """`work_of`: what a worker does, by its number."""
        self.settings = case["settings"]
        self.batches = batches_of_an_epoch(case)
        self.work_of = work_of

    def __iter__(self):
        workers = []
        try:
            for number in range(self.settings["workers"]):
                workers.append(Worker(self.work_of(number), self.settings["batch"], workers))
            asked = min(self.batches, len(workers) * self.settings["prefetch"])
            for number in range(asked):
                workers[number % len(workers)].ask()
            for number in range(self.batches):
                worker = workers[number % len(workers)]
                batch = worker.batch()
                if asked < self.batches:
                    workers[asked % len(workers)].ask()
                    asked += 1
                yield batch
        finally:
            for worker in workers:
                worker.leave()


def make(case, seed):
    return Forked(case)
