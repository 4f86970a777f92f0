"""Reads what the agent hands a subject: the file of schema feedrate/order/1 (src/feedrate/contract/block/block.h)."""
import collections
import json

SCHEMA = "feedrate/order/1"

# cell: id of the one cell; case: its CaseSpec, as the dict that make() is given
Order = collections.namedtuple("Order", "subject seed cell case")


def read(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    found = document.get("schema") if isinstance(document, dict) else None
    if found != SCHEMA:
        raise ValueError("%s: schema is %r; expected %r" % (path, found, SCHEMA))
    cells = document["cells"]
    if len(cells) != 1:
        raise ValueError("%s: has %d cells; expected 1: a Python subject runs one cell a process" % (path, len(cells)))
    return Order(document["subject"], document["seed"], cells[0]["id"], cells[0]["what"])
