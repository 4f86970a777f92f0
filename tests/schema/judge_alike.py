#!/usr/bin/env python3
"""Our reader and PyPI's jsonschema must judge every golden document alike, wherever a schema can say what is wrong.

    judge_alike.py FEEDRATE [SCHEMAS]       run by the interpreter that `tools/setup --python` prints

FEEDRATE is the program; `FEEDRATE judge KIND FILE...` prints our verdict and the tree that was read, one line of JSON a
file. beyond_schema.txt lists the documents that only our reader refuses, each with its reason. It is exact both ways: a
listed document that the schema refuses too, and an unlisted one that the two judge differently, are failures.
"""
import json
import pathlib
import subprocess
import sys

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "golden"
DOCUMENTS = ("block", "order", "capability", "record", "receipt")


def groups():
    """(kind, files) for every folder; what a good experiment resolves to is an experiment too."""
    yield "experiment", sorted(GOLDEN.glob("bad_config/*.yaml"))
    yield "experiment", sorted([*GOLDEN.glob("good_config/*.yaml"), *GOLDEN.glob("good_config/*.txt")])
    yield "experiment", sorted(HERE.parent.parent.glob("configs/*.yaml"))
    yield "recipe", sorted(HERE.parent.parent.glob("recipes/*.yaml"))
    yield "recipe", sorted(GOLDEN.glob("bad_config/recipes/*.yaml"))
    for kind in DOCUMENTS:
        yield kind, sorted(GOLDEN.glob(f"bad_document/{kind}/*.json"))
        yield kind, sorted(GOLDEN.glob(f"good_document/{kind}/*.json"))


def read_list(path):
    listed = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = line.partition(" ")
        if not reason.strip() or name in listed:
            raise SystemExit(f"{path.name}:{number}: expected FILE REASON, each file once; found '{line}'")
        listed[name] = reason.strip()
    return listed


def our_verdicts(program, kind, files):
    ran = subprocess.run([program, "judge", kind, *map(str, files)], capture_output=True, text=True, check=False)
    lines = ran.stdout.splitlines()
    if ran.returncode != 0 or len(lines) != len(files):
        raise SystemExit(f"{program} judge {kind}: exit {ran.returncode}, {len(lines)} lines for {len(files)} files\n{ran.stderr}")
    return [json.loads(line) for line in lines]


def compare(name, ours, schema, listed):
    """What is wrong, or None."""
    accepted, tree = ours["accepted"], "tree" in ours
    fault = next(schema.iter_errors(ours["tree"]), None) if tree else None
    if name in listed:
        if accepted:
            return "listed as beyond the schema, but our reader accepts it"
        if fault is not None:
            return f"listed as beyond the schema, but the schema refuses it: {fault.message}; take it off the list"
        return None
    if not tree:
        return "our reader finds no document in it, so no schema can judge it; list it with its reason"
    if accepted and fault is not None:
        return f"our reader accepts it, the schema does not: {fault.json_path}: {fault.message}"
    if not accepted and fault is None:
        return f"the schema accepts it, our reader does not: {ours['message']}"
    return None


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    schemas = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else HERE.parent.parent / "schema"
    listed = read_list(HERE / "beyond_schema.txt")
    problems, seen, refused = [], set(), 0
    for kind, files in groups():
        if not files:
            raise SystemExit(f"found no golden file of the kind {kind}")
        schema = json.loads((schemas / f"{kind}.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for file, ours in zip(files, our_verdicts(sys.argv[1], kind, files)):
            name = str(file.relative_to(HERE.parent.parent)).removeprefix("tests/golden/")
            seen.add(name)
            refused += not ours["accepted"]
            problem = compare(name, ours, validator, listed)
            if problem:
                problems.append(f"{name}: {problem}")
    problems += [f"{name}: on the list, but there is no such file" for name in listed if name not in seen]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(seen)} documents, {refused} refused by our reader, {len(listed)} of them beyond a schema, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
