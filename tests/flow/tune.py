"""`feedrate tune` on a curve that falls between two humps: within 5 % of its best with a third of the trials, interrupted and continued,
the smallest that reaches a target, what does not fit never started; and wrong words."""
import json
import pathlib
import signal
import subprocess
import sys

from flow import PROGRAM, SUBJECTS, Flow, experiment, feedrate, make_data, records

sys.path.insert(0, str(SUBJECTS))
from curve_rates import RATES  # noqa: E402

BEST = max(RATES.values())

flow = Flow("tune")
make_data()
experiment("curve", [("curve", SUBJECTS / "curve.py")], "{window: 20 batches, running: 2 s}", workers=str(list(RATES)))
pathlib.Path("curve.yaml").write_text(pathlib.Path("curve.yaml").read_text().replace("batch: [8]}", "batch: [8], prefetch: [1, 2]}"))


def tune(*words):
    done = feedrate("tune", "./curve.yaml", "--json", *words)
    return done, json.loads(done.stdout) if done.stdout else {}


running = subprocess.Popen([PROGRAM, "tune", "./curve.yaml", "--max"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
for line in running.stderr:
    if "best so far" in line:
        break
running.send_signal(signal.SIGINT)
running.stderr.read()
flow.check("Ctrl-C: exit 130", running.wait(60) == 130, running.returncode)
before = set(records("runs/curve-tune"))
flow.check("what was measured is kept: %d cells" % len(before), len(before) >= 2)

done, said = tune("--max")
if flow.check("--max: an answer", done.returncode == 0, done.stderr[-2000:]):
    rate = RATES[said["take"]["workers"]]
    flow.check("--max: takes %d workers, %.2f of the best there is" % (said["take"]["workers"], rate / BEST), rate >= 0.95 * BEST, done.stdout)
    flow.check("--max: tried %d of %d configurations" % (said["tried"], said["configurations"]), said["tried"] <= said["configurations"] / 3, done.stdout)
    flow.check("--max: its curve is the true one", all(abs(each["of_best"] / (RATES[each["workers"]] / rate) - 1) < 0.1 for each in said["curve"]), said["curve"])
    flow.check("--max: against its runner-up in %d fresh blocks" % said["against"]["fresh_blocks"], said["against"]["fresh_blocks"] >= 5, done.stdout)
    flow.check("--max: lines to paste", any("workers: [%d]" % said["take"]["workers"] in line for line in said["paste"]), said["paste"])
    kept = set(records("runs/curve-tune"))
    flow.check("continued, nothing was lost", before <= kept)
    again, same = tune("--max")
    flow.check("called again it says the same and measures nothing", same == said and set(records("runs/curve-tune")) == kept, again.stderr[-500:])
    shown = feedrate("tune", "./curve.yaml", "--max")
    flow.check("the screen says what to take, why, and the knee", all(word in shown.stdout for word in ("take this", "why: ", "knee: ", "to paste:")), shown.stdout)

    # Between what 7 workers give, 0.62 of the best, and 8, 0.81. A target is samples/s, and the machine need not be as fast as when it was
    # chosen: so what tune takes is held against its own curve, and where it cannot tell, its interval must have the target inside.
    target = "%.0f /s" % (0.7 * said["take"]["rate"])
    done, wanted = tune("--target", target)
    if flow.check("--target %s: an answer" % target, done.returncode in (0, 4), done.stderr[-2000:] + done.stdout):
        take, asked, interval = wanted["take"], wanted["target"], wanted["rate_interval"]
        enough = take["rate"] >= asked if wanted["target_state"] == "reached" else interval["low"] < asked < interval["high"]
        smaller = [each["workers"] for each in wanted["curve"] if each["workers"] < take["workers"] and each["rate"] >= asked]
        flow.check("--target: %d workers, %s, and nothing smaller that it measured is enough" % (take["workers"], wanted["target_state"]), enough and not smaller, done.stdout)
        share = RATES[take["workers"]] / rate
        flow.check("--target: which have %.2f of the best; asked was 0.70 of it" % share, share > 0.6, done.stdout)
    done, wanted = tune("--target", "%.0f /s" % (5 * said["take"]["rate"]))
    flow.check("a target that nothing reaches: exit 1, and said", done.returncode == 1 and wanted["target_state"] == "not reached", done.stdout)

done = feedrate("tune", "./curve.yaml")
flow.check("without --target or --max: exit 2, and which there are", done.returncode == 2 and "--target" in done.stderr and "--max" in done.stderr, done.stderr)
done = feedrate("tune", "./curve.yaml", "--target", "fast")
flow.check("--target fast: exit 2, and what was expected", done.returncode == 2 and "150 /s" in done.stderr, done.stderr)
done = feedrate("tune", "./curve.yaml", "--max", "--subject", "curv")
flow.check("an unknown subject: exit 2, and the names", done.returncode == 2 and "expected curve" in done.stderr, done.stderr)
done, said = tune("--max", "--ram", "1 MiB", "--output", "runs/small")
flow.check("--ram that nothing fits in: only what shows it was started", done.returncode == 0 and said["tried"] <= 2 and len(said["left_out"]) >= 20, done.stdout[-600:] + done.stderr[-600:])
flow.end()
