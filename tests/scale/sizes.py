"""`plan` at 10^4 and 10^6 cells: memory and time a cell stay flat."""
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "flow"))
from flow import Flow, PROGRAM, SUBJECTS, experiment, feedrate, make_data

flow = Flow("sizes")
make_data(300)


def plan(name, workers, batch, blocks):
    path = experiment(name, [("one", SUBJECTS / "forked.py"), ("two", SUBJECTS / "forked.py")], "{blocks: %d}" % blocks,
                      workers=str(list(range(1, workers + 1))), batch=str(list(range(1, batch + 1))))
    # No fixed size of a sample: what would not fit into shared memory is left out of a plan, and this is about counting.
    text = pathlib.Path(path).read_text()
    pathlib.Path(path).write_text(text.replace("recipe: imagenet-train", "recipe: {name: any, operations: [{op: decode, format: jpeg}], output: {dtype: uint8, layout: NHWC}}"))
    cells, kilobytes, seconds = "", 0, []
    for _ in range(5 if blocks < 20 else 1):  # the median of a small plan, of which starting up is a good part
        process = subprocess.Popen([str(PROGRAM), "plan", "./" + path, "--count"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        cells, errors = process.stdout.read(), process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        flow.check("%s: plan --count ends with 0" % name, status == 0, errors)
        kilobytes = max(kilobytes, used.ru_maxrss)
        seconds.append(used.ru_utime + used.ru_stime)
    return int(cells), kilobytes, statistics.median(seconds)


small = plan("small", 100, 50, 1)
large = plan("large", 100, 250, 20)
flow.check("10^4 cells are counted", small[0] == 10_000, small)
flow.check("10^6 cells are counted", large[0] == 1_000_000, large)
flow.check("memory: %d KB at 10^4, %d KB at 10^6, at most 1.2 times" % (small[1], large[1]), large[1] <= 1.2 * small[1])
# The fixed cost (interpreters that say what they can do, the data folder) is measured with one cell and taken off.
one = plan("one", 1, 1, 1)
each_small = (small[2] - one[2]) / small[0]
each_large = (large[2] - one[2]) / (large[0] / 20)
# By case, not by cell: blocks multiply cells at no cost, and the larger plan has more of them.
flow.check("CPU time a case: %.1f us at 10^6 cells, %.1f us at 10^4, at most 1.2 times" % (each_large * 1e6, each_small * 1e6),
           each_large <= 1.2 * each_small)
flow.end()
