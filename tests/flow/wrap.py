#!/usr/bin/python3
"""Programs whose truth is known, under wrap: the verdict, what it names, and what is left behind.

    tests/flow/wrap.py                        two of them, and how programs fail
    tests/flow/wrap.py --all [--times N] [--begin TURN] [--kept DIR]
                                              all fourteen, N times each, what they reach when the stall is really removed, and each time
                                              with another number of workers: tools/predictions DIR says how well that was predicted
"""
import argparse
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from flow import PROGRAM, ROOT, Flow, feedrate, is_right, processes_with, records, torch_python

sys.path.insert(0, str(ROOT / "tools"))
from trial import half_width  # noqa: E402

PROGRAMS = ROOT / "tests/programs"
# program: its verdict, and words that must stand somewhere in why or notes
TRUTH = {
    "decode_heavy": ("INPUT-BOUND", "dataset keeps all 2 workers busy"),
    "light_loader": ("COMPUTE-BOUND", ""),
    "no_workers": ("SERIAL", "no workers"),
    "balanced": ("BALANCED", ""),
    "delayed_reads": ("INPUT-BOUND", "storage"),
    "one_worker": ("INPUT-BOUND", "the only worker"),
    "slow_collate": ("SERIAL", "collate keeps"),
    "epoch_stall": ("COMPUTE-BOUND", "between epochs"),
    "leak": ("COMPUTE-BOUND", "memory grows"),
    "jitter": ("COMPUTE-BOUND", ""),
    "two_loaders": ("INPUT-BOUND", "dataset keeps all 2 workers busy"),
    "stream": ("INPUT-BOUND", "dataset keeps all 2 workers busy"),
    "endless": ("COMPUTE-BOUND", ""),
    "cpu_step": ("CONTENDED", ""),
}
FEW = ("decode_heavy", "no_workers")  # flow quick has one that waits for nothing
STRICT = False
CANNOT_TELL = set()  # programs
MOST_ASKED = 2  # with --all one more: it has no time to keep
OTHER_WORKERS = (1, 2, 4)
NEAR = 0.1  # to what is reached when the stall is really removed
FEWEST_PAIRS, MOST_PAIRS = 3, 24
PREDICTED = 2  # turns in which other workers are tried: two times fourteen predictions are enough


def wrap(name, *options):
    """An answer that other work disturbed is asked for again, as it says itself; whatever it was."""
    options += ("--strict",) * STRICT
    for _ in range(MOST_ASKED):
        done = feedrate("wrap", "--json", *options, "--", torch_python(), PROGRAMS / (name + ".py"))
        if done.returncode or not json.loads(done.stdout)["disturbed"]:
            break
    return done


def bare_rate(name, data):
    """What the program reaches without wrap, its data "as it is" or "free"."""
    done = subprocess.run([torch_python(), PROGRAMS / (name + ".py")], env=dict(os.environ, BARE=data), capture_output=True, text=True, check=True)
    return float(done.stdout)


class Freed:
    """How many times the rate a program reaches when the stall is really removed: both started in turns, before and after the answer
    that they are held against. The machine's speed changes, and what other guests take of it: what was true an hour ago need not be now."""

    def __init__(self, name):
        self.name = name
        self.rates = {"as it is": [], "free": []}
        self.ratios = []  # their logarithms, a pair each

    def pair(self):
        for data in ("free", "as it is") if len(self.ratios) % 2 else ("as it is", "free"):
            self.rates[data].append(bare_rate(self.name, data))
        self.ratios.append(math.log(self.rates["free"][-1] / self.rates["as it is"][-1]))

    def after(self, said):
        """Three at least, and more until it is known whether what was said is near enough."""
        while len(self.ratios) < FEWEST_PAIRS:
            self.pair()
        while not self.is_known(said) and len(self.ratios) < MOST_PAIRS:
            self.pair()
        return math.exp(statistics.mean(self.ratios))

    def is_known(self, said):
        """The interval of the truth lies where what was said is near enough, or where it is not."""
        off, half = math.log(said) - statistics.mean(self.ratios), half_width(self.ratios)
        low, high = math.log(1 - NEAR), math.log(1 + NEAR)
        return (low < off - half and off + half < high) or off + half < low or off - half > high


def try_other_workers(flow, name, workers, turn):
    others = [other for other in OTHER_WORKERS if other != workers]
    change = "workers=%d" % others[turn % len(others)]
    done = feedrate("wrap", "--json", "--if", change, "--", torch_python(), PROGRAMS / (name + ".py"))
    flow.check("%s: %s is tried" % (name, change), done.returncode == 0, done.stderr[-2000:])


