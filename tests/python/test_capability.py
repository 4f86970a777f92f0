"""What subjects say they can do: the documents, and who is turned away."""
import re
import sys
import unittest
import unittest.mock

from harness import ROOT, SubjectTest, loader_case

from feedrate import Unsupported, capability, subjects
from feedrate.subjects import torch_pil

IN_FLIGHT = {"fixed", "per_worker", "per_prefetch"}
SUPPORT = {"scope", "media", "sources", "devices", "operations"}
REQUIRED = ["schema", "subject", "depth", "availability", "versions", "supports", "in_flight", "least_workers"]


class Documents(SubjectTest):
    def check(self, document, subject, depth):
        self.assertEqual(next(iter(document)), "schema")
        self.assertEqual(document["schema"], "feedrate/capability/1")
        self.assertEqual(sorted(set(document) - {"reason", "interpreter"}), sorted(REQUIRED))
        self.assertEqual((document["subject"], document["depth"]), (subject, depth))
        self.assertRegex(document["subject"], r"^[A-Za-z0-9._-]+$")
        self.assertEqual(set(document["in_flight"]), IN_FLIGHT)
        self.assertTrue(all(type(value) is int for value in document["in_flight"].values()))
        self.assertTrue(document["supports"])
        for support in document["supports"]:
            self.assertEqual(set(support) - {"lacks"}, SUPPORT)
            self.assertTrue(all(support[key] for key in SUPPORT))
        self.assertEqual(set(document["interpreter"]), {"executable", "version", "paths"})
        self.assertTrue(document["interpreter"]["executable"])

    def test_static_of_all_shipped(self):
        documents = self.describe("--describe=static")
        self.assertEqual([document["subject"] for document in documents], list(subjects.SHIPPED))
        for document in documents:
            self.check(document, document["subject"], "static")
            self.assertEqual((document["availability"], document["versions"]), ("declared", {}))

    def test_static_of_torch_pil(self):
        document, = self.describe("torch-pil", "--describe=static")
        self.assertEqual(document["in_flight"], {"fixed": 0, "per_worker": 0, "per_prefetch": 1})
        self.assertEqual(document["least_workers"], 0)

    def test_probe_where_a_library_is_missing(self):
        for library in torch_pil.LIBRARIES:
            others = {each: unittest.mock.MagicMock() for each in torch_pil.LIBRARIES}
            with self.subTest(library), unittest.mock.patch.dict(sys.modules, {**others, library: None}):
                document = capability.probe_document("torch-pil", torch_pil.CAPABILITY, torch_pil.LIBRARIES, torch_pil.probe)
                self.check(document, "torch-pil", "probe")
                self.assertEqual(document["availability"], "missing")
                self.assertIn("import of %s halted" % library, document["reason"])

    def test_probe_where_a_library_is_broken(self):
        def lacks_another():
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

        def cannot_load():
            raise OSError("libjpeg.so.62: cannot open shared object file\nNo such file")

        for probe, reason in ((lacks_another, "No module named 'numpy'"),
                              (cannot_load, "OSError: libjpeg.so.62: cannot open shared object file No such file")):
            document = capability.probe_document("torch-pil", torch_pil.CAPABILITY, torch_pil.LIBRARIES, probe)
            self.check(document, "torch-pil", "probe")
            self.assertEqual((document["availability"], document["reason"]), ("broken", reason))

    def test_a_loader_of_ones_own_is_described_without_running_it(self):
        loader = self.scratch / "loader.py"
        loader.write_text("raise SystemExit('it ran')\nCAPABILITY = {'in_flight': {'per_worker': 3}, 'least_workers': 1}\n")
        document, = self.describe("mine", "--make", "%s:make" % loader, "--describe=static")
        self.check(document, "mine", "static")
        self.assertEqual(document["in_flight"], {"fixed": 0, "per_worker": 3, "per_prefetch": 0})
        self.assertEqual(document["least_workers"], 1)

    def test_a_loader_that_declares_nothing(self):
        loader = self.scratch / "loader.py"
        loader.write_text("print('a line of somebody')\ndef make(case, seed):\n    return [[1]]\n")
        document, = self.describe("--make", "loader.py:make", "--describe=static")
        self.check(document, "loader", "static")
        self.assertEqual(document["in_flight"], {"fixed": 1, "per_worker": 0, "per_prefetch": 1})
        document, = self.describe("--make", "loader.py:make", "--describe=probe")  # the printed line is not in the way
        self.check(document, "loader", "probe")
        self.assertEqual(document["availability"], "available")

    def test_a_loader_that_does_not_import(self):
        (self.scratch / "loader.py").write_text("import a_library_that_is_not_there\n")
        document, = self.describe("--make", "loader.py:make", "--describe=probe")
        self.check(document, "loader", "probe")
        self.assertEqual((document["availability"], document["reason"]),
                         ("broken", "No module named 'a_library_that_is_not_there'"))

    def test_shipped_subjects_have_an_environment_with_their_libraries(self):
        listed = (ROOT / "tools/subjects.d" / (torch_pil.GROUP + ".txt")).read_text().lower()
        for library in torch_pil.LIBRARIES:
            package = {"PIL": "pillow"}.get(library, library)
            self.assertRegex(listed, re.compile("^%s==" % package, re.M))

    def test_what_is_not_a_declaration(self):
        with self.assertRaisesRegex(ValueError, "CAPABILITY has the key 'inflight'; expected one of supports, in_flight"):
            capability.complete({"inflight": {}})
        with self.assertRaisesRegex(ValueError, "in_flight has the key 'workers'; expected one of fixed, per_worker"):
            capability.complete({"in_flight": {"workers": 1}})


class TurnedAway(unittest.TestCase):
    def test_supported_work_is_not(self):
        capability.check({}, loader_case())

    def test_each_reason(self):
        for change, reason in ((lambda case: case["work"].update(scope="storage"), "scope is storage; it has loader"),
                               (lambda case: case["work"].update(media={"kind": "video"}), "media is video; it has rgb"),
                               (lambda case: case["settings"].update(device="cuda"), "settings.device is cuda; it has cpu"),
                               (lambda case: case["work"]["recipe"]["operations"].append({"op": "blur"}),
                                "the recipe has blur; it has decode, random_resized_crop, horizontal_flip, normalize"),
                               (lambda case: None, "settings.workers is 0; it needs at least 1")):
            case = loader_case(operations=[{"op": "decode", "format": "jpeg"}])
            change(case)
            with self.subTest(reason), self.assertRaises(Unsupported) as raised:
                capability.check({"least_workers": 1}, case)
            self.assertEqual(str(raised.exception), reason)


if __name__ == "__main__":
    unittest.main()
