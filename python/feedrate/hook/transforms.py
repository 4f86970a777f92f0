"""The steps of augmentation libraries, each a part of the data set's time: torchvision's Compose (both kinds) and the transforms of
Albumentations. Nothing is called more or less often, or with other arguments, than without us.
"""
import functools

from feedrate.hook import parts

MOST = 24  # steps that are told apart; a marks file has only so many names

_names = {}


def _name_of(step):
    name = getattr(type(step), "__name__", "step") if not hasattr(step, "__name__") else step.__name__
    if name not in _names and len(_names) >= MOST:
        return "other steps"
    return _names.setdefault(name, name)


class Step:
    """One step of a Compose; for everything but a call it is the step itself."""

    def __init__(self, step):
        self._step = step

    def __call__(self, *arguments, **named):
        return parts.run(_name_of(self._step), self._step, *arguments, **named)

    def __getattr__(self, name):
        return getattr(self.__dict__["_step"], name)


def _time_steps(compose, method):
    """While it goes over its steps, it meets timed ones."""
    plain = getattr(compose, method)

    @functools.wraps(plain)
    def call(self, *arguments, **named):
        steps = self.transforms
        if steps and isinstance(steps[0], Step):  # called again from within
            return plain(self, *arguments, **named)
        own = self.__dict__
        was_own = "transforms" in own  # a list; a module that holds modules keeps them elsewhere
        own["transforms"] = [Step(step) for step in steps]
        try:
            return plain(self, *arguments, **named)
        finally:
            if was_own:
                own["transforms"] = steps
            else:
                del own["transforms"]

    parts.add(compose, method, call)


def torchvision(module):
    _time_steps(module.Compose, "__call__")


def torchvision_v2(module):
    _time_steps(module.Compose, "forward")


def albumentations(module):
    transform = module.BasicTransform
    plain = transform.__call__

    @functools.wraps(plain)
    def call(self, *arguments, **named):
        return parts.run(_name_of(self), plain, self, *arguments, **named)

    parts.add(transform, "__call__", call)
