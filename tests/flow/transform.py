"""The transform scope from an experiment to its report: native and a transform of somebody's own, stopped in the middle and continued."""
import json
import pathlib
import re
import signal
import subprocess

from flow import PROGRAM, PYTHON, SUBJECTS, Flow, feedrate, finished_cells, processes_with, records, wait_until

flow = Flow("transform")
feedrate("dataset", "make", "photos", "--num-items", "3")
OPERATIONS = ("{op: invert}", "{op: posterize, bits: 4}", "{op: gaussian_blur, size: 5, sigma: 1}", "{op: resize, size: [9, 9], interpolation: bilinear, antialias: false}")


def experiment(*, operations=OPERATIONS, more=""):
    pathlib.Path("ops.yaml").write_text(
        "experiment: ops\nscope: transform\ndata: {uri: ./photos, items: 2}\nrecipe:\n  name: mine\n  operations:\n%s"
        "subjects:\n  - native\n  - {name: mine, environment: bare, make: \"%s:make\"}\n"
        "measure: {blocks: 2, window: 20 batches, running: 300 ms, slice: 50 ms}\nlimits: {cell: 60 s}\nenvironments: {bare: {python: %s}}\n%s"
        % ("".join("    - %s\n" % each for each in operations), SUBJECTS / "inverted.py", PYTHON, more))
    return "./ops.yaml"


done = feedrate("plan", experiment())
flow.check("plan has a case for each operation and subject", done.returncode == 0 and "native · gaussian_blur" in done.stdout and "mine · invert" in done.stdout, done.stdout)
flow.check("what a subject does not have is excluded, with the reason", "mine · gaussian_blur size 5 sigma 1   it has no gaussian_blur" in done.stdout, done.stdout)

