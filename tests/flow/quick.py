"""feedrate quick where there is nothing: no torch, no network, no rights; and where torch is found."""
import json
import os
import pathlib
import select
import shutil
import subprocess
import time

from flow import PROGRAM, ROOT, Flow, feedrate, is_right

flow = Flow("quick")
NOBODY = 65534
os.chmod(flow.folder, 0o777)
bare = flow.folder / "bare"
bare.mkdir()
os.chown(bare, NOBODY, NOBODY)
# Where anybody may read it: a checkout may lie in somebody's home.
installed = flow.folder / "installed"
shutil.copytree(PROGRAM.parent.parent / "share", installed / "share")
(installed / "bin").mkdir()
for name in ("feedrate", "feedrate-native"):
    shutil.copy2(PROGRAM.parent / name, installed / "bin")


MOST_ASKED = 3


def undisturbed(*words, **more):
    """An answer that other work disturbed is asked for again, as it says itself; whatever it was."""
    for _ in range(MOST_ASKED):
        done = feedrate(*words, **more)
        if done.returncode != 0 or not any(each["disturbed"] for each in json.loads(done.stdout)["loaders"]):
            break
    return done


def check_verdicts(what, loaders, verdict):
    flow.check("%s: %s" % (what, ", ".join(each["verdict"] for each in loaders)), all(is_right(each, verdict) for each in loaders),
               [(each["verdict"], each["disturbed"], each["reason"]) for each in loaders])


start = time.monotonic()
# An own network namespace without interfaces, another user, and no Python beside the program or first on PATH that has torch.
alone = subprocess.Popen(["unshare", "--net", "setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "env", "-i",
                          "PATH=/usr/bin:/bin", "HOME=/nonexistent", str(installed / "bin/feedrate"), "quick", "--json"],
                         cwd=bare, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
ready, _, _ = select.select([alone.stderr], [], [], 10)
first = time.monotonic() - start
line = alone.stderr.readline() if ready else ""
flow.check("alone: the first line within a second (%.2f s: %s)" % (first, line.strip()), line and first < 1.0)
out, errors = alone.communicate(timeout=120)
took = time.monotonic() - start
if flow.check("alone: an answer", alone.returncode == 0, errors[-2000:]):
    said = json.loads(out)
    flow.check("alone: complete after %.0f s" % took, took < 60)
    flow.check("alone: the native pipeline's (%s, %.0f samples/s real, %.0f alone)" % (said["verdict"], said["real"], said["loader"]),
               said["program"] == "native" and said["real"] > 0)
    flow.check("alone: it says that there is no torch", any("torch" in each for each in said["not_measured"]), said["not_measured"])

python = os.environ.get("FEEDRATE_TORCH_PYTHON") or subprocess.run([ROOT / "tools/subjects", "--python", "torch"], capture_output=True,
                                                                   text=True, check=True).stdout.strip()
with_torch = dict(os.environ, PATH="%s:%s" % (pathlib.Path(python).parent, os.environ["PATH"]))
start = time.monotonic()
done = undisturbed("quick", "--json", "--target", "100000 /s", env=with_torch)
took = time.monotonic() - start
if flow.check("with torch: an answer", done.returncode == 0, done.stderr[-2000:]):
    said = json.loads(done.stdout)
    flow.check("with torch: both loaders, torch first (%.0f s)" % took, [each["program"] for each in said["loaders"]] == ["torch-pil", "native"], said)
    check_verdicts("a step that takes 100,000 samples/s is input-bound", said["loaders"], "INPUT-BOUND")
done = undisturbed("quick", "--json", "--target", "60 /s", env=with_torch)  # far below what torch reaches, also where the machine runs at half its speed
if flow.check("a slow step: an answer", done.returncode == 0, done.stderr[-2000:]):
    check_verdicts("a step that takes 60 samples/s is compute-bound", json.loads(done.stdout)["loaders"], "COMPUTE-BOUND")
done = feedrate("quick", "--target", "fast")
flow.check("a wrong rate: exit 2, and what was expected", done.returncode == 2 and "/s" in done.stderr, done.stderr)
flow.end()
