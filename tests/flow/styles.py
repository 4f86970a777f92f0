#!/usr/bin/python3
"""Programs as people write them, unedited under wrap, each also with two ranks: an answer, the right loader, nothing left behind.

    tests/flow/styles.py [--only NAME]

Needs tools/subjects torch. A command, not a stage of .ci/run: half a minute a program and start.
"""
import argparse
import json
import pathlib

from flow import ROOT, Flow, feedrate, processes_with, torch_python

STYLES = ROOT / "tests/programs/styles"
NAMES = ("resnet_folders", "vit_timm", "token_loop", "lightning_module", "hugging_face_trainer", "webdataset_loop")
VERDICTS = {"INPUT-BOUND", "COMPUTE-BOUND", "BALANCED", "CONTENDED", "SERIAL", "CANNOT TELL"}
CLASSES = 4


def class_folders():
    """Photos in a folder a class, as ImageFolder wants them."""
    feedrate("dataset", "make", "photos", "made", "--num-items", "512")
    for number, path in enumerate(sorted(pathlib.Path("made").rglob("*.jpg"))):
        folder = pathlib.Path("photos/class%d" % (number % CLASSES))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / path.name).symlink_to(path.resolve())


def answered(flow, name, launcher, ranks):
    what = "%s, %d rank%s" % (name, ranks, "s" * (ranks > 1))
    done = feedrate("wrap", "--json", "--budget", "6 min", "--output", "runs/%s-%d" % (name, ranks), "--", *launcher, STYLES / (name + ".py"), "photos")
    if flow.check("%s: an answer" % what, done.returncode == 0, done.stderr[-3000:]):
        said = json.loads(done.stdout)
        flow.check("%s: %s, real %.0f samples/s, loader alone %.0f, replay %.0f, %d blocks" % (
            what, said["verdict"], said["real"], said["loader"], said["replay"], said["blocks"]), said["verdict"] in VERDICTS and said["ranks"] == ranks, done.stdout)
        flow.check("%s: the loader at %s; stages %s" % (what, said["loader_at"], ", ".join(stage["name"] for stage in said["stages"]) or "none"),
                   said["loader_at"].startswith(name + ".py:"), said["loader_at"])
    flow.check("%s: no process is left" % what, not processes_with(str(STYLES)), processes_with(str(STYLES)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=NAMES)
    args = parser.parse_args()
    flow = Flow("styles")
    class_folders()
    for name in args.only or NAMES:
        answered(flow, name, [torch_python()], 1)
        answered(flow, name, [torch_python(), "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"], 2)
    flow.end()


main()
