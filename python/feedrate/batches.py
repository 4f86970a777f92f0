"""What the harness does with a loader: goes over it, epoch after epoch, and looks at each batch no closer than it must."""
import inspect
import itertools


def size_of(batch):
    """(samples, bytes) of a batch.

    A tensor or array has its samples along the first dimension. A tuple or dict holds fields, and so does a list that begins
    with an array: the first field is counted. Any other list holds samples. Bytes are those of all tensors and arrays.
    """
    if _is_array(batch):
        return len(batch), _bytes(batch)
    fields = list(batch.values()) if hasattr(batch, "values") else batch
    if isinstance(fields, (tuple, list)) and fields:
        first, size = fields[0], sum(_bytes(field) for field in fields if _is_array(field))
        if _is_array(first):
            return len(first), size
        if (isinstance(first, (tuple, list)) or hasattr(first, "values")) and not isinstance(batch, list):
            samples, inner = size_of(first)
            return samples, inner + size
    return len(batch), 0


def arrays_of(batch):
    """The tensors and arrays of a batch, those in its fields included."""
    if _is_array(batch):
        return [batch]
    if isinstance(batch, (tuple, list)):
        return [array for field in batch for array in arrays_of(field)]
    if hasattr(batch, "values"):
        return [array for field in batch.values() for array in arrays_of(field)]
    return []


def first_array(batch):
    """Of a batch: its pictures, as a NumPy array; labels may stand before them."""
    import numpy

    found = arrays_of(batch)
    if not found:
        raise TypeError("a batch is a %s without an array" % type(batch).__name__)
    chosen = next((array for array in found if len(array.shape) == 4), found[0])
    return numpy.asarray(chosen.cpu() if hasattr(chosen, "cpu") else chosen)


def _is_array(thing):
    return bool(getattr(thing, "shape", None))  # not those of no dimension: they have no len()


def _bytes(array):
    size = getattr(array, "nbytes", None)
    if size is None and hasattr(array, "numel"):
        size = array.numel() * array.element_size()
    return int(size or 0)


def epochs_of(make, case, seed):
    """A function whose every call begins an epoch. What it is made of lives as long as the function."""
    if inspect.isgeneratorfunction(make):
        seeds = itertools.count(seed)  # else every epoch would draw the same
        return lambda: make(case, next(seeds))
    made = make(case, seed)
    if callable(made) and not hasattr(made, "__iter__"):
        return lambda: iter(made())
    return lambda: iter(made)


def so_many(begin_epoch, count):
    """Batches, over as many epochs as it takes."""
    while count:
        before = count
        for batch in begin_epoch():
            yield batch
            count -= 1
            if not count:
                return
        if count == before:
            raise ValueError("an epoch gave no batch")


def drain(begin_epoch, writer):
    """Takes batches until the agent says stop, and marks each. The last iterator is gone when it returns."""
    number = 0
    while True:
        iterator, taken = begin_epoch(), 0
        for batch in iterator:
            writer.batch(*size_of(batch))
            taken += 1
            if writer.should_stop():
                if hasattr(iterator, "close"):  # a generator: cleans up now, with its errors seen
                    iterator.close()
                return
        if not taken:
            raise ValueError("epoch %d gave no batch; expected at least one, from an iterable that begins anew with every iter() "
                             "or a function that returns one" % number)
        writer.epoch(number)
        number += 1
