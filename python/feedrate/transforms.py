"""What the harness does with a transform: goes over pictures in memory with it, on one thread, and looks at no result."""
import importlib.util
import os
import time

from feedrate import building


RESULTS = 2  # samples whose results are left for the agent to compare
COUNTED_ALONE = 100_000  # nanoseconds that a picture takes: below, counting each would cost more than it tells
HELD_LOOK = 0.001  # seconds between looks whether it is still held
TRIED_ENOUGH = 20_000_000  # nanoseconds: what takes longer is known by then, and is not counted meanwhile


def wait_while_held(folder):
    """Others are importing their libraries still: the agent takes the file away when it is this one's turn."""
    while os.path.exists(os.path.join(folder, "hold")):
        time.sleep(HELD_LOOK)


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
    apply(items[0])
    taken = []
    for item in items[:9] * 2:
        start = time.perf_counter_ns()
        apply(item)
        taken.append(time.perf_counter_ns() - start)
        if sum(taken) > TRIED_ENOUGH:
            break
    return sorted(taken)[len(taken) // 2]


def leave(apply, items, folder):
    """What is made of the first samples, for the agent to compare, and of the first one turned by 180 degrees in its place: who keeps
    answers gives the old one. Without numpy nothing of that is left. And how much of its time goes into making objects."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "built"), "w", encoding="utf-8") as file:
        file.write("%.3f %s\n" % building.share(apply, items))
    if not importlib.util.find_spec("numpy"):
        return
    first = items[:RESULTS]
    write(apply, first, folder)
    if turn(first[0]):
        write(apply, first[:1], folder, len(first))


def turn(item):
    """Whether that could be done; what somebody else's samples are, nobody knows."""
    if isinstance(item, (tuple, list)):  # two pictures, or frames
        return all([turn(each) for each in item])
    if hasattr(item, "getbands"):  # Pillow's
        item.paste(item.rotate(180))
    elif hasattr(item, "flip"):  # a tensor
        item.copy_(item.flip((-2, -1)))
    else:
        return turn_array(item)
    return True


def turn_array(item):
    """An array, or what shows its memory as one."""
    import numpy

    if not hasattr(item, "__array__"):
        return False
    pixels = numpy.asarray(item)
    if pixels.ndim < 3 or not pixels.flags.writeable:
        return False
    turned = pixels[..., ::-1, ::-1, :].copy()
    pixels[...] = turned
    return numpy.array_equal(numpy.asarray(item), turned)  # else that was a copy


def write(apply, items, folder, first=0):
    """What is made of each sample, into files NUMBER.raw: "HEIGHT WIDTH CHANNELS uint8|float32" (of clips FRAMES before that), a line end,
    and the values."""
    write_arrays(map(apply, items), as_array, folder, first)


def write_arrays(things, array_of, folder, first=0):
    os.makedirs(folder, exist_ok=True)
    for number, thing in enumerate(things, first):
        with open(os.path.join(folder, "%d.raw" % number), "wb") as file:
            try:
                array = array_of(thing)
            except Exception as error:  # what somebody else's code gives need not be pictures
                file.write(("%s: %s" % (type(error).__name__, error)).splitlines()[0].encode()[:80] + b"\n")
                continue
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
