"""A full disk and a folder that cannot be written to: one clear message, exit 5, and what was finished stays readable."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "flow"))
from flow import Flow, SUBJECTS, experiment, feedrate, make_data, processes_with, records

flow = Flow("no-space")
make_data()
path = "./" + experiment("tight", [("steady", SUBJECTS / "steady.py")], "{blocks: 40, window: 20 batches, interleave: alternate}")

small = flow.folder / "small"
small.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", str(small)], check=True)
try:
    # Leaves room for the run's own files and a few cells, not for forty.
    (small / "filler").write_bytes(b"x" * 2_600_000)
    result = feedrate("run", path, "--output", small / "run")
    flow.check("full disk: exit 5", result.returncode == 5, (result.returncode, result.stderr[-500:]))
    lines = [line for line in result.stderr.splitlines() if line.startswith("feedrate: ")]
    flow.check("full disk: one message that names the cause", len(lines) == 1 and "No space left" in result.stderr or "no space left" in result.stderr, result.stderr[-500:])
    flow.check("full disk: no process is left", not processes_with(str(flow.folder)))
    kept = records(small / "run")
    (small / "filler").unlink()
    again = feedrate("run", path, "--output", small / "run", "--num-runs", "3")
    flow.check("space again: the same command continues", again.returncode == 0, again.stderr)
    found = records(small / "run")
    flow.check("space again: the %d finished records keep their bytes" % len(kept), all(found[c][1] == d[1] for c, d in kept.items()))
finally:
    subprocess.run(["umount", str(small)], check=True)

pathlib.Path("file").write_text("not a folder")
result = feedrate("run", path, "--output", "file/run")
flow.check("a file in the way: exit 5", result.returncode == 5, (result.returncode, result.stderr))
flow.check("a file in the way: says which path", "file" in result.stderr and result.stderr.count("feedrate: ") == 1, result.stderr)
result = feedrate("run", path, "--output", "/proc/run")
flow.check("an unwritable folder: exit 5 and one message", result.returncode == 5 and result.stderr.count("feedrate: ") == 1, (result.returncode, result.stderr))
flow.end()