running = subprocess.Popen([PROGRAM, "run", experiment()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
flow.check("a first block is finished", wait_until(lambda: finished_cells("runs/ops"), 60))
running.send_signal(signal.SIGKILL)
running.wait()
flow.check("killed: no process is left", wait_until(lambda: not processes_with(str(flow.folder)), 10), processes_with(str(flow.folder)))
before = set(finished_cells("runs/ops"))
done = feedrate("run", experiment())
flow.check("the same command continues", done.returncode == 0 and before < set(finished_cells("runs/ops")), done.stderr)
found = [record for cell, (record, _) in records("runs/ops").items() if cell in set(finished_cells("runs/ops"))]
outcomes = {(record["what"]["subject"], record["what"]["work"]["operation"]["op"], record["outcome"]["kind"]) for record in found}
flow.check("every cell has its outcome", outcomes == {
    ("native", "invert", "measured"), ("native", "posterize", "measured"), ("native", "gaussian_blur", "measured"), ("native", "resize", "unsupported"),
    ("mine", "invert", "measured"), ("mine", "posterize", "failed")}, outcomes)
flow.check("sliced, one thread", all(record["what"]["settings"]["threads"] == "micro-single" for record in found) and
           {record["scope"]["interleave"]["kind"] for record in found if record["what"]["work"]["operation"]["op"] == "invert"} == {"sliced"}, found[:1])
flow.check("no burn-in", {record["block"] for record in found} == {1, 2})
report = feedrate("report", "ops").stdout
flow.check("report has a table for each operation", all("ops · transform · " + name in report for name in ("invert", "posterize", "gaussian_blur")), report)
flow.check("and the reason of what could not be done", "always antialiases" in report and "this one always fails" in report, report)
done = feedrate("coverage", experiment())
flow.check("coverage: what became of each", done.returncode == 0 and "2 measured" not in done.stdout.splitlines()[0] and "failed       mine · posterize" in done.stdout and
           "unsupported  mine · gaussian_blur" in done.stdout, done.stdout + done.stderr)
done = feedrate("coverage", experiment(), "--output", "runs/nothing", "--json")
flow.check("coverage: what is required and missing is exit code 5", done.returncode == 5 and "missing" in done.stdout and "required" in done.stderr, (done.returncode, done.stdout, done.stderr))
done = feedrate("run", experiment(), "--num-runs", "4", "--only", "invert")
rows = {(row["subject"], row["case"].split("/")[1]): row for row in json.loads(feedrate("report", "ops", "--json").stdout)["rows"]}
blocks = {name: row["blocks"] for name, row in rows.items()}
flow.check("run --only: more blocks of one operation, the others as they were", done.returncode == 0 and blocks["native", "invert"] == 4 and blocks["native", "gaussian_blur"] == 2, (done.stderr, blocks))
done = feedrate("run", experiment(), "--only", "inverted")
flow.check("run --only of what is not there: exit 2, and what is", done.returncode == 2 and "did you mean invert" in done.stderr, done.stderr)
done = feedrate("report", "ops", "--ladder", "mine,native")
flow.check("report --ladder: each against the one before", done.returncode == 0 and "against the one before" in done.stdout, done.stdout + done.stderr)
done = feedrate("report", "ops", "--ladder", "mine,nativ")
flow.check("report --ladder of who is not there: exit 2", done.returncode == 2 and "did you mean native" in done.stderr, done.stderr)
done = feedrate("run", experiment(), "--num-runs", "6", "--set", "measure.grow=true")
cells = json.loads(feedrate("status", "ops", "--json").stdout)
flow.check("measure.grow: no more where ranks are settled, and nothing is left to do", done.returncode == 0 and "not needed" in done.stderr and cells["queued"] == 0, (done.stderr, cells))
packed = [feedrate("bundle", "ops", name) for name in ("a.tar", "b.tar")]
flow.check("bundle, twice the same", all(done.returncode == 0 for done in packed) and pathlib.Path("a.tar").read_bytes() == pathlib.Path("b.tar").read_bytes(), packed)
subprocess.run(["tar", "xf", "a.tar", "--one-top-level=unpacked"], check=True)
again = subprocess.run([PROGRAM, "report", "run", "--md"], cwd="unpacked", capture_output=True, text=True)
flow.check("what is unpacked gives its report again", again.returncode == 0 and again.stdout == pathlib.Path("unpacked/report.md").read_text(), again.stderr)
flow.check("and nothing of this machine's work is in it", not list(pathlib.Path("unpacked").glob("**/*.lock")) and not pathlib.Path("unpacked/run/work").exists())

pathlib.Path("shared.yaml").write_text(
    "experiment: shared\nscope: transform\ndata: {uri: ./photos, items: 2}\nrecipe:\n  name: mine\n  operations: [{op: invert}, {op: brightness, factor: 2}, {op: vertical_flip}, {op: posterize, bits: 4}]\n"
    "subjects: [{name: telling, environment: bare, make: \"%s:make\"}]\nmeasure: {blocks: 3, window: 20 batches, interleave: alternate}\nenvironments: {bare: {python: %s}}\n" % (SUBJECTS / "telling.py", PYTHON))
done = feedrate("run", "./shared.yaml")
cells = {record["id"]: record for record, _ in records("runs/shared").values()}
planned = {cell for cell, record in cells.items() if record["attempt"] == 1}  # the others ran once more, for they were disturbed
processes = {cell: re.search(r"process (\d+)", pathlib.Path("runs/shared/cells", cell[:2], cell + ".log").read_text())[1] for cell in cells}
before = {cell: record["evidence"]["process"].get("after") for cell, record in cells.items()}
flow.check("operations share a process: who is said to be before a cell ran in it just before", len(planned) == 12 and any(before.values()) and all(
    processes[cell] == processes[earlier] for cell, earlier in before.items() if earlier), before)
flow.check("no process runs a case twice", len({(record["case_id"], processes[cell]) for cell, record in cells.items()}) == len(cells), processes)
flow.check("a new process for each block, and behind each failure", all(
    len({processes[cell] for cell in planned if cells[cell]["block"] == block}) <= 2 for block in (1, 2, 3)) and
    {record["outcome"]["kind"] for record in cells.values() if record["what"]["work"]["operation"]["op"] == "posterize"} == {"failed"}, processes)
shared = next(cell for cell, earlier in before.items() if earlier)
flow.check("explain says so", "one that had run the cell %s just before" % before[shared] in feedrate("explain", shared, "--run", "runs/shared").stdout)
flow.check("and no process is left", not processes_with(str(flow.folder)), processes_with(str(flow.folder)))

for words, options, expected in ((("tune", "--max", "--subject", "native"), {}, "loader scope"),
                                 (("run",), {"more": "axes: {workers: [2]}\n"}, "one thread does one operation"),
                                 (("run",), {"operations": ("{op: decode, format: jpeg}",)}, "starts from pixels")):
    done = feedrate(words[0], experiment(**options), *words[1:])
    flow.check("%s: exit 2, and why: %s" % (words[0], expected), done.returncode == 2 and expected in done.stderr, done.stderr)
flow.end()
