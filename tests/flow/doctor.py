"""`feedrate doctor` tells the truth under taskset, a cpuset, a cgroup quota of 1.5 CPUs, Slurm's variables, a small /dev/shm, few
files, thread variables, a neighbour, and a driver that is a stub. Needs root for the cgroups and the mount."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

from flow import PROGRAM, ROOT, Flow

flow = Flow("doctor")


def doctor(before=(), shell=None, **variables):
    command = ["/bin/sh", "-c", shell + ' exec "$@"', "sh"] if shell else list(before)
    done = subprocess.run([*command, str(PROGRAM), "doctor", "--json"], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **variables})
    if done.returncode:
        sys.exit("doctor ended with %d: %s" % (done.returncode, done.stderr))
    return json.loads(done.stdout)


def words(found):
    return "; ".join(each["what"] for each in found["findings"])


@contextlib.contextmanager
def cgroup(controller, **settings):
    """A group of this controller, v1 or v2; gives the shell words that enter it."""
    base = pathlib.Path("/sys/fs/cgroup")
    v2 = (base / "cgroup.controllers").exists()
    group = (base if v2 else base / controller) / ("feedrate-doctor-%d" % os.getpid())
    if v2:
        (base / "cgroup.subtree_control").write_text("+" + controller)
    group.mkdir()
    try:
        for name, value in settings["v2" if v2 else "v1"].items():
            (group / name).write_text(value)
        yield "echo $$ > %s/cgroup.procs;" % group
    finally:
        group.rmdir()


start = time.monotonic()
free = doctor()
took = time.monotonic() - start
cpus = os.cpu_count()
flow.check("it takes %.1f s, under 3" % took, took < 3)
flow.check("nothing binds here: %s CPUs" % cpus, free["cpus_effective"] == cpus and free["binding"] == "machine", free)
flow.check("no GPU, and no finding for it", free["gpus"] == [] and "GPU" not in words(free), free)

found = doctor(["taskset", "-c", "0"])
flow.check("taskset: one CPU, by affinity", (found["cpus_effective"], found["binding"]) == (1, "affinity"), found)
with cgroup("cpuset", v1={"cpuset.cpus": "0", "cpuset.mems": "0"}, v2={"cpuset.cpus": "0"}) as enter:
    found = doctor(shell=enter)
flow.check("a cpuset: one CPU, by cpuset", (found["cpus_effective"], found["binding"]) == (1, "cpuset"), found)
with cgroup("cpu", v1={"cpu.cfs_quota_us": "150000"}, v2={"cpu.max": "150000 100000"}) as enter:
    found = doctor(shell=enter)
flow.check("a quota of 1.5 CPUs", (found["cpus_effective"], found["binding"]) == (1.5, "cgroup quota"), found)
with cgroup("memory", v1={"memory.limit_in_bytes": str(1 << 30)}, v2={"memory.max": str(1 << 30)}) as enter:
    found = doctor(shell=enter)
flow.check("a memory limit of 1 GiB", found["memory_bytes"] == 1 << 30 and "cgroup limit" in words(found), found)
found = doctor(SLURM_CPUS_PER_TASK="1")
flow.check("Slurm's grant", (found["cpus_effective"], found["binding"]) == (1, "SLURM_CPUS_PER_TASK"), found)
found = doctor(["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=64M none /dev/shm && exec "$@"', "sh"])
flow.check("64 MB of /dev/shm", "/dev/shm has 64 MiB free" in words(found), words(found))
found = doctor(shell="ulimit -n 64;")
flow.check("64 files", "64 files can be open" in words(found) and found["open_files"] == 64, words(found))
found = doctor(OMP_NUM_THREADS="64")
flow.check("a thread variable over the CPUs", "OMP_NUM_THREADS=64 is more" in words(found), words(found))
neighbour = subprocess.Popen([sys.executable, "-c", "while True: pass"])
try:
    found = doctor()
finally:
    neighbour.kill()
    neighbour.wait()
flow.check("a neighbour is seen", found["busy_cpus"] >= 0.5 and "CPUs busy" in words(found), found)
subprocess.run(["gcc", "-shared", "-fPIC", "-o", "libnvidia-ml.so.1", ROOT / "tests/stub/nvml.c"], check=True)
found = doctor(LD_LIBRARY_PATH=str(flow.folder))
flow.check("a driver that answers (a stub)", found["gpus"] == ["Stub GPU"], found)
found = json.loads(subprocess.run([str(PROGRAM), "profile", "show", "--data", "/dev/shm", "--json"], capture_output=True, text=True,
                                  env={**os.environ, "LD_LIBRARY_PATH": str(flow.folder)}).stdout)
flow.check("driver and storage are part of the profile", found["driver"] == "driver999.1" and found["data storage"] == "memorydata" and
           found["profile"].endswith("1x-stub-gpu-driver999.1-memorydata"), found)
found = subprocess.run([str(PROGRAM), "doctor", "--data", "./nowhere"], capture_output=True, text=True)
flow.check("a folder that is not there: exit 2", found.returncode == 2 and "nowhere" in found.stderr, found.stderr)
found = subprocess.run([str(PROGRAM), "profile", "show", "--data", "./nowhere"], capture_output=True, text=True)
flow.check("nor has it a profile: exit 2", found.returncode == 2 and "nowhere" in found.stderr, found.stderr)
flow.end()
