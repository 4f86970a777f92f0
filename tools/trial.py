"""What the trials share: a folder, photos, experiments run by the program, and log ratios of a finished run's blocks."""
import collections
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests/fault/subjects"
T_95 = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 7: 2.365, 9: 2.262, 11: 2.201, 15: 2.131, 19: 2.093, 23: 2.069, 27: 2.052, 31: 2.040, 35: 2.030, 39: 2.023}


def program():
    found = pathlib.Path(os.environ.get("FEEDRATE_PROGRAM") or ROOT / "build/dev/bin/feedrate").resolve()
    if not found.exists():
        sys.exit(f"found no {found}; build it (cmake --build --preset dev), or name it in FEEDRATE_PROGRAM")
    return found


def python_of(group):
    """The interpreter of an environment that tools/subjects made."""
    done = subprocess.run([ROOT / "tools/subjects", "--python", group], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.strip()


def torch_python():
    return python_of("torch")


def feedrate(*words):
    done = subprocess.run([program(), *map(str, words)], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"feedrate {' '.join(map(str, words))}: exit code {done.returncode}")
    return done.stdout


def photos(count):
    if not pathlib.Path("photos").exists():
        feedrate("dataset", "make", "photos", "--num-items", count)


def peer(name, without_antialias):
    """Its row in an experiment, and what it is called there: the shipped subject of the name does the whole recipe, or says that it cannot."""
    if not without_antialias:
        return name, name
    arm = name + "-plain"
    return '{name: %s, environment: torch, make: "%s:%s"}' % (arm, ROOT / "tests/subject/no_antialias.py", name.replace("-", "_")), arm


def experiment(name, subjects, measure, axes, groups=("torch",), data="./photos", recipe="imagenet-train", media="{kind: rgb}", scope="loader"):
    """Writes NAME.yaml. `subjects`: rows of the list in YAML."""
    rows = "\n".join("  - " + row for row in subjects)
    pathlib.Path(name + ".yaml").write_text(
        f"experiment: {name}\nscope: {scope}\nmedia: {media}\ndata: {data}\nrecipe: {recipe}\nsubjects:\n{rows}\n"
        f"axes: {axes}\nmeasure: {measure}\n"
        "environments:\n" + "".join(f"  {group}: {{python: {python_of(group)}}}\n" for group in groups))
    return f"./{name}.yaml"


def run(name, subjects, measure, batch=64, workers=2, **more):
    """Runs an experiment to its end; one that was stopped continues."""
    feedrate("run", experiment(name, subjects, measure, f"{{workers: [{workers}], batch: [{batch}]}}", **more))
    return records("runs/" + name)


def records(folder):
    """Records of finished blocks, burn-ins left out: {block: {subject: record}}. Of a block that was repeated, the repetition."""
    finished = {cell for path in pathlib.Path(folder).glob("receipts/??/*.json") for cell in json.loads(path.read_text())["cells"]}
    attempts = collections.defaultdict(dict)
    for cell in finished:
        record = json.loads(pathlib.Path(folder, "cells", cell[:2], cell + ".json").read_text())
        if record["block"] > 0:
            attempts[record["block"], record["attempt"]][record["what"]["subject"]] = record
    return {block: arms for (block, _), arms in sorted(attempts.items())}


def records_by_operation(folder):
    """{operation: {block: {subject: record}}} of the latest plan, burn-ins left out."""
    plan = json.loads(pathlib.Path(folder, "plan.json").read_text())["id"]
    finished = {cell for path in pathlib.Path(folder).glob("receipts/??/*.json") for cell in json.loads(path.read_text())["cells"]}
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for cell in sorted(finished):
        record = json.loads(pathlib.Path(folder, "cells", cell[:2], cell + ".json").read_text())
        if record["plan"] == plan and record["block"] > 0:
            at = found[record["what"]["work"]["operation"]["op"]][record["block"]]
            if at.get(record["what"]["subject"], record)["attempt"] <= record["attempt"]:
                at[record["what"]["subject"]] = record
    return found


def rate(record, of=None):
    evidence = record["evidence"]
    return evidence[of or ("slices" if evidence.get("slices") else "window")]["rate"]


def log_ratios(blocks, arm, reference, of=None):
    """`of`: slices or window; else slices where there are any."""
    return [math.log(rate(each[arm], of) / rate(each[reference], of)) for each in blocks.values()
            if each[arm]["outcome"]["kind"] == each[reference]["outcome"]["kind"] == "measured"]


def disturbance(blocks, *arms):
    """In how many blocks other work was on the machine, as words for a line; and whether too much of it to say anything. Sliced, both
    arms had the same of it."""
    disturbed = sum(any(each[arm]["outcome"].get("disturbed") for arm in arms) for each in blocks.values())
    blind = interleave(blocks)["kind"] != "sliced" and 2 * disturbed > len(blocks)
    words = ", %d of %d blocks disturbed by other work" % (disturbed, len(blocks)) if disturbed else ""
    return words + (": CANNOT TELL" if blind else ""), blind


def half_width(values):
    """Of the 95 % t interval of the mean."""
    n = len(values)
    t = T_95.get(n - 1) or T_95[max(k for k in T_95 if k <= n - 1)]
    return t * statistics.stdev(values) / math.sqrt(n)


def print_ratio(blocks, arm, reference, asked, remark=""):
    """What was found, on a line, and the ratio: no number where other work was in most of what it rests on."""
    ratios = log_ratios(blocks, arm, reference)
    mean, half = statistics.mean(ratios), half_width(ratios)
    words, blind = disturbance(blocks, arm, reference)
    print("%s / %-24s %.3f [%.3f, %.3f], n %d, sd %.1f %%, %s%s; asked %.2f%s" % (
        arm, reference, math.exp(mean), math.exp(mean - half), math.exp(mean + half), len(ratios), 100 * statistics.stdev(ratios),
        interleave(blocks)["kind"], words, asked, remark and "; " + remark), flush=True)
    return math.nan if blind else math.exp(mean)


def interleave(blocks):
    """What the records say: sliced, or alternate with the reason."""
    kinds = {json.dumps(record["scope"]["interleave"]) for each in blocks.values() for record in each.values()}
    if len(kinds) != 1:
        sys.exit(f"a run holds blocks of several kinds: {kinds}")
    return json.loads(kinds.pop())
