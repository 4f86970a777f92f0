"""`feedrate gate` on a loader in a repository: the same code passes, half as much work again regresses and must be confirmed, code
that fails exits 5, and calling it again says the same without measuring."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from flow import SUBJECTS, Flow, experiment, feedrate, make_data

flow = Flow("gate")
subprocess.run(["git", "init", "-q", "-b", "main", "repo"], check=True)
repo = flow.folder / "repo"


def commit(message):
    subprocess.run(["git", "-C", repo, "add", "-A"], check=True)
    subprocess.run(["git", "-C", repo, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", message], check=True)


def gate(*words):
    done = feedrate("gate", "./loader.yaml", "--json", *words, cwd=repo)
    return done, json.loads(done.stdout) if done.stdout else {}


os.chdir(repo)
make_data()
shutil.copy(SUBJECTS / "steady.py", "steady.py")
with open("steady.py", "a") as file:
    file.write("\n\nprint('its path has', len(__file__))\n")
experiment("loader", [("mine", "./steady.py")], "{blocks: 5, window: 600 batches, interleave: alternate}")
pathlib.Path(".gitignore").write_text("runs\n__pycache__\n")
commit("a loader")

done, said = gate("--against", "git:main", "--tolerance", "20 %")
flow.check("the same code passes: exit 0", done.returncode == 0 and said["verdict"] == "PASS", done.stderr[-500:] + done.stdout)
lengths = {line for path in pathlib.Path("runs/loader-gate/cells").rglob("*.log") for line in path.read_text().splitlines() if "its path has" in line}
flow.check("head and base have paths of the same length", len(lengths) == 1, lengths)
records = [json.loads(path.read_text()) for path in pathlib.Path("runs/loader-gate/cells").rglob("*.json")]
found = [record["block"] for record in records]
# A block disturbed twice is given up and another one runs in its place: it was measured, but nothing rests on it.
last = {block: max(record["attempt"] for record in records if record["block"] == block) for block in found}
given_up = {record["block"] for record in records if record["attempt"] == last[record["block"]] and record["outcome"].get("disturbed")}
fresh = set(found) - {0} - given_up
flow.check("a first block of both was discarded", found.count(0) == 2 and said["workloads"][0]["blocks"] == len(fresh), (found, given_up))
left = [path for path in pathlib.Path(tempfile.gettempdir()).iterdir() if path.is_symlink() and str(flow.folder) in os.readlink(path)]
flow.check("nothing is left in the temporary folder", not left, left)
before = sorted(pathlib.Path("runs/loader-gate/cells").rglob("*.json"))
done, again = gate("--against", "git:main", "--tolerance", "20 %")
flow.check("called again it says the same and measures nothing", again == said and
           sorted(pathlib.Path("runs/loader-gate/cells").rglob("*.json")) == before, done.stdout)

text = pathlib.Path("steady.py").read_text()
pathlib.Path("steady.py").write_text(text.replace("UNITS = 200", "UNITS = 300"))
done, said = gate("--against", "git:main", "--tolerance", "20 %")
row = (said.get("workloads") or [{}])[0]
flow.check("half as much work again is REGRESSED: exit 1", done.returncode == 1 and said["verdict"] == "REGRESSED", done.stderr[-500:] + done.stdout)
flow.check("by about a third, with 6 fresh blocks", -0.45 < row.get("change", 0) < -0.2 and row.get("blocks", 0) >= 12, row)
shown = feedrate("gate", "./loader.yaml", "--against", "git:main", "--tolerance", "20 %", cwd=repo)
flow.check("the screen says so", "REGRESSED" in shown.stdout and "fresh blocks" in shown.stdout, shown.stdout)

pathlib.Path("steady.py").write_text(text.replace("def make(case, seed):", "def make(case, seed):\n    raise RuntimeError('broken today')"))
done, said = gate("--against", "git:main")
flow.check("a head that fails: exit 5 with its reason", done.returncode == 5 and "broken today" in done.stdout, done.stderr[-500:] + done.stdout)
pathlib.Path("steady.py").write_text(text)
subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", flow.folder / "other"], check=True)
plain = pathlib.Path("loader.yaml").read_text()
pathlib.Path("loader.yaml").write_text(plain.replace("environments: {", "environments: {other: {python: %s/other/bin/python3}, " % flow.folder, 1))
done, said = gate("--against", "env:other", "--tolerance", "20 %", "--output", "runs/other-gate")
flow.check("another environment with the same software passes: exit 0", done.returncode == 0 and said["verdict"] == "PASS", done.stderr[-500:] + done.stdout)
ran = {(record["what"]["subject"], record["build"]) for record in (json.loads(path.read_text()) for path in pathlib.Path("runs/other-gate/cells").rglob("*.json"))}
flow.check("and it was another build", len({build for _, build in ran}) == 2, ran)
pathlib.Path("loader.yaml").write_text(plain)
for words, wanted in ((("--against", "git:nowhere"), "nowhere"), (("--against", "env:other"), "no such environment"), (("--against", "main"), "expected env:NAME or git:REV"), ((), "--against git:REV")):
    done = feedrate("gate", "./loader.yaml", *words, cwd=repo)
    flow.check("%s: exit 2 and what to type" % (" ".join(words) or "no other side"), done.returncode == 2 and wanted in done.stderr, done.stderr)
flow.end()
