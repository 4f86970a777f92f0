"""Where the bytes came from, in eight situations that are made on purpose, and whether the bytes from the device are what the block
layer counted."""
import mmap
import os
import pathlib
import shutil
import subprocess
import tempfile

from flow import PROGRAM, PYTHON, SUBJECTS, Flow, experiment, feedrate, finished_cells, memory_cgroup, records

FILES, SIZE, BATCH = 2048, 65536, 8
ONCE = "{blocks: 1, window: 230 batches, interleave: alternate}"  # with what is drained before, less than an epoch
TWICE = "{blocks: 1, window: 480 batches, interleave: alternate}"

flow = Flow("cache")


def make_files(folder="data", size=SIZE):
    pathlib.Path(folder).mkdir(exist_ok=True)
    for i in range(FILES):
        pathlib.Path(folder, "%04d.jpg" % i).write_bytes(os.urandom(256) * (size // 256))


def each_file(step=1, folder="data"):
    return sorted(pathlib.Path(folder).iterdir())[::step]


def evict(files):
    for path in files:
        with open(path, "rb") as file:
            os.fdatasync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read(files):
    for path in files:
        path.read_bytes()


def cell_of(name, measure=ONCE, data="./data", before=(), environment=None, words=()):
    path = "./" + experiment(name, [("reader", SUBJECTS / "reader.py")], measure, data=data, batch="[%d]" % BATCH)
    done = subprocess.run([*before, str(PROGRAM), "run", path, *words], capture_output=True, text=True, env={**os.environ, **(environment or {})})
    if done.returncode:
        flow.check("%s runs" % name, False, done.stderr[-800:])
        flow.end()
    found = records("runs/" + name)
    return found[finished_cells("runs/" + name)[0]][0]


def shown(record):
    cache = record["evidence"]["cache"]
    return "%s: %.1f of %.1f MB from the device, resident %.2f then %.2f" % (
        cache.get("state"), cache["device_bytes"] / 1e6, cache["touched_bytes"] / 1e6, cache.get("resident_before", -1), cache.get("resident_after", -1))


def expect(what, record, states):
    flow.check("%s: %s" % (what, shown(record)), record["evidence"]["cache"].get("state") in states, record["labels"])


def sectors_read():
    device = os.stat(".").st_dev
    path = pathlib.Path("/sys/dev/block/%d:%d/stat" % (os.major(device), os.minor(device)))
    if not path.exists():
        flow.check("the flow's folder lies on a block device", False, "set TMPDIR to a folder on a disk")
        flow.end()
    return int(path.read_text().split()[2])


make_files()
read(each_file())
expect("1 of 8  read twice is warm", cell_of("warm"), ("warm",))

evict(each_file())
subprocess.run(["sync"], check=True)
before = sectors_read()
record = cell_of("cold", words=("--cache", "cold"))
from_device = 512 * (sectors_read() - before)
expect("2 of 8  evicted files are cold", record, ("cold",))
# The block layer also counts what was read before a window opened, and a cell that was disturbed and ran once more.
ours, drained = 0, 0
for each, _ in records("runs/cold").values():
    cache = each["evidence"]["cache"]
    batches = len(next(pathlib.Path("runs/cold").rglob(each["id"] + ".batch_times.jsonl")).read_text().splitlines())
    drained += batches * BATCH * SIZE - cache["touched_bytes"]
    ours += cache["device_bytes"]
flow.check("bytes from the device %.1f MB, by the block layer %.1f less %.1f drained: %+.1f %%" % (
    ours / 1e6, from_device / 1e6, drained / 1e6, 100 * (ours / (from_device - drained) - 1)), abs(ours / (from_device - drained) - 1) < 0.05)
flow.check("--cache cold left nothing resident", record["evidence"]["cache"]["resident_before"] < 0.01 and "not-cold" not in record["labels"], shown(record))

read(each_file())
evict(each_file(step=2))
expect("3 of 8  half evicted is mixed", cell_of("half"), ("mixed",))

read(each_file())
stop = pathlib.Path("stop")
evictor = subprocess.Popen([PYTHON, "-c", """
import os, pathlib
while not pathlib.Path('stop').exists():
    for path in sorted(pathlib.Path('data').iterdir()):
        with open(path, 'rb') as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
"""])
try:
    expect("4 of 8  evicted meanwhile by another process", cell_of("meanwhile", TWICE), ("mixed", "cold"))
finally:
    stop.touch()
    evictor.wait()

evict(each_file())
with memory_cgroup(80 << 20) as inside:
    expect("5 of 8  the second epoch of data larger than a memory cgroup", cell_of("cgroup", TWICE, before=inside), ("mixed", "cold"))

memory = tempfile.mkdtemp(prefix="feedrate-cache-", dir="/dev/shm")
try:
    make_files(memory, 8192)
    expect("6 of 8  tmpfs is memory", cell_of("memory", data=memory), ("memory",))
finally:
    shutil.rmtree(memory)

evict(each_file())
expect("7 of 8  mapped after eviction is cold", cell_of("mapped", environment={"READER_MAP": "1"}, words=("--cache", "cold")), ("cold",))

evict(each_file())
make_files()
expect("8 of 8  overwritten just before is warm", cell_of("overwritten"), ("warm",))

# What cannot be had is said.
held = [open(path, "rb") for path in each_file()]
maps = [mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) for file in held]
total = sum(view[at] for view in maps for at in range(0, len(view), mmap.PAGESIZE))
record = cell_of("held", words=("--cache", "cold"))
flow.check("pages that somebody has mapped cannot be evicted, and the cell says so: %s" % record["labels"],
           "not-cold" in record["labels"] and record["evidence"]["cache"]["state"] != "cold", shown(record))
report = feedrate("report", "held").stdout
flow.check("so does the report", "not-cold" in report and "cache warm" in report, report)
flow.end()
