"""Libraries that bring loaders of their own: what a program is given to go over is watched. In which stages batches are made is not
seen.
"""
import functools

from feedrate import watched

HELD = 8  # batches that such a loader may hold ready, where it does not say


def of(name, method="__iter__", made_by=lambda loader: (0, HELD)):
    """What is done when a module was imported: this class of it is watched, and every class that is ever derived from it.
    `made_by(loader)`: worker processes, and batches each of them may hold ready."""

    def install(module):
        base = getattr(module, name)
        _watch_derived(base, method, made_by)
        _watch_tree(base, method, made_by)

    return install


def webdataset(pipeline):
    """Its first stage may be torch's loader."""
    return torch_workers(pipeline.pipeline[0]) if pipeline.pipeline else (0, HELD)


def torch_workers(loader):
    workers = getattr(loader, "num_workers", 0)
    return (workers, getattr(loader, "prefetch_factor", None) or HELD) if workers else (0, HELD)


def grain(loader):
    options = loader.multiprocessing_options
    return (options.num_workers, options.per_worker_buffer_size) if options.num_workers else (0, HELD)


def _watch_tree(base, method, made_by):
    _watch(base, method, made_by)
    for derived in base.__subclasses__():
        _watch_tree(derived, method, made_by)


def _watch_derived(base, method, made_by):
    own = base.__dict__.get("__init_subclass__")

    def init_subclass(derived, **named):
        if own:
            own.__func__(derived, **named)
        else:
            super(base, derived).__init_subclass__(**named)
        _watch(derived, method, made_by)

    base.__init_subclass__ = classmethod(init_subclass)


def _watch(loader, method, made_by):
    plain = loader.__dict__.get(method)
    if plain is None:  # inherited: it is watched there
        return

    @functools.wraps(plain)
    def begin(self, *arguments, **named):
        if not watched.wanted():
            return plain(self, *arguments, **named)
        workers, held = made_by(self)
        facts = watched.Facts(watched.calling_site(), type(self).__name__, workers, held, None)
        return watched.iterator(facts, lambda: plain(self, *arguments, **named))

    setattr(loader, method, begin)
