"""Loaders that never antialias, on a recipe that asks for it: they do less than it says. For tools/ruler and tools/arrays, which say so."""
import importlib

from feedrate import subjects

CAPABILITY = {
    "supports": [{"scope": "loader", "media": ["rgb", "multichannel"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": ["decode", "random_resized_crop", "horizontal_flip", "normalize"]}],
    "in_flight": {"fixed": 1, "per_prefetch": 1},
}


def _make(name, case, seed):
    for each in case["work"]["recipe"]["operations"]:
        if "antialias" in each:
            each["antialias"] = False
    return importlib.import_module("feedrate.subjects." + subjects.SHIPPED[name]).make(case, seed)


def torch_simplejpeg(case, seed):
    return _make("torch-simplejpeg", case, seed)


def torch_albumentationsx(case, seed):
    return _make("torch-albumentationsx", case, seed)


def grain(case, seed):
    return _make("grain", case, seed)
