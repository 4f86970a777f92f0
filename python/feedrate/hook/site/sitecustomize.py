"""Runs when an interpreter starts whose PYTHONPATH begins with this folder: `feedrate wrap` puts it there. Watches the loaders of
the program, then gives the word to the sitecustomize that this one hides.
"""
import importlib.machinery
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def _is_here(folder):
    return os.path.abspath(folder or os.curdir) == HERE


def _watch_loaders():
    package = os.path.dirname(os.path.dirname(HERE))
    spec = importlib.util.spec_from_file_location("feedrate", os.path.join(package, "__init__.py"),
                                                  submodule_search_locations=[package])
    module = importlib.util.module_from_spec(spec)
    sys.modules["feedrate"] = module
    spec.loader.exec_module(module)
    from feedrate import hook

    hook.install()


def _run_the_hidden_one():
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


sys.path[:] = [folder for folder in sys.path if not _is_here(folder)]
try:
    _watch_loaders()
except Exception as error:  # the program comes first
    sys.stderr.write("feedrate: the program runs unwatched: %s: %s\n" % (type(error).__name__, error))
_run_the_hidden_one()
