#!/usr/bin/python3
"""Two ranks under a real srun, whose processes belong to Slurm's daemon and not to wrap: an answer, and neither process nor job left.

    tests/flow/srun.py

Needs tools/subjects torch, and Slurm: SLURM_CONF names one that runs, else ../shared/testbed starts one. A command, not a stage of .ci/run.
"""
import json
import os
import pathlib
import signal
import subprocess
import time

from flow import PROGRAM, ROOT, Flow, feedrate, processes_with, torch_python

RANKS = ROOT / "tests/programs/ranks.py"
TESTBED = ROOT.parent / "shared/testbed"
# As jobs commonly hand Slurm's numbers to torch.
TASK = """#!/bin/sh
export RANK=$SLURM_PROCID WORLD_SIZE=$SLURM_NTASKS LOCAL_RANK=$SLURM_LOCALID MASTER_ADDR=127.0.0.1 MASTER_PORT=29511
exec "$@"
"""


def command():
    pathlib.Path("task.sh").write_text(TASK)
    pathlib.Path("task.sh").chmod(0o755)
    return ["srun", "-N", "2", "-n", "2", "--mem", "3G", os.path.abspath("task.sh"), torch_python(), str(RANKS)]


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def jobs():
    return subprocess.run(["squeue", "--noheader"], capture_output=True, text=True, check=True).stdout.strip()


def nothing_left(flow, what):
    flow.check("%s: no process is left" % what, wait_for(lambda: not processes_with(str(RANKS))), processes_with(str(RANKS)))
    flow.check("%s: no job is left" % what, wait_for(lambda: not jobs()), jobs())


def answered(flow):
    done = feedrate("wrap", "--json", "--", *command())
    if flow.check("srun: an answer", done.returncode == 0, done.stderr[-2000:]):
        said = json.loads(done.stdout)
        flow.check("srun: %s, 2 ranks (waiting %.2f, contention %.2f)" % (said["verdict"], said["waiting"], said["contention"]),
                   said["verdict"] == "INPUT-BOUND" and said["ranks"] == 2, done.stdout)
        memory = said["pss_bytes"]
        flow.check("srun: the ranks' memory is seen: %.1f GB" % (memory / 1e9), memory > 0.4e9, done.stdout)
        flow.check("srun: the ranks are not taken for other work", not said["disturbed"], said["notes"])
    nothing_left(flow, "srun")


def ended(flow, what, number, until):
    """wrap is ended while its ranks start, or in a block; or dies, which its warden sees."""
    running = subprocess.Popen([PROGRAM, "wrap", "--", *command()], stderr=subprocess.PIPE, text=True)
    if until:
        for line in running.stderr:
            if until in line:
                break
    else:
        wait_for(lambda: processes_with(str(RANKS)))
    running.send_signal(number)
    running.stderr.read()
    code = running.wait(60)
    flow.check("%s: exit code %d" % (what, code), code == (-9 if number == signal.SIGKILL else 130))
    nothing_left(flow, what)


def main():
    flow = Flow("srun")
    cluster = None
    if "SLURM_CONF" not in os.environ:
        flow.folder.chmod(0o755)  # munge wants its socket's folders open
        cluster = str(flow.folder / "c")
        subprocess.run([TESTBED / "start_slurm.sh", cluster], env=dict(os.environ, NODES="2", TESTUSER=""), check=True, stdout=subprocess.DEVNULL)
        os.environ["SLURM_CONF"] = cluster + "/etc/slurm.conf"
    try:
        answered(flow)
        ended(flow, "Ctrl-C while the ranks start", signal.SIGINT, None)
        ended(flow, "Ctrl-C in a block", signal.SIGINT, "block 1")
        ended(flow, "SIGKILL in a block", signal.SIGKILL, "block 1")
    finally:
        if cluster:
            subprocess.run([TESTBED / "stop_slurm.sh", cluster], check=True, stdout=subprocess.DEVNULL)
    flow.end()


main()
