"""docs/adding-a-subject.md, followed word by word: the files it shows, the commands it says, in an empty folder."""
import os
import pathlib
import re
import shlex
import subprocess

from flow import PROGRAM, ROOT, Flow, finished_cells

flow = Flow("adding")
page = (ROOT / "docs/adding-a-subject.md").read_text()
section = page[page.index("## Try it\n"):page.index("## Your own file")]
blocks = re.findall(r"```(\w*)\n(.*?)```", section, re.S)
files = [text for kind, text in blocks if kind]
commands = [line for kind, text in blocks if not kind for line in text.splitlines()]
flow.check("it shows two files and five commands", len(files) == 2 and len(commands) == 5, (len(files), commands))
for text in files:
    pathlib.Path(re.match(r"# (\S+)\n", text).group(1)).write_text(text)
printed = {}
for command in commands:
    words = shlex.split(command)
    done = subprocess.run([PROGRAM, *words[1:]], capture_output=True, text=True, env={**os.environ, "PATH": "/usr/bin:/bin"})
    flow.check(command, words[0] == "feedrate" and done.returncode == 0, done.stdout + done.stderr)
    printed[words[1]] = done.stdout
flow.check("two blocks of two subjects are finished", len(finished_cells("runs/toy")) >= 4, finished_cells("runs/toy"))
row = re.search(r"^  toy  .*$", printed.get("report", ""), re.M)
flow.check("the report has its row, its footnote and no ratio", row and "n/a (toy)" in row.group() and "toy: does nothing of the recipe" in printed["report"], printed.get("report"))
flow.end()
