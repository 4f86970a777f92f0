"""torch.utils.data.DataLoader: the iterator that the program is given is watched. Lightning, the Hugging Face Trainer and others
that go over a DataLoader come through here.
"""
import functools

from feedrate import watched


def install(module):
    loader, iterable = module.DataLoader, module._DatasetKind.Iterable
    plain = loader.__iter__

    @functools.wraps(plain)
    def watched_iter(self):
        if not watched.wanted():
            return plain(self)
        # Asking an iterable data set for its length would make torch warn when it gives more.
        length = None if self._dataset_kind == iterable else watched.length_of(self)
        facts = watched.Facts(watched.calling_site(), "%s %s" % (type(self.dataset).__name__, self.batch_size), self.num_workers,
                              (self.prefetch_factor or 0) if self.num_workers else 0, length)
        return watched.iterator(facts, lambda: plain(self))

    loader.__iter__ = watched_iter
