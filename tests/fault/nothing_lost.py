"""`feedrate run` is killed at random moments of a 40-cell run, and called again after each: nothing finished runs twice or changes,
interrupted cells stay visible and enter nothing, no process outlives its run, and the plan is complete at the end.

args: kills a mode (20)"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "flow"))
from flow import Flow, PROGRAM, SUBJECTS, experiment, feedrate, finished_cells, make_data, processes_with, records, wait_until

kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
flow = Flow("nothing-lost")
make_data(4000)  # epochs of half a second
random.seed(int(os.environ.get("FEEDRATE_SEED", "7")))
MODES = {"alternating": "{blocks: 20, window: 12 batches, interleave: alternate}",
         "sliced": "{blocks: 20, window: 12 batches, interleave: sliced, slice: 20 ms, running: 2 s}"}

for mode, measure in MODES.items():
    subjects = [("steady-a", SUBJECTS / "forked.py"), ("steady-b", SUBJECTS / "forked.py")]
    path = "./" + experiment(mode, subjects, measure, workers="[1]")
    run = "runs/" + mode
    sealed, slowest, changed, escaped = {}, 0.0, [], []
    for kill in range(kills):
        receipts = len(finished_cells(run)) if os.path.exists(run) else 0
        process = subprocess.Popen([str(PROGRAM), "run", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A third of the kills wait for a block to finish, so that there is something to lose; the others hit whatever comes first.
        if kill % 3 == 1:
            wait_until(lambda: process.poll() is not None or len(finished_cells(run)) > receipts, 60)
        wait_until(lambda: process.poll() is not None, random.uniform(0.02, 0.3 if kill % 3 == 1 else 1.1))
        if process.poll() is not None:
            flow.check("%s: there is something left to kill (%d of %d kills)" % (mode, kill, kills), False)
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        start = time.monotonic()
        if not wait_until(lambda: not processes_with(str(flow.folder)), 5):
            escaped.append(processes_with(str(flow.folder)))
        slowest = max(slowest, time.monotonic() - start)
        if os.path.exists(run):
            for cell, (record, data) in records(run).items():
                if sealed.setdefault(cell, data) != data:
                    changed.append(cell)
    flow.check("%s: %d kills; nothing was left after %.2f s at most" % (mode, kill + 1, slowest), not escaped, escaped)
    last = feedrate("run", path)
    flow.check("%s: the last call finishes the plan" % mode, last.returncode == 0, last.stderr)
    found = records(run)
    for cell, data in sealed.items():
        if cell not in found or found[cell][1] != data:
            changed.append(cell)
    flow.check("%s: all %d records seen after kills keep their bytes" % (mode, len(sealed)), not changed, changed)
    finished = finished_cells(run)
    blocks = {}
    for cell in finished:
        record = found[cell][0]
        blocks.setdefault(record["block"], {}).setdefault(record["attempt"], []).append(record)
    # A block that other work disturbed is the one exception: it runs once more.
    disturbed = {block: [attempt for attempt, cells in attempts.items() if any(cell["outcome"].get("disturbed") for cell in cells)] for block, attempts in blocks.items()}
    twice = [block for block, attempts in blocks.items() if len(attempts) > 1 and (len(attempts) > 2 or min(attempts) not in disturbed[block])]
    flow.check("%s: no finished block ran twice (%d disturbed ones did)" % (mode, sum(len(each) > 1 for each in blocks.values())),
               not twice and len(finished) == len(set(finished)), twice)
    counted = [cell["id"] for block, attempts in blocks.items() if block > 0 for cell in attempts[max(attempts)]]
    flow.check("%s: 40 cells are finished" % mode, len(counted) == 40, len(counted))
    kinds = {found[cell][0]["scope"]["interleave"]["kind"] for cell in counted}
    reasons = {found[cell][0]["scope"]["interleave"].get("reason", "") for cell in counted}
    print("        arms were %s %s" % (" and ".join(sorted(kinds)), "; ".join(sorted(reasons))))
    orphans = [cell for cell in found if cell not in finished]
    status = json.loads(feedrate("status", mode, "--json").stdout)
    flow.check("%s: status says 40 of 40" % mode, status["done"] == 40 and status["total"] == 40 and status["queued"] == 0, status)
    shown = feedrate("status", mode).stdout
    flow.check("%s: %d orphans stay visible" % (mode, len(orphans)), not orphans or "%d orphans" % len(orphans) in shown, shown)
    report = json.loads(feedrate("report", mode, "--json").stdout)
    used = [cell for row in report["rows"] for cell in row["cells"]]
    flow.check("%s: orphans enter no row" % mode, not set(orphans) & set(used) and len(used) == 40, len(used))
    again = feedrate("run", path)
    flow.check("%s: calling it once more runs nothing" % mode, "already finished" in again.stderr and records(run).keys() == found.keys(), again.stderr)
flow.end()
