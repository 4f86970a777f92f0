"""Stored baselines: sessions, another profile, accepting a new one, the anchor, `explain` and the workflow of `ci init`."""
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess

from flow import PROGRAM, ROOT, SUBJECTS, Flow, experiment, feedrate, finished_cells, make_data, records

flow = Flow("baseline")
MEASURE = "{blocks: 2, window: 200 batches, interleave: alternate}"


def git(*words):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def said(done):
    return done.stdout + done.stderr


def baseline_file():
    return next(pathlib.Path("baselines/main").glob("*.json"))


def change_baseline(change):
    path = baseline_file()
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


make_data()
shutil.copy(SUBJECTS / "steady.py", "steady.py")
experiment("loader", [("mine", "./steady.py")], MEASURE)
pathlib.Path(".gitignore").write_text("runs\n__pycache__\n")
git("init", "-q", "-b", "main")
git("add", "-A")
git("commit", "-q", "-m", "a loader")

done = feedrate("baseline", "list")
flow.check("no baselines: exit 0 and how to make one", done.returncode == 0 and "baseline record" in done.stdout, said(done))
done = feedrate("gate", "./loader.yaml", "--baseline", "main")
flow.check("gate without one: exit 2 and how to make one", done.returncode == 2 and "baseline record RUN" in done.stderr, said(done))
assert feedrate("run", "./loader.yaml").returncode == 0
done = feedrate("baseline", "record", "loader", "--name", "main")
flow.check("record: one session", done.returncode == 0 and "1 new session; main now has 1" in done.stdout, said(done))
flow.check("which rests on too little, and says so", "about 1200" in done.stdout, said(done))
done = feedrate("baseline", "record", "loader", "--name", "main")
flow.check("recorded again it is the same session", "0 new sessions; main now has 1" in done.stdout, said(done))

done = feedrate("gate", "./loader.yaml", "--baseline", "main")
flow.check("one stored session: exit 4 with the command that would interleave",
           done.returncode == 4 and "1 of the 5 sessions" in done.stdout and "feedrate gate ./loader.yaml --against git:REV" in done.stdout, said(done))


def six_sessions(document):
    """What six sittings of this machine would leave: the one that was measured, and five within 1 % of it."""
    first = document["latest"]["sessions"][0]
    for i, shift in enumerate((0.01, -0.01, 0.005, -0.005, 0.0), 1):
        other = json.loads(json.dumps(first))
        other["started"] = (datetime.datetime(2026, 1, 1) + datetime.timedelta(hours=i)).strftime("%Y-%m-%dT%H:%M:%SZ")
        other["rates"][0]["log_rate"] += shift
        document["latest"]["sessions"].append(other)


change_baseline(six_sessions)
done = feedrate("gate", "--baseline", "main", "--of", "loader", "--tolerance", "20 %")
flow.check("six sessions, the same run: PASS, exit 0", done.returncode == 0 and "PASS" in done.stdout, said(done))


def slower(document):
    for session in document["latest"]["sessions"]:
        session["rates"][0]["log_rate"] += 0.5


change_baseline(slower)
done = feedrate("gate", "--baseline", "main", "--of", "loader", "--tolerance", "20 %", "--json")
answer = json.loads(done.stdout)
flow.check("a baseline that was 1.65 times as fast: REGRESSED, exit 1", done.returncode == 1 and answer["verdict"] == "REGRESSED" and answer["workloads"][0]["low"] < -0.3, said(done))

git("checkout", "-q", "-b", "feature")
done = feedrate("baseline", "accept", "loader", "--name", "main")
flow.check("accept on another branch: exit 2", done.returncode == 2 and "feature" in done.stderr and "--any-branch" in done.stderr, said(done))
git("checkout", "-q", "main")
done = feedrate("baseline", "accept", "loader", "--name", "main")
document = json.loads(baseline_file().read_text())
flow.check("accept on main: the old one stays as the anchor", done.returncode == 0 and len(document["anchor"]["sessions"]) == 6 and len(document["latest"]["sessions"]) == 1, said(done))
done = feedrate("gate", "--baseline", "main", "--of", "loader", "--tolerance", "20 %")
flow.check("the anchor still sees what was lost: exit 1", done.returncode == 1 and "main's anchor" in done.stdout and "REGRESSED" in done.stdout, said(done))
done = feedrate("baseline", "show", "main")
flow.check("show lists both", done.returncode == 0 and "latest" in done.stdout and "anchor" in done.stdout, said(done))
flow.check("and no change in seven sessions", "changed:" not in done.stdout, said(done))