def right_answer(flow, name, removed=False, turn=0):
    freed = Freed(name)
    if removed:
        freed.pair()
    start = time.monotonic()
    done = wrap(name)
    took = time.monotonic() - start
    verdict, words = TRUTH[name]
    if not flow.check("%s: an answer" % name, done.returncode == 0, done.stderr[-2000:]):
        return
    said = json.loads(done.stdout)
    text = " ".join(said["why"] + said["notes"])
    figures = "free %.2f, loader %.2f of real, waiting %.2f, contention %.2f, overlap %.2f, %d blocks, %.0f s" % (
        said["free"]["ratio"], said["loader"] / said["real"], said["waiting"], said["contention"], said["overlap"], said["blocks"], took)
    told = said["verdict"] != "CANNOT TELL"
    if not told:
        CANNOT_TELL.add(name)
    flow.check("%s: %s (%s)" % (name, said["verdict"], figures), is_right(said, verdict) or (removed and not told), "expected %s: %s" % (verdict, said["reason"]))
    flow.check("%s: names %s" % (name, words or "nothing that is wrong"), words in text or not told, text)
    if removed and told:
        truth = freed.after(said["free"]["ratio"])
        flow.check("%s: with the stall removed %.2f times the rate (n %d), said %.2f" % (name, truth, len(freed.ratios), said["free"]["ratio"]), abs(said["free"]["ratio"] / truth - 1) < NEAR, freed.rates)
    if name == "two_loaders":
        flow.check("%s: the right loader" % name, said["workers"] == 2, said["loader_at"])
    if removed and turn < PREDICTED:
        try_other_workers(flow, name, said["workers"], turn)
    flow.check("%s: no process is left" % name, not processes_with(str(PROGRAMS)), processes_with(str(PROGRAMS)))


def ranks(flow):
    done = feedrate("wrap", "--json", "--", torch_python(), "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", PROGRAMS / "ranks.py")
    if flow.check("two ranks: an answer", done.returncode == 0, done.stderr[-2000:]):
        said = json.loads(done.stdout)
        flow.check("two ranks: %s (waiting %.2f, contention %.2f)" % (said["verdict"], said["waiting"], said["contention"]),
                   is_right(said, "INPUT-BOUND") and said["ranks"] == 2, done.stdout)
    flow.check("two ranks: no process is left", not processes_with(str(PROGRAMS)), processes_with(str(PROGRAMS)))


def kept_running(flow):
    program = pathlib.Path("finite.py")
    program.write_text("import sys\nsys.path.insert(0, %r)\nfrom work import *\ntaken = []\n"
                       "train(DataLoader(Samples(0.5, count=BATCH * 300), BATCH, num_workers=1), lambda batch: (taken.append(1), sleep(4)), epochs=8)\n"
                       "open('taken', 'w').write(str(len(taken)))\n" % str(PROGRAMS))
    done = feedrate("wrap", "--keep-running", "--", torch_python(), program)
    flow.check("--keep-running: the program ends by itself, after as many batches as always", done.returncode == 0 and
               pathlib.Path("taken").exists() and pathlib.Path("taken").read_text() == str(8 * 300), done.stdout + done.stderr)


def failures(flow):
    broken = pathlib.Path("broken.py")
    broken.write_text("import sys\nprint('about to fail')\nsys.exit(7)\n")
    done = feedrate("wrap", torch_python(), broken)  # without --: a command begins with its first word
    flow.check("a program that fails: exit 5", done.returncode == 5, done)
    flow.check("its code and what it printed are shown", "code 7" in done.stderr and "about to fail" in done.stderr, done.stderr)
    flow.check("and nothing about loaders", "DataLoader" not in done.stderr, done.stderr)
    broken.write_text("print('nothing to load')\n")
    done = feedrate("wrap", "--", torch_python(), broken)
    flow.check("one without a loader: exit 5, and what to do", done.returncode == 5 and "feedrate.watch" in done.stderr, done.stderr)
    done = feedrate("wrap", "--", torch_python(), "-I", broken)
    flow.check("python -I: exit 5, and why", done.returncode == 5 and "-I" in done.stderr, done.stderr)
    done = feedrate("wrap", "--", "no-such-program")
    flow.check("no such program: exit 5, named", done.returncode == 5 and "no-such-program" in done.stderr, done.stderr)


