"""A loader that is not shipped: `path/loader.py:make`, a function make(case, seed) in somebody's own file."""
import ast
import importlib.util
import os
import sys


def split(text):
    """(path, function) of `path/loader.py:make`."""
    path, colon, function = text.rpartition(":")
    if not (colon and path and function.isidentifier()):
        raise ValueError("--make is %r; expected FILE.py:FUNCTION, such as loader.py:make" % text)
    return path, function


def load(path):
    """The module of a file. Its folder is importable from then on, as when the file is run by hand."""
    folder, name = os.path.split(os.path.abspath(path))
    name = os.path.splitext(name)[0]
    if name in sys.modules:  # named like something that is in use
        name = "user_loader_" + name
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise ValueError("%s is not a Python file; expected FILE.py" % path)
    sys.path.insert(0, folder)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # by this name spawned workers find its classes
    spec.loader.exec_module(module)
    return module


def function_of(module, name, path):
    function = getattr(module, name, None)
    if not callable(function):
        raise ValueError("%s has no function %s; expected `def %s(case, seed):`" % (path, name, name))
    return function


def declared_in(path):
    """The value of CAPABILITY = {...} at the top level of the file, without running it; {} where there is none."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(getattr(target, "id", None) == "CAPABILITY" for target in targets):
            try:
                return ast.literal_eval(statement.value)
            except ValueError:
                raise ValueError("%s:%d: CAPABILITY is computed; expected a literal dict, which can be read without importing "
                                 "anything" % (path, statement.lineno)) from None
    return {}
