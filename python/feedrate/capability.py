"""What a subject says it can do: the document of schema feedrate/capability/1 (src/feedrate/contract/capability/capability.h).

A declaration is a dict with some of `supports`, `in_flight` and `least_workers`. Reading one imports no library.
"""
import os
import platform
import sys

from feedrate import Unsupported

SCHEMA = "feedrate/capability/1"
OPERATIONS = ["decode", "random_resized_crop", "horizontal_flip", "normalize"]

# Of a loader that declares nothing: a DataLoader's queue, and one batch more for what is not known.
DEFAULTS = {
    "supports": [{"scope": "loader", "media": ["rgb"], "sources": ["storage", "memory"], "devices": ["cpu"],
                  "operations": OPERATIONS}],
    "in_flight": {"fixed": 1, "per_worker": 0, "per_prefetch": 1},
    "least_workers": 0,
}


def complete(declared):
    """The declaration with defaults where it says nothing."""
    unknown = sorted(set(declared) - set(DEFAULTS))
    if unknown:
        raise ValueError("CAPABILITY has the key %r; expected one of %s" % (unknown[0], ", ".join(DEFAULTS)))
    whole = {**DEFAULTS, **declared}
    unknown = sorted(set(whole["in_flight"]) - set(DEFAULTS["in_flight"]))
    if unknown:
        raise ValueError("CAPABILITY's in_flight has the key %r; expected one of %s"
                         % (unknown[0], ", ".join(DEFAULTS["in_flight"])))
    whole["in_flight"] = {"fixed": 0, "per_worker": 0, "per_prefetch": 0, **whole["in_flight"]}
    return whole


def static_document(subject, declared):
    return _document(subject, "static", "declared", None, {}, declared)


def probe_document(subject, declared, libraries, probe):
    """Calls probe(), which imports the libraries, tries them and returns their versions."""
    try:
        return _document(subject, "probe", "available", None, probe(), declared)
    except ModuleNotFoundError as error:
        # A library of ours that is not there is missing; one that lacks a library of its own is broken.
        availability = "missing" if error.name in libraries else "broken"
        return _document(subject, "probe", availability, str(error), {}, declared)
    except Exception as error:  # whatever a library throws when it does not work here
        return _document(subject, "probe", "broken", "%s: %s" % (type(error).__name__, error), {}, declared)


def _document(subject, depth, availability, reason, versions, declared):
    document = {"schema": SCHEMA, "subject": subject, "depth": depth, "availability": availability}
    if reason is not None:
        document["reason"] = " ".join(reason.split())
    document["versions"] = versions
    document.update(complete(declared))
    document["interpreter"] = {"executable": sys.executable, "version": platform.python_version(),
                               "paths": package_folders()}
    return document


def package_folders():
    """The folders of sys.path that hold installed packages."""
    def holds_packages(folder):
        return os.path.isdir(folder) and any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder))

    return [folder for folder in dict.fromkeys(map(os.path.abspath, sys.path)) if holds_packages(folder)]


def check(declared, case):
    """Raises Unsupported with the reason when the case is not among what is declared."""
    declared, work, settings = complete(declared), case["work"], case["settings"]
    # A step that only takes time asks nothing of a subject but its loader.
    scope = "loader" if work["scope"] == "step" and "step_seconds" in work else work["scope"]
    supports = [each for each in declared["supports"] if each["scope"] == scope]
    if not supports:
        raise Unsupported("scope is %s; it has %s" % (work["scope"], _listed(declared["supports"], "scope")))
    asked = [("settings.device is", settings["device"], "devices")]
    if "media" in work:
        asked.append(("media is", work["media"]["kind"], "media"))
    if "data" in work:
        asked.append(("data.source is", work["data"]["source"], "sources"))
    if "operation" in work:
        asked.append(("the operation is", work["operation"]["op"], "operations"))
    if "recipe" in work:
        asked += [("the recipe has", each["op"], "operations") for each in work["recipe"]["operations"]]
    for what, found, key in asked:
        remaining = [each for each in supports if found in each[key]]
        if not remaining:
            raise Unsupported("%s %s; it has %s" % (what, found, _listed(supports, key)))
        supports = remaining
    if scope != "transform" and settings["workers"] < declared["least_workers"]:
        raise Unsupported("settings.workers is %d; it needs at least %d" % (settings["workers"], declared["least_workers"]))


def _listed(supports, key):
    values = [value for each in supports for value in ([each[key]] if isinstance(each[key], str) else each[key])]
    return ", ".join(dict.fromkeys(values))