def checked(flow):
    done = wrap("one_worker", "--check")
    if not flow.check("--check: an answer", done.returncode == 0, done.stderr[-2000:]):
        return
    said = json.loads(done.stdout)
    if not flow.check("--check: advises a second worker", [each["change"] for each in said["advice"]] == ["workers=2"], done.stdout):
        return
    outcome = said["checked"]["prediction"]
    flow.check("--check: tries it: %.2f times the rate, %.2f were predicted" % (outcome["measured_gain"], outcome["predicted_gain"]),
               said["checked"]["workers"] == 2 and outcome["before"] == said["real"], outcome)
    kept = [json.loads(line) for line in pathlib.Path("runs/wrap-one_worker/predictions.jsonl").read_text().splitlines()]
    flow.check("--check: prediction and outcome are kept", {each["change"] for each in kept} == {"workers=2"} and len(kept) <= MOST_ASKED and abs(kept[-1]["predicted"]["rate"] / outcome["rate"] - 1) < 1e-9, kept)
    said = json.loads(wrap("one_worker", "--if", "workers=1").stdout)
    flow.check("--if: predicted from the last answer, and counted", said["prediction"]["track_record"]["checked"] > len(kept), said["prediction"])
    for words, expected in ((("--if", "workers"), "workers=N"), (("--if", "cpus=3"), "workers=N"), (("--check", "--if", "workers=2"), "one of them"),
                            (("--strict", "--keep-running"), "one of them"), (("--check", "--keep-running"), "one of them")):
        done = feedrate("wrap", *words, "--", torch_python(), "train.py")
        flow.check("wrap %s: exit 2, and what was expected" % " ".join(words), done.returncode == 2 and expected in done.stderr, done.stderr)


def ended_by_itself(flow):
    """In the middle of its training, with workers of every kind alive."""
    program = pathlib.Path("mine/lost.py")
    program.parent.mkdir()
    for options, end, words in (("multiprocessing_context='fork', pin_memory=True", "raise RuntimeError('the loss is gone')", ("code 1", "the loss is gone")),
                                ("multiprocessing_context='spawn', persistent_workers=True", "os._exit(3)", ("code 3",))):
        program.write_text("import os, torch\nfrom torch.utils.data import DataLoader\n"
                           "def main():\n    for number, batch in enumerate(DataLoader(range(100000), 8, num_workers=2, %s)):\n        if number == 40: %s\n"
                           "if __name__ == '__main__': main()\n" % (options, end))
        done = feedrate("wrap", "--", torch_python(), program.resolve())
        flow.check("%s: exit 5, and %s" % (end, " and ".join(words)), done.returncode == 5 and all(word in done.stderr for word in words), done.stderr)
    flow.check("ended by itself: no process is left", not processes_with(str(program)), processes_with(str(program)))


def interrupted(flow, number, name):
    running = subprocess.Popen([PROGRAM, "wrap", "--", torch_python(), PROGRAMS / "decode_heavy.py"], stderr=subprocess.PIPE, text=True)
    for line in running.stderr:
        if "block 1" in line:
            break
    running.send_signal(number)
    running.stderr.read()
    flow.check("%s: exit 130" % name, running.wait(60) == 130, running.returncode)
    flow.check("%s: no process is left" % name, not processes_with(str(PROGRAMS)), processes_with(str(PROGRAMS)))


def left_behind():
    """What torch and multiprocessing leave when nobody cleans up after them."""
    return {*pathlib.Path("/dev/shm").glob("torch_*"), *pathlib.Path(tempfile.gettempdir()).glob("pymp-*")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--begin", type=int, default=1, metavar="TURN", help="with this one, where the turns before it were run")
    parser.add_argument("--kept", metavar="DIR", help="runs there, and leaves it")
    parser.add_argument("--strict", action="store_true", help="every segment in a process of its own")
    parser.add_argument("--only", action="append", choices=sorted(TRUTH))
    args = parser.parse_args()
    global STRICT, MOST_ASKED
    STRICT = args.strict
    MOST_ASKED += args.all
    flow = Flow("wrap", kept=args.kept)
    before = left_behind()
    for turn in range(args.begin - 1, args.times):
        for name in args.only or (TRUTH if args.all else FEW):
            right_answer(flow, name, removed=args.all, turn=turn)
    if args.all:
        flow.check("CANNOT TELL in at most two programs: %s" % (", ".join(sorted(CANNOT_TELL)) or "in none"), len(CANNOT_TELL) <= 2)
    if not args.all and not args.only:
        ranks(flow)
        kept_running(flow)
        checked(flow)
        failures(flow)
        ended_by_itself(flow)
        interrupted(flow, signal.SIGINT, "Ctrl-C")
        interrupted(flow, signal.SIGTERM, "SIGTERM")
        flow.check("records are all that is left", all(record["what"]["work"]["scope"] == "program" for record, _ in records("runs/wrap-decode_heavy").values()))
    flow.check("nothing is left in shared memory or in the temporary folder", left_behind() <= before, left_behind() - before)
    flow.end()


main()
