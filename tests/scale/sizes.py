"""`plan` at 10^4 and 10^6 cells: memory and time a cell stay flat."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "flow"))
from flow import Flow, PROGRAM, SUBJECTS, experiment, make_data

flow = Flow("sizes")
make_data(300)


def write(name, workers, batch, blocks):
    path = experiment(name, [("one", SUBJECTS / "forked.py"), ("two", SUBJECTS / "forked.py")], "{blocks: %d}" % blocks,
                      workers=str(list(range(1, workers + 1))), batch=str(list(range(1, batch + 1))))
    # No fixed size of a sample: what would not fit into shared memory is left out of a plan, and this is about counting.
    text = pathlib.Path(path).read_text()
    pathlib.Path(path).write_text(text.replace("recipe: imagenet-train", "recipe: {name: any, operations: [{op: decode, format: jpeg}], output: {dtype: uint8, layout: NHWC}}"))
    return path


def plan(path):
    """Cells, memory in KB and CPU seconds of one call."""
    process = subprocess.Popen([str(PROGRAM), "plan", "./" + path, "--count"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    cells, errors = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit("plan --count of %s: %s" % (path, errors))
    return int(cells), used.ru_maxrss, used.ru_utime + used.ru_stime


# Blocks multiply cells at no cost: time is by case. The fixed cost (interpreters that say what they can do, the data folder) is that of
# one case and taken off. In turns of as many cases each, and summed: the machine's speed changes from one second to the next.
PATHS = {1: write("one", 1, 1, 1), 10_000: write("small", 100, 50, 1), 50_000: write("large", 100, 250, 20)}
seconds = {cases: [] for cases in PATHS}
most = {cases: 0 for cases in PATHS}
counted = {cases: set() for cases in PATHS}
for turn in range(8):
    for cases in (10_000, 1, 10_000, 10_000, 50_000, 10_000, 1, 10_000):
        cells, kilobytes, used = plan(PATHS[cases])
        counted[cases].add(cells)
        most[cases] = max(most[cases], kilobytes)
        seconds[cases].append(used)
flow.check("10^4 and 10^6 cells are counted", counted == {1: {2}, 10_000: {10_000}, 50_000: {1_000_000}}, counted)
small, large = ((sum(seconds[cases]) / len(seconds[cases]) - sum(seconds[1]) / len(seconds[1])) / cases for cases in (10_000, 50_000))
flow.check("memory: %d KB at 10^4 cells, %d KB at 10^6, at most 1.2 times" % (most[10_000], most[50_000]), most[50_000] <= 1.2 * most[10_000])
flow.check("CPU time a case: %.1f us at 10^6 cells, %.1f us at 10^4, at most 1.2 times" % (large * 1e6, small * 1e6), large <= 1.2 * small)
flow.end()
