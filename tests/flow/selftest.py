"""`feedrate selftest`: every fault is named and loaders without one are not, in under five minutes; without any one detector it
fails."""
import json
import time

from flow import Flow, feedrate

flow = Flow("selftest")
MOST_ASKED = 3
for asked in range(1, MOST_ASKED + 1):  # again where it says itself that other work kept it from telling, and nothing else is wrong
    start = time.monotonic()
    kept = "kept-%d" % asked
    done = feedrate("selftest", "--output", kept)
    print(done.stdout)
    if "BUSY" not in done.stdout or any(word in done.stdout for word in ("MISSED", "FALSE")):
        break
flow.check("every fault is named, and no other: exit 0", done.returncode == 0, done.stdout + done.stderr[-800:])
seconds = time.monotonic() - start
flow.check("in %.0f s, under 300" % seconds, seconds < 300)
done = feedrate("selftest", "--output", kept, "--json")
rows = json.loads(done.stdout)["rows"]
flow.check("called again it only judges, and says the same", done.returncode == 0 and all(row["right"] for row in rows), done.stdout)
detectors = [row["expected"] for row in rows if row["expected"]]
flow.check("two loaders have no fault", len(rows) - len(detectors) == 2 and len(set(detectors)) == len(detectors), rows)
for detector in detectors:
    done = feedrate("selftest", "--output", kept, "--without", detector)
    flow.check("without %s it fails" % detector, done.returncode == 1 and "MISSED" in done.stdout, done.stdout + done.stderr[-300:])
done = feedrate("selftest", "--output", kept, "--without", "luck")
flow.check("a detector that is not there: exit 2 and the list", done.returncode == 2 and "slow-worker" in done.stderr, done.stderr)
flow.end()
