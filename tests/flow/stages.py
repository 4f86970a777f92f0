"""Arrays from a bundle through the native loader, what its stages did, and which one limits: as it is, and with a stage made slower."""
import json
import os
import pathlib
import subprocess

from flow import PROGRAM, Flow, feedrate, records

flow = Flow("stages")
CHANNELS = 4
WORKERS = 1  # the thread that takes the batches has a CPU of its own then: on a busy machine it would be what limits two


def experiment(name="four", media="media: {kind: multichannel, channels: %d}\n" % CHANNELS, subject="native", format="npy", cache="any"):
    levels = ", ".join(["0.5"] * CHANNELS)
    pathlib.Path(name + ".yaml").write_text(
        "experiment: %s\nscope: loader\n%sdata: {uri: ./arrays.bundle, cache: %s}\nrecipe:\n  name: small\n  operations:\n    - {op: decode, format: %s}\n"
        "    - {op: random_resized_crop, size: [224, 224], scale: [0.08, 1], ratio: [0.75, 1.333], interpolation: bilinear, antialias: true}\n"
        "    - {op: horizontal_flip, probability: 0.5}\n    - {op: normalize, mean: [%s], std: [%s]}\n  output: {dtype: float32, layout: NCHW}\n"
        "subjects: [%s]\naxes: {workers: [%d], batch: [8]}\nmeasure: {blocks: 1, window: 1000 batches}\n" % (name, media, cache, format, levels, levels, subject, WORKERS))
    return "./%s.yaml" % name


def stages(slowed="", *words):
    return subprocess.run([PROGRAM, "stages", experiment(), *words], capture_output=True, text=True, env=dict(os.environ, FEEDRATE_SLOW_STAGES=slowed))


done = feedrate("plan", experiment())
flow.check("no data: exit 2, and how to make it", done.returncode == 2 and "feedrate dataset make arrays" in done.stderr, done.stderr)
done = feedrate("dataset", "make", "arrays", "--channels", str(CHANNELS), "--num-items", "64")
flow.check("arrays are made", done.returncode == 0 and done.stdout.startswith("64 arrays in arrays"), done.stdout + done.stderr)
feedrate("pack", "arrays", "arrays.bundle")

done = feedrate("run", experiment())
flow.check("run", done.returncode == 0 and "1 of 1 cells measured" in done.stderr, done.stdout + done.stderr)
# A block that other work disturbed runs once more: the last counts.
cell, record = max(((cell, record) for cell, (record, _) in records("runs/four").items()), key=lambda found: found[1]["attempt"])
seen = {stage["name"]: stage for stage in record["evidence"]["stages"]}
flow.check("the record has every stage", set(seen) == {"read", "decode", "transform"} and all(stage["in_workers"] for stage in seen.values()), seen)
window = record["evidence"]["window"]
busy = sum(stage["busy_seconds"] + stage["wait_seconds"] + stage.get("wait_out_seconds", 0) for stage in seen.values())
flow.check("which together are the threads' time", 0.85 < busy / (WORKERS * window["seconds"]) < 1.15, (busy, window["seconds"]))
size = pathlib.Path("arrays/0000/000000.npy").stat().st_size
flow.check("and the bytes that were read", 0.9 < seen["read"]["bytes"] / (size * window["samples"]) < 1.1, seen["read"])
done = feedrate("explain", cell)
flow.check("explain names the limiting one", "; limiting" in done.stdout and "transform keeps the only thread busy" in done.stdout, done.stdout)

done = stages("", "--trace", "trace.json")
flow.check("stages: each alone, all together", done.returncode == 0 and all(word in done.stdout for word in ("read", "decode", "transform", "limiting", "why: ", "predicted from the stages alone")),
           done.stdout + done.stderr)
events = json.loads(pathlib.Path("trace.json").read_text())["traceEvents"]
spans = [event for event in events if event["ph"] == "X"]
flow.check("the trace has every stage of a sample, and who waited", {"read", "decode", "transform", "wait for a batch"} <= {event["name"] for event in spans}, len(spans))
rows = {}
for event in sorted(spans, key=lambda event: event["ts"]):
    rows.setdefault(event["tid"], []).append(event)
overlaps = [(a, b) for row in rows.values() for a, b in zip(row, row[1:]) if b["ts"] < a["ts"] + a["dur"] - 0.01]
flow.check("a thread does one thing at a time", not overlaps, overlaps[:1])

found = json.loads(stages("read=40", "--json").stdout)["cases"][0]
flow.check("a stage that is made much slower is the limiting one, and says so in its name", found["limiting"] == "read (slowed 40x)", found)
done = stages("write=2")
flow.check("a stage that there is not: exit 2", done.returncode == 2 and "expected read, decode or transform" in done.stderr, done.stderr)

for words, expected in ((("stages", experiment("none", subject="{name: mine, command: [./mine]}")), "has no subject native"),
                        (("stages", experiment("cold", cache="cold")), "cannot do cache: cold"),
                        (("run", experiment("photos", media="")), "write media: {kind: multichannel"),
                        (("run", experiment("jpeg", format="jpeg")), "arrays are npy"),
                        (("dataset", "make", "photos", "--channels", "4"), "--channels is of arrays")):
    done = feedrate(*words)
    flow.check("%s: exit 2, and why: %s" % (" ".join(words), expected), done.returncode == 2 and expected in done.stderr, done.stderr)
flow.end()
