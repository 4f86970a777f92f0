"""Trains with a step that only takes time, as a device would: what a subject does in the step scope. Runs until it is ended."""
import time

from feedrate.watched import Watched


def train(loader, name, seconds):
    watched = Watched(loader, name)
    while True:
        for _ in watched:
            time.sleep(seconds)
