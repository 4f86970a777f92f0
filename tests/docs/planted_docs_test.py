#!/usr/bin/python3
"""Plants a wrong statement in a copy of the pages; tools/check_docs must exit 1 and say exactly what it found."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = """# A page
See [the other](other.md#second-part), [this part](#a-page) and `tools/present`.
"""


class Docs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name in ("CHANGELOG.md", "layers.toml"):
            shutil.copy(ROOT / name, self.tree)
        # A table of the modules instead of the real page, which names files that are not copied.
        modules = tomllib.loads((self.tree / "layers.toml").read_text(encoding="utf-8"))["modules"]
        self.write("CONTRIBUTING.md", "".join(f"| change it | `{name}` |\n" for name in modules))
        self.write("tools/present", "")
        for tool in (ROOT / "tools").iterdir():  # the changelog names some
            self.write("tools/" + tool.name, "")
        self.write("other.md", "# Other\n## Second part\n")
        self.write("page.md", PAGE)
        subprocess.run(["git", "init", "--quiet", self.tree], check=True)
        self.assertEqual(self.check(), (0, ""))

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self):
        done = subprocess.run([ROOT / "tools/check_docs", self.tree], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def test_dead_link(self):
        self.write("page.md", PAGE + "[gone](docs/gone.md)\n")
        self.assertEqual(self.check(), (1, "page.md:3: links to 'docs/gone.md', which is not there\n"))

    def test_dead_anchor(self):
        self.write("page.md", PAGE + "[gone](other.md#third-part)\n")
        self.assertEqual(self.check(), (1, "page.md:3: links to 'other.md#third-part', which has no such heading\n"))

    def test_missing_file(self):
        self.write("page.md", PAGE + "Type `tools/absent --now`.\n")
        self.assertEqual(self.check(), (1, "page.md:3: names `tools/absent`, which is not there\n"))

    def test_module_without_row(self):
        text = (self.tree / "CONTRIBUTING.md").read_text(encoding="utf-8")
        self.write("CONTRIBUTING.md", text.replace("`measure`", "`other`"))
        self.assertEqual(self.check(),
                         (1, "CONTRIBUTING.md: no row of \"Where does my change go?\" names `measure`\n"))

    def test_changelog(self):
        self.write("CHANGELOG.md", "# Changelog\n")
        self.assertEqual(self.check(), (1, "CHANGELOG.md: has no line '## [Unreleased]'\n"))


if __name__ == "__main__":
    sys.exit(unittest.main())
