"""Samples come from a server at 127.0.0.1:REMOTE_PORT, REMOTE_AHEAD asked for ahead (8): what it waits for goes on while it is frozen."""
import os
import socket

from feedrate import marks
from steady import batches_of_an_epoch

CAPABILITY = {"in_flight": {"fixed": 1}}
AHEAD = int(os.environ.get("REMOTE_AHEAD", "8"))


def make(case, seed):
    connections = [socket.create_connection(("127.0.0.1", int(os.environ["REMOTE_PORT"]))) for _ in range(AHEAD)]
    for each in connections:
        each.sendall(b"1")
    number = 0
    for _ in range(batches_of_an_epoch(case)):
        batch = []
        for _ in range(case["settings"]["batch"]):
            connection = connections[number % AHEAD]
            number += 1
            batch.append(connection.recv(1))
            connection.sendall(b"1")
            marks.current().count_sample()
        yield batch
