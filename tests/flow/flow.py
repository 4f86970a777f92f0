"""What flows share: a folder of their own, the program under test, experiments with small subjects, and the closing line."""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("FEEDRATE_PROGRAM") or ROOT / os.environ.get("FEEDRATE_BUILD", "build/dev") / "bin/feedrate").resolve()
SUBJECTS = ROOT / "tests/fault/subjects"
PYTHON = "/usr/bin/python3"


class Flow:
    def __init__(self, name, kept=None):
        self.name, self.passed, self.failed, self.kept = name, 0, 0, kept
        self.folder = pathlib.Path(kept or tempfile.mkdtemp(prefix="feedrate-%s-" % name))
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chdir(self.folder)

    def check(self, what, holds, detail=""):
        self.passed += bool(holds)
        self.failed += not holds
        print("%s  %s%s" % ("ok    " if holds else "FAILED", what, "" if holds or not detail else "\n        " + str(detail)), flush=True)
        return holds

    def end(self):
        if self.failed or self.kept:
            print("left for a look: %s" % self.folder)
        else:
            os.chdir("/")
            shutil.rmtree(self.folder)
        if self.passed + self.failed == 0:
            self.failed = 1
        print("%d passed, %d failed" % (self.passed, self.failed))
        sys.exit(1 if self.failed else 0)


def feedrate(*words, timeout=600, **more):
    """Runs the program to its end; its exit code and what it printed."""
    return subprocess.run([str(PROGRAM), *map(str, words)], capture_output=True, text=True, timeout=timeout, **more)


def torch_python():
    """The interpreter of the environment with torch: of .ci/run, or what tools/subjects made."""
    named = os.environ.get("FEEDRATE_TORCH_PYTHON")
    return named or subprocess.run([ROOT / "tools/subjects", "--python", "torch"], capture_output=True, text=True, check=True).stdout.strip()


def make_data(items=64):
    """A folder that looks like data: the small subjects never open it."""
    for i in range(items):
        path = pathlib.Path("data/%04d.jpg" % i)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * (i + 1))


def experiment(name, subjects, measure, limits="{cell: 60 s}", workers="[0]", batch="[8]", python=PYTHON, data="./data"):
    """Writes NAME.yaml with subjects given as shipped names or as (name, loader file)."""
    rows = []
    for subject in subjects:
        if isinstance(subject, str):
            rows.append("  - {name: %s, environment: bare}" % subject if subject != "native" else "  - native")
        else:
            rows.append("  - {name: %s, environment: bare, make: \"%s:make\"}" % subject)
    pathlib.Path(name + ".yaml").write_text(
        "experiment: %s\nscope: loader\nmedia: {kind: rgb}\ndata: {uri: %s}\nrecipe: imagenet-train\nsubjects:\n%s\n"
        "axes: {workers: %s, batch: %s}\nmeasure: %s\nlimits: %s\nenvironments: {bare: {python: %s}}\n"
        % (name, data, "\n".join(rows), workers, batch, measure, limits, python))
    return name + ".yaml"


def records(run):
    """Every record of a run folder, by cell, with the bytes of its file."""
    found = {}
    for path in pathlib.Path(run).glob("cells/??/*.json"):
        if len(path.stem) == 32:
            data = path.read_bytes()
            found[path.stem] = (json.loads(data), data)
    return found


def finished_cells(run):
    return [cell for path in sorted(pathlib.Path(run).glob("receipts/??/*.json")) for cell in json.loads(path.read_text())["cells"]]


def is_right(said, verdict):
    """Where the machine stayed busy an answer may be that it cannot tell; another verdict is wrong all the same."""
    return said["verdict"] == verdict or (said["disturbed"] and said["verdict"] == "CANNOT TELL")


def processes_with(text):
    """Living processes whose command line or environment holds the text."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX":
                continue
            if text.encode() in (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except (OSError, IndexError):
            pass
    return found


@contextlib.contextmanager
def memory_cgroup(limit):
    """Words before a command that run it in a memory cgroup of so many bytes."""
    group = pathlib.Path("/sys/fs/cgroup/memory/feedrate-flow-%d" % os.getpid())
    file = group / "memory.limit_in_bytes"
    if not group.parent.exists():  # version 2
        group = pathlib.Path("/sys/fs/cgroup/feedrate-flow-%d" % os.getpid())
        file = group / "memory.max"
    group.mkdir()
    try:
        file.write_text(str(limit))
        yield ("/bin/sh", "-c", "echo $$ > %s/cgroup.procs && exec \"$@\"" % group, "sh")
    finally:
        wait_until(lambda: try_rmdir(group), 10)  # its processes are gone a moment before the kernel knows


def try_rmdir(folder):
    try:
        folder.rmdir()
    except OSError:
        return False
    return True


def wait_until(condition, seconds):
    """Whether it came true in time, and when."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            return False
        time.sleep(0.01)
    return True
