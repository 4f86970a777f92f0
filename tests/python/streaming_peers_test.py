"""The subjects mosaic and litdata. Run by the interpreter of their environment:

    "$(tools/subjects --python streaming)" tests/python/streaming_peers_test.py
"""
import unittest

import peer_tests


class Batches(peer_tests.Batches):
    antialiases = {"mosaic": True, "litdata": True}
    test_memory_holds_what_storage_gives = None  # their CAPABILITY has no memory


class Processes(peer_tests.Processes):
    antialiases = Batches.antialiases


if __name__ == "__main__":
    unittest.main()
