"""What runs inside a measured Python process: it does the work it was ordered to do and leaves marks; it measures nothing.

Standard library only, outside subjects/. The folder above this one can be a PYTHONPATH of its own.
"""


class Unsupported(Exception):
    """The subject cannot do this work. The process ends with code 3 and the message, one line, on standard error."""


def watch(loader, name=None):
    """The same batches; under `feedrate wrap` it is seen when the program asks for one and gets it."""
    from feedrate.watched import Watched  # only now: a subject that is measured otherwise never needs it

    return Watched(loader, name)
