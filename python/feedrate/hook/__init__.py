"""Watches the loaders of a program that knows nothing of feedrate. One file a library; each is called when the program has
imported the module it names, so that nothing is imported for it.
"""
import importlib.abc
import importlib.machinery
import os
import sys

from feedrate import marks
from feedrate.hook import iterators, torch_fetch, torch_loader, transforms

SIGN = "hooked"  # left in the marks folder: the hook ran
# module: what is done when it was imported
WATCHERS = {
    "torch.utils.data.dataloader": torch_loader.install,
    "torch.utils.data._utils.fetch": torch_fetch.install,
    "torchvision.transforms.transforms": transforms.torchvision,
    "torchvision.transforms.v2._container": transforms.torchvision_v2,
    "albumentations.core.transforms_interface": transforms.albumentations,
    "webdataset.pipeline": iterators.of("DataPipeline", made_by=iterators.webdataset),
    "spdl.pipeline._pipeline": iterators.of("Pipeline", "get_iterator"),
    "grain._src.python.data_loader": iterators.of("DataLoader", made_by=iterators.grain),
    "grain._src.python.dataset.dataset": iterators.of("IterDataset"),
    "nvidia.dali.plugin.base_iterator": iterators.of("_DaliBaseIterator"),
    "tensorflow.python.data.ops.dataset_ops": iterators.of("DatasetV2"),
}


class Loader(importlib.abc.Loader):
    """Imports a module as its own loader does, then has it watched."""

    def __init__(self, plain, install):
        self._plain, self._install = plain, install

    def create_module(self, spec):
        return self._plain.create_module(spec)

    def exec_module(self, module):
        self._plain.exec_module(module)
        module.__loader__ = module.__spec__.loader = self._plain
        try:
            self._install(module)
        except AttributeError as error:  # another version, made otherwise
            sys.stderr.write("feedrate: %s is not watched: %s\n" % (module.__name__, error))


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        install = WATCHERS.get(name)
        if install is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            spec.loader = Loader(spec.loader, install)
        return spec


def install():
    folder = os.environ.get(marks.FOLDER_VARIABLE)
    if not folder or not os.path.isdir(folder):
        return
    open(os.path.join(folder, SIGN), "a", encoding="ascii").close()
    sys.meta_path.insert(0, Finder())
