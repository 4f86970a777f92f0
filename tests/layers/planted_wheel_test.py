#!/usr/bin/python3
"""Makes small wheels of feedrate's layout with one fault each; tools/check_wheel must exit 1 and name it."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME = "feedrate-0.0.1-py3-none-linux_x86_64.whl"
INFO, PARTS = "feedrate-0.0.1.dist-info", "feedrate-0.0.1.data"
CODEC = "#include <stdio.h>\n#include <jpeglib.h>\nint main() { struct jpeg_error_mgr e; return !jpeg_std_error(&e); }\n"


class Wheel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        program = self.compile("int main() { return 0; }\n")
        self.files = {
            f"{INFO}/METADATA": b"Metadata-Version: 2.1\nName: feedrate\nVersion: 0.0.1\n",
            f"{INFO}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: py3-none-linux_x86_64\n",
            f"{INFO}/RECORD": b"",
            "feedrate/__init__.py": b"",
            f"{PARTS}/scripts/feedrate": program,
            f"{PARTS}/scripts/feedrate-native": program,
            f"{PARTS}/data/share/feedrate/python/feedrate/__init__.py": b"",
        }
        for row in (ROOT / "tools/third_party_licences.txt").read_text(encoding="utf-8").splitlines():
            if row and not row.startswith("#"):
                self.files[f"{PARTS}/data/share/feedrate/licences/{row.split()[0]}.txt"] = b"text"

    def compile(self, source, *options):
        out = self.folder / "compiled"
        subprocess.run(["cc", "-x", "c", "-", "-o", out, *options], input=source, text=True, check=True)
        return out.read_bytes()

    def check(self):
        wheel = self.folder / NAME
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, content in self.files.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
                archive.writestr(entry, content)
        done = subprocess.run([ROOT / "tools/check_wheel", wheel], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr.splitlines()

    def test_clean(self):
        self.assertEqual(self.check(), (0, []))

    def test_codec(self):
        self.files[f"{PARTS}/scripts/feedrate"] = self.compile(CODEC, "-s", "-l:libjpeg.a")
        self.assertEqual(
            self.check(), (1, [f'{NAME}: feedrate: contains the text "Not a JPEG file: starts with" of libjpeg']))

    def test_glibc_floor(self):
        library = self.folder / "libplanted.so"
        versions = self.folder / "versions"
        versions.write_text("GLIBC_2.99 { planted; };", encoding="utf-8")
        self.compile("void planted(void) {}\n", "-shared", "-fPIC", f"-Wl,--version-script={versions}")
        (self.folder / "compiled").rename(library)
        self.files[f"{PARTS}/scripts/feedrate-native"] = self.compile(
            "void planted(void);\nint main() { planted(); return 0; }\n", "-x", "none", library)
        code, problems = self.check()
        self.assertEqual(code, 1)
        self.assertIn(f"{NAME}: needs glibc 2.99, the limit is 2.36", problems)

    def test_unknown_library(self):
        self.files[f"{PARTS}/data/lib/feedrate/libplanted.so.1"] = b"no matter what"
        self.assertEqual(
            self.check(),
            (1, [f"{NAME}: bundles libplanted.so.1, which has no row in tools/third_party_licences.txt"]))

    def test_private_folder(self):
        self.files[f"{PARTS}/data/share/feedrate/python/numpy/__init__.py"] = b""
        self.assertEqual(
            self.check(),
            (1, [f"{NAME}: share/feedrate/python holds feedrate, numpy; expected the package feedrate alone"]))

    def test_does_not_start(self):
        self.files[f"{PARTS}/scripts/feedrate"] = self.compile("int main() { return 7; }\n")
        self.assertEqual(self.check(), (1, [f"{NAME}: feedrate --version ended with 7: "]))


if __name__ == "__main__":
    sys.exit(unittest.main())
