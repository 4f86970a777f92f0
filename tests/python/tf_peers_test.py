"""The subject tfdata. Run by the interpreter of its environment:

    "$(tools/subjects --python tf)" tests/python/tf_peers_test.py
"""
import unittest

import peer_tests


class Batches(peer_tests.Batches):
    antialiases = {"tfdata": None}


class Processes(peer_tests.Processes):
    antialiases = {"tfdata": None}
    counts = False


if __name__ == "__main__":
    unittest.main()
