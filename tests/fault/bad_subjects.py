"""Subjects that misbehave in every way we know: each gets the outcome that names it, and its neighbour is measured all the same."""
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "flow"))
from flow import Flow, SUBJECTS, experiment, feedrate, make_data, processes_with, records

flow = Flow("bad-subjects")
make_data()
ALTERNATE = "{blocks: 1, window: 20 batches, interleave: alternate, running: 1 s}"
SLICED = "{blocks: 1, window: 20 batches, interleave: sliced, slice: 10 ms, running: 400 ms}"


def run(name, measure=ALTERNATE, limits="{cell: 60 s}", file=None, **environment):
    """The misbehaving subject's record and the program's result; checks its neighbour."""
    # Another title, another run: what was measured under other variables must not count.
    title = "-".join([name.replace("_", "-"), "sliced" if measure == SLICED else "alternating", *environment.values()])
    path = experiment(title, [("steady", SUBJECTS / "steady.py"), (name.replace("_", "-"), SUBJECTS / ((file or name) + ".py"))], measure, limits)
    result = feedrate("run", "./" + path, env=dict(os.environ, **environment))
    mine, neighbour = None, None
    for record, _ in records("runs/" + title).values():
        # The burn-in is sliced whatever this machine's noise makes of the other block.
        if (record["block"] == 0) != (measure == SLICED):
            continue
        if record["what"]["subject"] == "steady":
            neighbour = record
        else:
            mine = record
    if mine is None:
        print(result.stderr)
        flow.check("%s: has a record" % title, False)
        return {"outcome": {"kind": "none"}, "evidence": {"process": {}, "marks": {}}, "labels": []}, result
    flow.check("%s: its neighbour is measured" % title, neighbour and neighbour["outcome"]["kind"] == "measured", neighbour)
    flow.check("%s: run ends with 0, the failure is a row" % title, result.returncode == 0, result.stderr)
    flow.check("%s: no process is left" % title, not processes_with(str(flow.folder)), processes_with(str(flow.folder)))
    return mine, result


def is_failed(record, cause, *words):
    outcome = record["outcome"]
    flow.check("%s: failed(%s), said in words" % (record.get("what", {}).get("subject"), cause),
               outcome["kind"] == "failed" and outcome["cause"] == cause and all(w in outcome["reason"] for w in words), outcome)


record, _ = run("crash", CRASH_AFTER="5")
is_failed(record, "signal", "SIGSEGV")
record, _ = run("crash", SLICED, CRASH_AFTER="40")
is_failed(record, "signal", "SIGSEGV")

for name, measure in (("hang", ALTERNATE), ("daemon_hang", ALTERNATE)):
    started = time.monotonic()
    record, _ = run(name, measure, "{cell: 3 s}", HANG_AFTER="5")
    outcome = record["outcome"]
    if flow.check("%s: hung" % name, outcome["kind"] == "hung", outcome):
        got = {s["tool"] for s in outcome["stacks"] if s["got"]}
        flow.check("%s: stacks were got (%s)" % (name, ", ".join(sorted(got))), "faulthandler" in got or "gdb" in got, outcome["stacks"])
        flow.check("%s: every tool that failed says why" % name, all(s["got"] or s["text"] for s in outcome["stacks"]))
        flow.check("%s: dead within 2 s of its deadline of 3 s (after %.2f s)" % (name, record["evidence"]["process"]["alive_seconds"]),
                   record["evidence"]["process"]["alive_seconds"] <= 5.0)
record, _ = run("hang", SLICED, "{cell: 60 s}", HANG_AFTER="40")
flow.check("hang in slices: hung", record["outcome"]["kind"] == "hung", record["outcome"])

record, _ = run("silent_exit")
is_failed(record, "marks", "code 0")
record, _ = run("other_cell")
is_failed(record, "other-cell", "claim")

# Soon after its window it may or may not have been told to stop; long after it certainly was.
for after in ("25", "1000000"):
    record, _ = run("torn", TORN_AFTER=after)
    flow.check("torn after %s: the half mark is dropped and counted" % after, record["evidence"]["marks"].get("torn") == 1, record["evidence"]["marks"])
    flow.check("torn after %s: measured, because its window is whole" % after, record["outcome"]["kind"] == "measured", record["outcome"])
    flow.check("torn after %s: labelled" % after, "died-after-window" in record["labels"], record["labels"])
record, _ = run("torn", TORN_AFTER="10")
flow.check("torn early: failed, because its window is not whole", record["outcome"]["kind"] == "failed", record["outcome"])

record, _ = run("chatty", "{blocks: 1, window: 120 batches, interleave: alternate}")
process = record["evidence"]["process"]
flow.check("chatty: measured", record["outcome"]["kind"] == "measured", record["outcome"])
flow.check("chatty: %d MB were printed, %d bytes kept" % (process["log_bytes"] >> 20, process["log_kept"]),
           process["log_bytes"] >= 100_000_000 and process["log_kept"] < 200_000)

record, _ = run("hungry", limits="{cell: 60 s, memory: 300 MiB}")
is_failed(record, "memory", "300 MiB")
flow.end()
