"""What the harness does with a transform: goes over pictures in memory with it, on one thread, and looks at no result."""
import importlib.util
import os
import time


RESULTS = 2  # samples whose results are left for the agent to compare
COUNTED_ALONE = 100_000  # nanoseconds that a picture takes: below, counting each would cost more than it tells
TRIED_ENOUGH = 20_000_000  # nanoseconds: what takes longer is known by then, and is not counted meanwhile


def repeat(apply, items, batch, writer):
    """Until the agent says stop; a mark for every `batch` pictures."""
    counted = 1 if _usual_ns(apply, items) > COUNTED_ALONE else batch
    count, at = len(items), 0
    while not writer.should_stop():
        for _ in range(0, batch, counted):
            for _ in range(counted):
                apply(items[at])
                at = at + 1 if at + 1 < count else 0
            writer.count_sample(counted)
        writer.batch(batch, 0)


def _usual_ns(apply, items):
    """Of a picture, once the code has run: the median of some."""
    taken = []
    for item in items[:9] * 2:
        start = time.perf_counter_ns()
        apply(item)
        taken.append(time.perf_counter_ns() - start)
        if sum(taken) > TRIED_ENOUGH:
            break
    return sorted(taken)[len(taken) // 2]


def leave(apply, items, folder):
    """What is made of the first samples, for the agent to compare; without numpy nothing is."""
    if importlib.util.find_spec("numpy"):
        write(apply, items[:RESULTS], folder)


def write(apply, items, folder):
    """What is made of each sample, into files NUMBER.raw: "HEIGHT WIDTH CHANNELS uint8|float32" (of clips FRAMES before that), a line end,
    and the values."""
    os.makedirs(folder, exist_ok=True)
    for number, item in enumerate(items):
        array = as_array(apply(item))
        with open(os.path.join(folder, "%d.raw" % number), "wb") as file:
            file.write(b"%s %s\n" % (" ".join(map(str, array.shape)).encode(), str(array.dtype).encode()))
            file.write(array.tobytes())


def as_array(made):
    """(Frames x) height x width x channels, of whatever a library gives."""
    import numpy

    if isinstance(made, list):  # frames
        return numpy.stack([as_array(frame) for frame in made])
    if hasattr(made, "permute"):  # a tensor, channels before height and width
        made = made.movedim(-3, -1).cpu().numpy()
    return numpy.asarray(made)
