#!/usr/bin/python3
"""Plants a violation of each check in a temporary copy of the tree; the check must exit 1 and say exactly what it found."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CODEC = """
#include <cstdio>
#include <jpeglib.h>
int main() { jpeg_error_mgr errors; return jpeg_std_error(&errors) == nullptr ? 1 : 0; }
"""
POOL = """
#include <oneapi/tbb/parallel_for.h>
int main() { tbb::parallel_for(0, 8, [](int) {}); return 0; }
"""
COUNTED = """
#include <valgrind/callgrind.h>
#include <cstdio>
int main() {
  CALLGRIND_START_INSTRUMENTATION;
  for (volatile int i = 0; i < ROUNDS; i = i + 1) {}
  CALLGRIND_STOP_INSTRUMENTATION;
  std::puts("16 samples");
}
"""


def run(tool, *arguments, tools=ROOT / "tools"):
    done = subprocess.run([tools / tool, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


class Planted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = pathlib.Path(self.folder.name) / "tree"

    def fails_with(self, result, message):
        self.assertEqual(result, (1, message + "\n"))


class Layers(Planted):
    """Each case starts from a tree that passes, so that the one planted line is what fails."""

    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "src", self.tree / "src")
        shutil.copy(ROOT / "layers.toml", self.tree)
        self.assertEqual(run("check_layers", self.tree), (0, ""))

    def plant(self, file, text):
        path = self.tree / "src/feedrate" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return run("check_layers", self.tree)

    def test_module_below(self):
        self.fails_with(self.plant("base/planted.cc", '#include <string>\n#include "feedrate/host/clock.h"\n'),
                        "src/feedrate/base/planted.cc:2: 'base' may not include 'host'")

    def test_control_to_native(self):
        self.fails_with(self.plant("control/plan/planted.cc", '#include "feedrate/native/media/image.h"\n'),
                        "src/feedrate/control/plan/planted.cc:1: 'control/plan' may not include 'native/media'")

    def test_native_to_measure(self):
        self.fails_with(self.plant("native/pipeline/planted.h", '#  include "feedrate/measure/window.h"\n'),
                        "src/feedrate/native/pipeline/planted.h:1: 'native/pipeline' may not include 'measure'")

    def test_relative_include(self):
        self.fails_with(self.plant("agent/planted.cc", '#include "../native/media/image.h"\n'),
                        "src/feedrate/agent/planted.cc:1: include of \"../native/media/image.h\"; "
                        "write the path from src/, \"feedrate/...\"")

    def test_third_party(self):
        self.fails_with(self.plant("agent/planted.cc", "#include <jpeglib.h>\n"),
                        "src/feedrate/agent/planted.cc:1: 'agent' may not include <jpeglib.h> of 'jpeg'; "
                        "only native/media may")

    def test_unlisted_library(self):
        self.fails_with(self.plant("host/planted.cc", "#include <curl/curl.h>\n"),
                        "src/feedrate/host/planted.cc:1: <curl/curl.h> is of no library of layers.toml")

    def test_heavy_in_header(self):
        self.fails_with(self.plant("stats/planted.h", "#include <boost/math/distributions/students_t.hpp>\n"),
                        "src/feedrate/stats/planted.h:1: <boost/math/distributions/students_t.hpp> of 'boost' is heavy "
                        "and may be included by one source file only, by no header")

    def test_heavy_twice(self):
        shutil.rmtree(self.tree / "src")
        self.plant("app/cli/a.cc", "#include <CLI/CLI.hpp>\n")
        self.fails_with(self.plant("app/cli/b.cc", "#include <CLI/App.hpp>\n"),
                        "src/feedrate/app/cli/b.cc:1: <CLI/App.hpp> of 'cli11' is heavy and is already included by "
                        "src/feedrate/app/cli/a.cc; one source file only")

    def test_stray_file(self):
        self.fails_with(self.plant("extras/planted.cc", ""), "src/feedrate/extras/planted.cc: in no module of layers.toml")

    def test_ring(self):
        table = self.tree / "layers.toml"
        text = table.read_text(encoding="utf-8")
        table.write_text(text.replace('"stats"             = ["base"]', '"stats" = ["base", "agent"]'), encoding="utf-8")
        self.fails_with(run("check_layers", self.tree), "layers.toml: 'stats' names 'agent', which is not above it")

    def test_architecture(self):
        modules = [line.split('"')[1] for line in (ROOT / "layers.toml").read_text(encoding="utf-8").splitlines()
                   if line.startswith('"') and "=" in line]
        page = "\n".join(f"- `{name}`" for name in modules if name != "measure")
        (self.tree / "ARCHITECTURE.md").write_text(page, encoding="utf-8")
        self.fails_with(run("check_layers", self.tree), "ARCHITECTURE.md: does not name the module 'measure'")


class CodecFree(Planted):
    def build(self, source, *options):
        program = pathlib.Path(self.folder.name) / "planted"
        subprocess.run(["c++", "-x", "c++", "-", "-o", program, *options], input=source, text=True, check=True)
        return program

    def test_shared(self):
        program = self.build(CODEC, "-ljpeg")
        self.fails_with(run("check_codec_free", program), "planted: loads libjpeg.so.62")

    def test_static(self):
        code, message = run("check_codec_free", self.build(CODEC, "-l:libjpeg.a"))
        self.assertEqual(code, 1)
        self.assertRegex(message, r"^planted: contains \d+ symbols of a codec, the first is jpeg_abort\n"
                                  r'planted: contains the text "Not a JPEG file: starts with" of libjpeg\n$')

    def test_stripped(self):
        program = self.build(CODEC, "-l:libjpeg.a", "-s")
        self.fails_with(run("check_codec_free", program),
                        'planted: contains the text "Not a JPEG file: starts with" of libjpeg')

    def test_thread_pool(self):
        code, message = run("check_codec_free", self.build(POOL, "-ltbb"))
        self.assertEqual(code, 1)
        self.assertIn("planted: loads libtbb.so.12\n", message)


class Instructions(Planted):
    def setUp(self):
        super().setUp()
        self.tree.mkdir()
        self.kept = self.tree / "kept.json"
        self.assertEqual(self.count(100000, "--accept"), (0, ""))

    def count(self, rounds, *options):
        program = self.tree / ("rounds_%d" % rounds)
        subprocess.run(["g++", "-x", "c++", "-DROUNDS=%d" % rounds, "-o", program, "-"], input=COUNTED, text=True, check=True)
        return run("check_instructions", "/bin/true", program, "--kept", self.kept, *options)

    def test_a_little_more(self):
        self.assertEqual(self.count(101000), (0, ""))

    def test_more(self):
        code, said = self.count(103000)
        self.assertEqual(code, 1)
        self.assertRegex(said, "^decode takes [23]\\.[0-9] % more instructions than are kept; the most is 2 %")


class Tree(Planted):
    """Checks that list files with git."""

    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "tools", self.tree / "tools")
        shutil.copy(ROOT / ".clang-format", self.tree)
        subprocess.run(["git", "init", "--quiet", self.tree], check=True)

    def plant(self, tool, file, text):
        (self.tree / file).write_text(text, encoding="utf-8")
        return run(tool, tools=self.tree / "tools")

    def test_machine_path(self):
        path = "/" + "work/main"
        self.fails_with(self.plant("check_words", "planted.md", f"see\n{path}\n"),
                        f"planted.md:2: '{path[:6]}' is a path of one machine")

    def test_hidden_failure(self):
        text = "make ||" + " true"
        self.fails_with(self.plant("check_words", "planted.sh", text), f"planted.sh:1: '{text[5:]}' is a hidden failure")

    def test_empty_name(self):
        self.fails_with(self.plant("check_words", "string_util.h", ""),
                        "string_util.h: the name 'string_util.h' does not say what it holds")

    def test_format(self):
        code, message = self.plant("check_format", "planted.cc", "int  x;\n")
        self.assertEqual(code, 1)
        self.assertIn("planted.cc:1:4: error: code should be clang-formatted", message)

    def test_tidy(self):
        source, build = self.tree / "planted.cc", self.tree / "build"
        source.write_text("int BadName() { return 0; }\n", encoding="utf-8")
        build.mkdir()
        (build / "compile_commands.json").write_text(json.dumps([
            {"directory": str(self.tree), "command": f"clang++-14 -c {source}", "file": str(source)}]), encoding="utf-8")
        shutil.copy(ROOT / ".clang-tidy", self.tree)
        code, message = run("check_tidy", build, tools=self.tree / "tools")
        self.assertEqual(code, 1)
        self.assertIn("planted.cc:1:5: error: invalid case style for function 'BadName' [readability-identifier-naming", message)

    def test_tidy_together(self):
        source, unity = self.tree / "src/feedrate/base/planted.cc", self.tree / "build/Unity/unity_0_cxx.cxx"
        for path in (source, unity):
            path.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("int BadName() { return 0; }\nint read(const int* from) { return from == nullptr ? *from : 0; }\n", encoding="utf-8")
        unity.write_text(f'#include "{source}"\n', encoding="utf-8")
        (self.tree / "build/compile_commands.json").write_text(json.dumps([
            {"directory": str(self.tree), "command": f"clang++-14 -o planted.o -c {unity}", "file": str(unity)}]), encoding="utf-8")
        shutil.copy(ROOT / ".clang-tidy", self.tree)
        code, message = run("check_tidy", self.tree / "build", tools=self.tree / "tools")
        self.assertEqual(code, 1)
        self.assertIn("planted.cc:1:5: error: invalid case style for function 'BadName' [readability-identifier-naming", message)
        self.assertIn("planted.cc:2:", message)  # only the analyzer sees that it is null
        self.assertIn("clang-analyzer-core.NullDereference", message)


if __name__ == "__main__":
    sys.exit(unittest.main())
