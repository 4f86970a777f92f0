"""Where freezing would lie: loaders that wait for timers, for reads in flight, for a helper outside of their processes, or whose memory
does not fit twice. The last is noticed and alternates, with the reason. Then the queue that was filled before anybody asked. FULL=1: all
four, and each ratio is held against that of blocks that never were sliced."""
import json
import math
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import threading
import time
import zlib

from flow import PROGRAM, SUBJECTS, Flow, experiment, feedrate, finished_cells, make_data, memory_cgroup, records

FULL = os.environ.get("FULL") == "1"  # takes ten times as long
SLICED = "{blocks: %d, window: 60 batches, interleave: sliced, slice: 60 ms, running: 1 s}" % (8 if FULL else 1)
NEVER = "{blocks: 8, window: 60 batches, interleave: alternate}"
T_14 = 2.145  # 97.5 % of Student's t with 14 degrees of freedom


def serve(answer):
    """A server whose every connection gives a byte for a byte, after answer()."""
    listener = socket.create_server(("127.0.0.1", 0))

    def one(connection):
        try:
            while connection.recv(1):
                answer()
                connection.sendall(b"1")
        except OSError:  # the loader was ended
            connection.close()

    def accept():
        while True:
            threading.Thread(target=one, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def busy():
    """Two milliseconds of work."""
    checksum = 0
    for _ in range(4):
        checksum = zlib.crc32(BLOCK, checksum)


BLOCK = bytes(1 << 20)
if len(sys.argv) > 1:  # the helper, in a process of its own
    print(serve(busy), flush=True)
    time.sleep(3600)

flow = Flow("slicing-lies")
make_data(16000)  # epochs of 2,000 batches: their ends enter nothing


def run(name, subject, measure, environment, before=()):
    path = "./" + experiment(name, [("steady", SUBJECTS / "steady.py"), (subject, SUBJECTS / (subject + ".py"))], measure)
    done = subprocess.run([*before, str(PROGRAM), "run", path], capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        flow.check("%s runs" % name, False, done.stderr[-800:])
        flow.end()
    found, blocks = records("runs/" + name), {}
    for cell in finished_cells("runs/" + name):
        record = found[cell][0]
        if record["block"] > 0:
            blocks.setdefault(record["block"], {})[record["what"]["subject"]] = record
    logs = [math.log(each[subject]["evidence"]["window"]["rate"] / each["steady"]["evidence"]["window"]["rate"]) for each in blocks.values()]
    return blocks[1]["steady"]["scope"]["interleave"], logs


def alternates(what, subject, reason, environment=None, before=()):
    how, logs = run(what + "-asked", subject, SLICED, environment or {}, before)
    flow.check("%s: alternates: %s" % (what, how.get("reason")), how["kind"] == "alternate" and reason in how.get("reason", ""), how)
    if not FULL:
        return
    _, reference = run(what + "-never", subject, NEVER, environment or {}, before)
    apart = statistics.mean(logs) - statistics.mean(reference)
    error = T_14 * math.sqrt((statistics.variance(logs) + statistics.variance(reference)) / 8)
    flow.check("%s: its ratio is that of blocks never sliced: %+.1f %% apart, ±%.1f" % (what, 100 * apart, 100 * error), abs(apart) <= max(error, 0.05))


if FULL:
    alternates("timers", "sleeper", "sleeper: rate in short slices")
    alternates("reads-in-flight", "remote", "remote: rate in short slices", {"REMOTE_PORT": str(serve(lambda: time.sleep(0.02)))})
    helper = subprocess.Popen([sys.executable, __file__, "helper"], stdout=subprocess.PIPE, text=True)
    try:
        alternates("busy-helper", "remote", "remote: rate in short slices", {"REMOTE_PORT": helper.stdout.readline().strip(), "REMOTE_AHEAD": "32"})
    finally:
        helper.kill()
        helper.wait()

alternates("counted-twice", "twice", "twice counted ")
with memory_cgroup(400 << 20) as inside:
    alternates("memory", "ballast", "all arms together take", {"BALLAST_MB": "330"}, inside)

shipped = PROGRAM.parent.parent / "share/feedrate/python/feedrate/faults"
pathlib.Path("real").mkdir()
for i in range(256):
    pathlib.Path("real/%03d.jpg" % i).write_bytes(b"x" * 16384)
# Seven blocks and their median: the machine's speed may change within one.
path = "./" + experiment("prefilled", [("prefilled", shipped / "prefilled.py")], "{blocks: 7, window: 1200 batches, interleave: alternate}", workers="[2]", data="./real")
done = feedrate("run", path)
naive, ours, steady = [], [], []
for cell in finished_cells("runs/prefilled"):
    window = records("runs/prefilled")[cell][0]["evidence"]["window"]
    rows = [json.loads(line) for line in next(pathlib.Path("runs/prefilled").rglob(cell + ".batch_times.jsonl")).read_text().splitlines()]
    true = (len(rows) - 1 - 200) * 8 / (rows[-1]["t"] - rows[200]["t"])
    naive.append(40 * 8 / (rows[41]["t"] - rows[1]["t"]) / true)
    ours.append(window["rate"] / true)
    steady.append(window["steady"])
flow.check("a queue filled before: a window of 40 batches after the first says %.2f times the true rate, of %d blocks" % (statistics.median(naive), len(naive)),
           len(naive) >= 7 and statistics.median(naive) >= 1.5, naive)
flow.check("ours is %+.1f %% off, %d of them steady" % (100 * (statistics.median(ours) - 1), sum(steady)),
           abs(statistics.median(ours) - 1) < 0.03 or not any(steady), ours)
report = feedrate("report", "prefilled").stdout
flow.check("and the report names it", "times as fast as later ones" in report, report)
flow.end()
