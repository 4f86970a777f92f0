"""`feedrate report RUN --html` in a real browser: texts that lie over one another, what sticks out of the page, how long it takes.

    tests/flow/page.py [--kept DIR]      DIR keeps the pages and pictures of them, to look at
"""
import argparse
import json
import pathlib
import random
import re
import statistics
import subprocess

from flow import SUBJECTS, Flow, experiment, feedrate, make_data

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
MOST_BYTES = 3_000_000
MOST_MS = 1000
# Runs in the page, once it is there and all of it is unfolded: texts and table cells whose rectangles overlap, and the page's width beyond the window's.
LOOK = """<script>addEventListener('load', () => setTimeout(() => {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  const texts = [...document.querySelectorAll('svg text, td, th, h1, h2, p, li, summary')].filter(e => e.textContent.trim() && !e.querySelector('ul, code'));
  const boxes = texts.map(e => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width > 0 && b.height > 0);
  const over = [];
  for (let i = 0; i < boxes.length && over.length < 5; ++i)
    for (let j = i + 1; j < boxes.length; ++j) {
      const [a, p] = boxes[i], [b, q] = boxes[j];
      if (a.contains(b) || b.contains(a)) continue;
      if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1.5 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1.5)
        over.push(a.textContent.trim().slice(0, 40) + ' | ' + b.textContent.trim().slice(0, 40));
    }
  const found = {texts: boxes.length, over, wider: document.documentElement.scrollWidth - innerWidth, width: innerWidth};
  parent.postMessage('<pre>FOUND' + JSON.stringify(found).replace(/</g, '&lt;') + 'FOUND</pre>', '*');
}, 50))</script>"""
# What it takes until it is there.
TIME = """<script>addEventListener('load', () => {
  document.body.innerHTML = '<pre>FOUND' + performance.getEntriesByType('navigation')[0].loadEventStart + 'FOUND</pre>';
})</script>"""
# A window cannot be as narrow as a phone, a frame in it can.
FRAME = """<!doctype html><meta charset="utf-8"><style>body { margin: 0 }</style><iframe src="%s" width="%d" height="%d" style="border: 0"></iframe>
<script>addEventListener('message', event => { document.body.innerHTML = event.data; })</script>"""


def chromium(*words):
    return subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *words], capture_output=True, text=True, timeout=120)


def found_in(done):
    found = re.search("FOUND(.*)FOUND", done.stdout)
    return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")) if found else {"error": done.stderr[-500:]}


def framed(page, size):
    frame = page.with_suffix(".frame.html")
    frame.write_text(FRAME % (page.name, *size))
    return frame.resolve().as_uri()


def looked_at(page, size):
    copy = page.with_suffix(".looked.html")
    copy.write_text(page.read_text() + LOOK)
    return found_in(chromium("--window-size=1400,1000", "--virtual-time-budget=4000", "--dump-dom", framed(copy, size)))


def load_ms(page):
    """By the clock: virtual time stands still while a page is laid out."""
    copy = page.with_suffix(".timed.html")
    copy.write_text(page.read_text() + TIME)
    found = found_in(chromium("--window-size=1280,900", "--dump-dom", copy.resolve().as_uri()))
    return found if isinstance(found, (int, float)) else float("inf")


def look(flow, name, run):
    done = feedrate("report", run, "--html")
    page = pathlib.Path(name + ".html")
    page.write_text(done.stdout)
    flow.check("%s: a page of %d KB" % (name, len(done.stdout) // 1000), done.returncode == 0 and 0 < len(done.stdout) < MOST_BYTES, done.stderr)
    flow.check("%s: the same bytes again" % name, feedrate("report", run, "--html").stdout == done.stdout)
    for place, size in WIDTHS.items():
        found = looked_at(page, size)
        flow.check("%s on a %s: %d wide" % (name, place, size[0]), found.get("width") == size[0], found)
        flow.check("%s on a %s: no text over another (%s texts)" % (name, place, found.get("texts")), found.get("over") == [] and found["texts"] > 10, found)
        flow.check("%s on a %s: nothing sticks out" % (name, place), found.get("wider", 1) <= 0, found)
        picture = pathlib.Path("%s-%s.png" % (name, place))
        tall = (size[0], 2 * size[1])
        chromium("--window-size=%d,%d" % (max(500, tall[0]), tall[1]), "--screenshot=%s" % picture, framed(page, tall))
        flow.check("%s on a %s: a picture" % (name, place), picture.exists() and picture.stat().st_size > 5000)
    times = [load_ms(page) for _ in range(5)]
    flow.check("%s: loaded after %.0f ms (median of 5)" % (name, statistics.median(times)), 0 < statistics.median(times) <= MOST_MS, times)
    paper = pathlib.Path(name + ".pdf")
    chromium("--print-to-pdf=%s" % paper, page.resolve().as_uri())
    flow.check("%s: prints" % name, paper.exists() and paper.read_bytes().startswith(b"%PDF"))


def large(rows=2000, subjects=40):
    """A run of so many cells, by import: the names are as long as names get."""
    draw = random.Random(1)
    with open("large.csv", "w") as file:
        file.write("subject,rate,block\n")
        for i in range(rows):
            number = i % subjects
            file.write("loader-with-a-long-name-%02d,%f,%d\n" % (number, (100 + 40 * number) * draw.uniform(0.9, 1.1), i // subjects))
    done = feedrate("import", "large.csv", "--as", "csv")
    return done.returncode == 0 and "large", done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kept", metavar="DIR")
    flow = Flow("page", parser.parse_args().kept)
    run, error = large()
    if flow.check("2,000 cells are imported", run, error):
        look(flow, "large", run)
    make_data()
    subjects = [("steady", SUBJECTS / "steady.py"), ("crash", SUBJECTS / "crash.py"), ("other", SUBJECTS / "steady.py")]
    file = experiment("several", subjects, "{blocks: 2, window: 20 batches, interleave: alternate}", batch="[4, 8, 16, 32]")
    done = feedrate("run", "./" + file)
    if flow.check("several comparisons are run", done.returncode == 0, done.stderr[-2000:]):
        look(flow, "several", "several")
    flow.end()


main()