def ten_slower_days(document):
    first = document["anchor"]["sessions"][0]
    for i in range(10):
        other = json.loads(json.dumps(first))
        other["started"] = (datetime.datetime(2026, 2, 1) + datetime.timedelta(days=i)).strftime("%Y-%m-%dT%H:%M:%SZ")
        other["rates"][0]["log_rate"] -= 0.2 + 0.001 * (i % 3)
        document["latest"]["sessions"].append(other)
    document["latest"]["sessions"].pop(0)


kept = baseline_file().read_text()
change_baseline(ten_slower_days)
done = feedrate("baseline", "show", "main")
flow.check("ten slower days after six others: show says since when", "from session 2026-02-01T00:00:00Z on" in done.stdout, said(done))
baseline_file().write_text(kept)


def elsewhere(document):
    document["profile"] = "epyc-16of64c-64g"
    document["profile_fields"]["cpus"] = "16of64c"


old = baseline_file()
change_baseline(elsewhere)
old.rename(old.with_name("epyc-16of64c-64g.json"))
done = feedrate("gate", "--baseline", "main", "--of", "loader")
flow.check("a baseline of another profile: exit 3 and the fields that differ", done.returncode == 3 and "epyc-16of64c-64g" in done.stderr and "16of64c there" in done.stderr, said(done))
done = feedrate("gate", "--baseline", "main", "--of", "loader", "--informational")
flow.check("--informational: numbers and no verdict, exit 0", done.returncode == 0 and "%" in done.stdout and "REGRESSED" not in done.stdout and "PASS" not in done.stdout and "not comparable" in done.stdout, said(done))
pathlib.Path("baselines/main/broken.json").write_text("{}")
done = feedrate("baseline", "show", "main")
flow.check("a damaged file: exit 2 and where", done.returncode == 2 and "broken.json" in done.stderr, said(done))
shutil.rmtree("baselines")

feedrate("import", ROOT / "tests/golden/import/hyperfine.json", "--output", "runs/other")
done = feedrate("baseline", "record", "other", "--name", "main")
flow.check("results of another tool make a baseline too", done.returncode == 0 and "main now has 1" in done.stdout, said(done))
done = feedrate("gate", "--baseline", "main", "--of", "other")
flow.check("which a gate is held against: one session, exit 4", done.returncode == 4 and "1 of the 5 sessions" in done.stdout, said(done))
done = feedrate("gate", "--baseline", "main", "--of", "loader")
flow.check("and never a run of another machine: exit 3", done.returncode == 3, said(done))
shutil.rmtree("baselines")

cell = finished_cells("runs/loader")[0]
done = feedrate("explain", cell[:12], "--run", "loader")
flow.check("explain: from a cell to its raw rows", done.returncode == 0 and "samples/s" in done.stdout and cell + ".batch_times.jsonl" in done.stdout, said(done))
done = feedrate("explain", cell[:12], "--run", "loader", "--json")
flow.check("explain --json is the record", json.loads(done.stdout) == records("runs/loader")[cell][0], done.stdout[:300])
for word, wanted in (("nothing", "expected the first digits"), ("0000000000", "no cell")):
    done = feedrate("explain", word)
    flow.check("explain %s: exit 2" % word, done.returncode == 2 and wanted in done.stderr, said(done))

done = feedrate("ci", "init", "./loader.yaml")
workflow = pathlib.Path(".github/workflows/feedrate.yml")
flow.check("ci init writes a workflow", done.returncode == 0 and workflow.exists(), said(done))
done = feedrate("ci", "init", "./loader.yaml")
flow.check("and does not write over one: exit 2", done.returncode == 2 and "already" in done.stderr, said(done))
# The step that gates, run as the service would run it.
step = re.search(r"name: gate\n.*?run: \|\n(.*?)\n      - ", workflow.read_text(), re.S).group(1)
script = "\n".join(line[10:] for line in step.splitlines())
git("update-ref", "refs/remotes/origin/main", "HEAD")

environment = {**os.environ, "PATH": "%s:%s" % (PROGRAM.parent, os.environ["PATH"]), "BASE": "main", "GITHUB_STEP_SUMMARY": "summary.md"}
done = subprocess.run(["bash", "-e", "-c", script], env=environment, capture_output=True, text=True)
summary = pathlib.Path("summary.md").read_text()
flow.check("its step gates and publishes a summary", done.returncode in (0, 1) and "tolerance 5 %" in summary and "verdict" in summary, said(done) + summary)
flow.end()
