"""The subject dali. Run by the interpreter of its environment:

    "$(tools/subjects --python dali)" tests/python/dali_peers_test.py
"""
import unittest

import peer_tests


class Batches(peer_tests.Batches):
    antialiases = {"dali": None}
    test_memory_holds_what_storage_gives = None  # its CAPABILITY has no memory


class Arrays(peer_tests.Arrays):
    antialiases = {"dali": None}


class Processes(peer_tests.Processes):
    antialiases = {"dali": None}
    counts = False


if __name__ == "__main__":
    unittest.main()
