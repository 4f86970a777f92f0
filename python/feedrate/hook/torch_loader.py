"""torch.utils.data.DataLoader: the iterator that the program is given is watched. Lightning, the Hugging Face Trainer and others
that go over a DataLoader come through here.
"""
import functools
import inspect
import json
import os

from feedrate import marks, temporary, watched

IF_VARIABLE = "FEEDRATE_IF"  # {"num_workers": 4}: what is tried instead of what the program says


def install(module):
    _try_instead(module.DataLoader, json.loads(os.environ.get(IF_VARIABLE, "{}")))
    _watch(module.DataLoader, module._DatasetKind.Iterable)
    temporary.tell(os.environ[marks.FOLDER_VARIABLE])


def _try_instead(loader, changes):
    if not changes:
        return
    plain = loader.__init__
    signature = inspect.signature(plain)

    @functools.wraps(plain)
    def init(self, *arguments, **named):
        asked = signature.bind(self, *arguments, **named)
        asked.arguments.update(changes)
        plain(*asked.args, **asked.kwargs)

    loader.__init__ = init


def _watch(loader, iterable):
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
