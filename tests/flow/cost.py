"""tools/cost works, at a small size: it says what it is for, and whoever stops it finds nothing of it running."""
import os
import pathlib
import re
import shutil
import subprocess

from flow import PROGRAM, PYTHON, ROOT, Flow, wait_until

COMMAND = [PYTHON, ROOT / "tools/cost", "made", "--times", "2", "--photos", "128", "--only", "torch-tv"]
ENVIRONMENT = {**os.environ, "FEEDRATE_PROGRAM": str(PROGRAM)}


def left_behind(folder):
    """Processes that work in this folder."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cwd"):
        try:
            if path.resolve() == folder:
                found.append(path.parent.name)
        except OSError:
            pass
    return found


flow = Flow("cost")
folder = pathlib.Path("made").resolve()
done = subprocess.run(COMMAND, capture_output=True, text=True, env=ENVIRONMENT)
rows = done.stdout.splitlines()
flow.check("it ends with what is reached, or not", done.returncode == (0 if rows[-1:] == ["reached"] else 1) and rows[-1:] in (["reached"], ["MISSED"]),
           done.stdout + done.stderr)
flow.check("what a second thread brings has its interval", re.match(r"native, 2 threads / 1 thread   \d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\], n 4;", done.stdout), done.stdout)
figures = dict(re.findall(r"^(\S+) +CPU s for 1,000 samples ([\d.]+), first batch [\d.]+ s, PSS \d+ MB", done.stdout, re.M))
flow.check("native and the peer cost CPU time", sorted(figures) == ["native", "torch-tv"] and all(float(each) > 0 for each in figures.values()), done.stdout)
flow.check("nothing of it is left", wait_until(lambda: not left_behind(folder), 60), left_behind(folder))

shutil.rmtree(folder / "marks")
running = subprocess.Popen(COMMAND, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
flow.check("it has started a process, which writes marks", wait_until(lambda: list(folder.glob("marks/*.marks")), 60), left_behind(folder))
running.terminate()
said = running.communicate(timeout=60)[1]
flow.check("stopped, it says so", running.returncode == 1 and said == "tools/cost: interrupted\n", (running.returncode, said))
flow.check("and nothing of it is left", wait_until(lambda: not left_behind(folder), 60), left_behind(folder))
flow.end()
