"""`feedrate pack`: folders into a tar file or a bundle and back, killed on the way, on a full disk, and with archives that others made."""
import io
import os
import pathlib
import signal
import subprocess
import tarfile

from flow import PROGRAM, Flow, experiment, feedrate, processes_with, records, wait_until

flow = Flow("pack")


def tree(folder):
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def packed(*words):
    done = feedrate("pack", *words)
    return done.returncode == 0, done.stdout + done.stderr


feedrate("dataset", "make", "photos", "photos", "--num-items", "300")
long = pathlib.Path("photos", *["a folder with a long name %d" % i for i in range(8)])
long.mkdir(parents=True)
(long / "\u00fcmlaut.txt").write_text("far down")
(long / "empty").touch()
there = tree("photos")
for kind in ("tar", "bundle"):
    flow.check("%s: packed" % kind, *packed("photos", "a." + kind))
    flow.check("%s: unpacked" % kind, *packed("a." + kind, "from-" + kind))
    flow.check("%s: the same %d files" % (kind, len(there)), tree("from-" + kind) == there)
    flow.check("%s: once more, and none is written again" % kind, "%d were there already" % len(there) in packed("a." + kind, "from-" + kind)[1])
with tarfile.open("a.tar") as archive:
    flow.check("Python's tarfile finds the same", {member.name: archive.extractfile(member).read() for member in archive if member.isfile()} == there)
subprocess.run(["tar", "-xf", "a.tar", "--one-top-level=by-tar"], check=True)
flow.check("so does tar", tree("by-tar") == there)
for form in ("pax", "gnu", "ustar"):
    # ustar cannot hold the longest path.
    subprocess.run(["tar", "-cf", form + ".tar", "--format", form, "-C", "photos", "." if form != "ustar" else "0000"], check=True)
    flow.check("what tar makes as %s is unpacked" % form, *packed(form + ".tar", "from-" + form))
    wanted = there if form != "ustar" else {path: data for path, data in there.items() if path.startswith("0000/")}
    flow.check("and is the same", tree("from-" + form) == wanted, sorted(tree("from-" + form))[:3])

# Enough that it can be killed on the way.
for path in there:
    for copy in range(10):
        to = pathlib.Path("many", str(copy), path)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.symlink_to(pathlib.Path("photos", path).resolve())
for kind in ("tar", "bundle"):
    running = subprocess.Popen([PROGRAM, "pack", "many", "killed." + kind], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    notes = pathlib.Path("killed.%s.packing" % kind)
    seen = wait_until(lambda: notes.exists() and notes.read_text().count("\n") > 1, 20)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    flow.check("%s, killed: it had begun, and has no name yet" % kind, seen and not pathlib.Path("killed." + kind).exists())
    flow.check("%s, killed: nobody goes on" % kind, wait_until(lambda: not processes_with("killed." + kind), 10))
    right, text = packed("many", "killed." + kind)
    flow.check("%s, killed: the same command continues (%s)" % (kind, text.strip()), right and "(0 were" not in text, text)
    packed("many", "whole." + kind)
    flow.check("%s, killed: the same bytes" % kind, pathlib.Path("killed." + kind).read_bytes() == pathlib.Path("whole." + kind).read_bytes())

small = pathlib.Path("small")
small.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", small], check=True)
right, text = packed("photos", str(small / "full.tar"))
flow.check("no space: what it needs (%s)" % text.strip(), not right and "bytes and" in text and not list(small.iterdir()), text)
subprocess.run(["umount", small], check=True)
with tarfile.open("out.tar", "w") as archive:
    member = tarfile.TarInfo("../escaped")
    member.size = 2
    archive.addfile(member, io.BytesIO(b"no"))
right, text = packed("out.tar", "inside")
flow.check("a path that leads out is refused (%s)" % text.strip(), not right and "../escaped" in text and not pathlib.Path("escaped").exists(), text)
pathlib.Path("cut.tar").write_bytes(pathlib.Path("a.tar").read_bytes()[:100000])
right, text = packed("cut.tar", "cut")
flow.check("a tar file that was cut short: where (%s)" % text.strip(), not right and "at byte" in text, text)
for words, wanted in ((("photos", "a.tar"), "nothing is overwritten"), (("photos", "elsewhere"), ".tar or .bundle"), (("nothing", "b.tar"), "there is no nothing"), (("photos", "photos/b.tar"), "put it elsewhere")):
    done = feedrate("pack", *words)
    flow.check("pack %s: exit 2, and why (%s)" % (" ".join(words), done.stderr.strip()), done.returncode == 2 and wanted in done.stderr, done.stderr)
# What is packed is loaded from there, the same samples in the same order.
feedrate("dataset", "make", "photos", "few", "--num-items", "40")
fingerprints = set()
for kind in ("tar", "bundle"):
    flow.check("few.%s is packed" % kind, *packed("few", "few." + kind))
for data in ("few", "few.tar", "few.bundle"):
    name = experiment("from-" + data, ["native"], "{blocks: 1, window: 10 batches}", workers="[1]", data="./" + data)
    done = feedrate("run", "./" + name)
    found = [record for record, _ in records("runs/from-" + data).values()]
    flow.check("native loads from %s" % data, done.returncode == 0 and {record["outcome"]["kind"] for record in found} == {"measured"}, done.stderr)
    flow.check("%s: 40 samples, and what of it is in the page cache" % data, found[0]["what"]["work"]["data"]["items"] == 40 and found[0]["evidence"]["cache"]["resident_before"] > 0.9, found[0]["evidence"])
    fingerprints.add(found[0]["what"]["work"]["data"]["fingerprint"])
flow.check("how it is stored is part of what was measured", len(fingerprints) == 3, fingerprints)
pathlib.Path("broken.bundle").write_bytes(b"nothing of the kind")
done = feedrate("plan", "./" + experiment("broken", ["native"], "{blocks: 1}", workers="[1]", data="./broken.bundle"))
flow.check("a broken archive: exit 2, and which", done.returncode == 2 and "broken.bundle" in done.stderr, done.stderr)
flow.end()
