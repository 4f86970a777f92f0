"""Subjects that are unfair on purpose, beside native and an honest one: each is caught, named and not ranked."""
import json
import pathlib

from flow import SUBJECTS, Flow, feedrate, torch_python

flow = Flow("fairness")
feedrate("dataset", "make", "photos", "--num-items", "3")
FLIP = "{op: horizontal_flip, probability: 1}"
NORMALIZE = "{op: normalize, mean: [0.5, 0.5, 0.5], std: [0.25, 0.25, 0.25]}"
PART = "{op: crop_resize, box: [0.1, 0.2, 0.5, 0.6], size: [64, 64], antialias: true}"


def rows(name, operation, *unfair):
    """{subject: its row of the report}, and the ratios."""
    subjects = "".join("  - {name: %s, environment: torch, make: \"%s:%s\"}\n" % (each.replace("_", "-"), SUBJECTS / "unfair.py", each) for each in unfair)
    pathlib.Path(name + ".yaml").write_text(
        "experiment: %s\nscope: transform\ndata: {uri: ./photos, items: 2}\nrecipe: {name: one, operations: [%s]}\nsubjects:\n  - native\n%s"
        "measure: {blocks: 1, window: 20 batches, running: 500 ms, slice: 50 ms}\nenvironments: {torch: {python: %s}}\n"
        % (name, operation, subjects, torch_python()))
    done = feedrate("run", "./%s.yaml" % name)
    flow.check("%s is measured" % name, done.returncode == 0, done.stderr)
    page = json.loads(feedrate("report", name, "--json").stdout)
    return {row["subject"]: row for row in page["rows"]}, {ratio["subject"]: ratio for ratio in page["ratios"]}


def caught(found, ratios, subject, sign, words):
    row = found[subject]
    flow.check("%s: %s" % (subject, words), row["outcome"] == "measured" and sign in row["labels"] and words in " ".join(row["notes"]), row)
    flow.check("%s has no rank" % subject, ratios[subject]["ratio"] is None and ratios[subject]["reason"] == sign, ratios[subject])


found, ratios = rows("flips", FLIP, "honest", "skips_the_flip", "half_size", "from_memory", "builds_every_time", "many_threads")
flow.check("an honest one is the same, and has a rank", found["honest"]["conforms"] is True and ratios["honest"]["ratio"] is not None, found["honest"])
caught(found, ratios, "skips-the-flip", "≠", "differs from native by")
caught(found, ratios, "half-size", "≠", "and native gives")
caught(found, ratios, "from-memory", "≠", "it answers from memory")
caught(found, ratios, "builds-every-time", "≠", " anew for every sample, which is")
caught(found, ratios, "many-threads", "threads", "one is asked for")
found, ratios = rows("floats", NORMALIZE, "gives_bytes")
caught(found, ratios, "gives-bytes", "≠", "uint8, and native gives")
found, ratios = rows("parts", PART, "narrower")
caught(found, ratios, "narrower", "≠", "differs from native by")

# Loaders, on the recipe of most training.
feedrate("dataset", "make", "photos", "more", "--num-items", "256")
UNFAIR = {"skips-the-flip": ("≠", "it mirrors 0.00 of its samples"), "not-normalised": ("≠", "normalised as the recipe says between"), "gives-bytes": ("≠", "uint8, and the recipe asks for"),
          "half-size": ("≠", "single pixels are lost"), "narrower": ("≠", "the parts it takes have other sizes"),
          "without-antialias": ("≠", "it does not antialias"), "from-memory": ("≠", "it answers from memory"), "many-threads": ("threads", "2 workers are asked for")}
subjects = "".join("  - {name: %s, environment: torch, make: \"%s:%s\"}\n" % (each, SUBJECTS / "unfair_loaders.py", each.replace("-", "_"))
                   for each in ("honest", *UNFAIR))
pathlib.Path("loaders.yaml").write_text(
    "experiment: loaders\nscope: loader\ndata: ./more\nrecipe: imagenet-train\nsubjects:\n  - native\n%saxes: {workers: [2], batch: [8]}\n"
    "measure: {blocks: 1, window: 10 batches, interleave: alternate}\nenvironments: {torch: {python: %s}}\n" % (subjects, torch_python()))
done = feedrate("run", "./loaders.yaml")
flow.check("loaders are measured", done.returncode == 0, done.stderr)
page = json.loads(feedrate("report", "loaders", "--json").stdout)
found, ratios = {row["subject"]: row for row in page["rows"]}, {ratio["subject"]: ratio for ratio in page["ratios"]}
for name in ("native", "honest"):
    flow.check("%s does what the recipe says" % name, found[name]["conforms"] is True, found[name])
flow.check("honest has a rank", ratios["honest"]["ratio"] is not None, ratios["honest"])
for name, (sign, words) in UNFAIR.items():
    caught(found, ratios, name, sign, words)
flow.end()
