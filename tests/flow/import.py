"""`feedrate import`: small real outputs of every tool become runs that report, compare and status serve; subjects that ran one after the
other get no verdict, those that took turns do; what is wrong with a file is said with its place; and the page about the imported study
shows what the commands in it print."""
import json
import pathlib
import re
import shlex
import subprocess

from flow import PROGRAM, ROOT, Flow, feedrate, finished_cells, records

flow = Flow("import")
GOLDEN = ROOT / "tests/golden/import"


def report(run):
    done = feedrate("report", run, "--json")
    return {row["subject"]: row for row in json.loads(done.stdout)["rows"]} if done.returncode == 0 else {}


def compare(a, b, *words):
    done = feedrate("compare", a, b, "--json", *words)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}


for name, kind, subjects, cells, failed in (("google_benchmark.json", "google-benchmark", 4, 20, 5), ("pyperf.json", "pyperf", 2, 12, 0),
                                            ("hyperfine.json", "hyperfine", 2, 12, 0), ("hyperfine_failed.json", "hyperfine", 2, 6, 3),
                                            ("pytest_benchmark_1.json", "pytest-benchmark", 2, 2, 0),
                                            ("own.batch_times.jsonl", "batch-times", 1, 1, 0)):
    done = feedrate("import", GOLDEN / name, "--json")
    said = json.loads(done.stdout) if done.returncode == 0 else {}
    wanted = {"kind": kind, "subjects": subjects, "cells": cells, "failed": failed, "shared_blocks": False}
    run = said.get("run", "none")
    flow.check("%s: recognised, %d cells" % (name, cells), {key: said.get(key) for key in wanted} == wanted, done.stderr + done.stdout)
    held = records(run)
    flow.check("%s: every record is in a receipt, labelled imported" % name, sorted(held) == sorted(finished_cells(run)) and
               all(record["labels"] == ["imported"] for record, _ in held.values()))
    rows = report(run.removeprefix("runs/"))
    flow.check("%s: report has a row a subject" % name, len(rows) == subjects and all((row["rate"] is None) == (row["outcome"] != "measured")
                                                                                    for row in rows.values()), rows)
    progress = json.loads(feedrate("status", run, "--json").stdout)
    flow.check("%s: status counts them" % name, (progress["total"], progress["done"], progress["failed"], progress["queued"]) ==
               (cells, cells - failed, failed, 0), progress)

machine = feedrate("profile", "show").stdout.split()[0]
profiles = {record["profile"] for run in pathlib.Path("runs").iterdir() for record, _ in records(run).values()}
flow.check("profiles are the files' own, never this machine's", profiles == {"2c-2100mhz", "intel-xeon-processor-2c", "imported"} and
           machine not in profiles, profiles)
rows = report("google_benchmark")
mean = 1e6 / 11.3739
flow.check("a time in us is a rate in 1/s", 0.5 * mean < rows["BM_Sort-int-1024"]["rate"] < 1.1 * mean, rows["BM_Sort-int-1024"])
flow.check("a row with an error is a failed one, with its message", rows["BM_Broken"]["outcome"] == "failed" and
           "no such data" in rows["BM_Broken"]["reason"], rows["BM_Broken"])

code, said = compare("google_benchmark:BM_Sort-int-1024", "google_benchmark:BM_Sort-double-1024")
flow.check("one after the other: CANNOT TELL, exit 4, how many blocks would", code == 4 and said["verdict"] == "CANNOT TELL" and
           "no shared blocks" in said["reason"] and said["outlook"]["degrees"] == 8, said)
feedrate("import", GOLDEN / "google_benchmark.json", "--interleaved", "--output", "runs/turns")
code, said = compare("turns:BM_Sort-int-1024", "turns:BM_Sort-double-1024")
flow.check("with --interleaved repetitions are paired", said.get("n") == 5 and said["ratio"] is not None, said)

feedrate("import", *sorted(GOLDEN.glob("pytest_benchmark_*.json")), "--interleaved", "--output", "runs/py")
code, said = compare("py:test_join.py-test_join-100", "py:test_join.py-test_join-1000")
flow.check("five files of pytest-benchmark are five blocks: SLOWER", code == 0 and said["verdict"] == "SLOWER" and said["n"] == 5, said)

speeds = (1.0, 1.02, 0.97, 1.01, 0.99, 1.03)
pathlib.Path("turns.csv").write_text("subject,seconds,block\n" + "".join("old,%s,%d\nnew,%s,%d\n" % (s, i, s / 1.2, i) for i, s in enumerate(speeds)))
done = feedrate("import", "turns.csv")
flow.check("a folder with other results is left alone: exit 2", done.returncode == 2 and "--output runs/turns-2" in done.stderr, done.stderr)
feedrate("import", "turns.csv", "--output", "runs/by-block")
code, said = compare("by-block:old", "by-block:new")
flow.check("a block column pairs: FASTER, 1.2x", code == 0 and said["verdict"] == "FASTER" and abs(said["ratio"] - 1.2) < 1e-9 and said["n"] == 6, said)

before = sorted(pathlib.Path("runs/by-block").rglob("*.json"))
done = feedrate("import", "turns.csv", "--output", "runs/by-block")
flow.check("importing again adds nothing: exit 0", done.returncode == 0 and sorted(pathlib.Path("runs/by-block").rglob("*.json")) == before, done.stderr)

for name, text, words, wanted in (
        ("broken.json", '{"results": [', (), "broken.json:1:13"),
        ("other.json", '{"a": 1}', (), "expected a document with context and benchmarks (google-benchmark)"),
        ("plain.txt", "hello\n", (), "expected google-benchmark, pyperf"),
        ("speed.csv", "subject,speed\na,1\n", (), "--map COLUMN=rate"),
        ("bad.csv", "subject,seconds\na,1\nb,fast\n", (), 'bad.csv:3: seconds is "fast"'),
        ("same.csv", "subject,seconds\na/b,1\na b,2\n", (), "would both be called a-b"),
        ("as.json", '{"results": []}', ("--as", "pyperf"), "the key benchmarks is missing"),
        ("as2.json", '{"results": []}', ("--as", "pypref"), "did you mean pyperf?"),
        ("map.csv", "subject,seconds\na,1\n", ("--map", "second=seconds"), "Did you mean seconds?")):
    pathlib.Path(name).write_text(text)
    done = feedrate("import", name, *words)
    stem = pathlib.Path("runs") / pathlib.Path(name).stem
    flow.check("%s %s: exit 2, nothing written" % (name, " ".join(words)), done.returncode == 2 and wanted in done.stderr and not stem.exists(), done.stderr)
done = feedrate("import", "nowhere.json")
flow.check("a file that is not there: exit 2", done.returncode == 2 and "nowhere.json is not there" in done.stderr, done.stderr)

example = feedrate("import", "--help").stdout.split("example\n")[1].strip()
done = subprocess.run(["bash", "-c", example.replace("feedrate ", shlex.quote(str(PROGRAM)) + " ")], capture_output=True, text=True)
flow.check("the example of its help works as printed", done.returncode == 0 and "2 subjects, 2 cells" in done.stdout, done.stderr)

# docs/imported-study.md: each block that opens with a command is what that command prints.
page = (ROOT / "docs/imported-study.md").read_text()
(flow.folder / "loader_study.csv").write_bytes((GOLDEN / "loader_study.csv").read_bytes())
variables = ""
for block in re.findall(r"^```\n(\$ .*?)^```", page, re.M | re.S):
    for command, shown in [part.split("\n", 1) for part in re.split(r"^\$ ", block, flags=re.M)[1:]]:
        if re.match(r"\w+=", command):
            variables += command + "; "
        done = subprocess.run(["bash", "-c", variables + command.replace("feedrate ", shlex.quote(str(PROGRAM)) + " ")], capture_output=True, text=True)
        flow.check("the page's: %s" % command, shown.strip() == (done.stdout + done.stderr).strip(), done.stdout + done.stderr)
flow.end()
