"""A measured Python process.

    python -m feedrate.subject NAME --order FILE --marks DIR [--wait]               run the order with a shipped subject
    python -m feedrate.subject [NAME] --make FILE.py:make --order FILE --marks DIR   ... with somebody's own loader
    python -m feedrate.subject [NAME] [--make FILE.py:make] --describe=static|probe  what it can do, one JSON document a line
    python -m feedrate.subject NAME --order FILE --apply DIR [--batches N]         what a transform makes of each picture, as files; of
                                                                                   a loader, its batches: those of an epoch, or N

Runs until the agent says stop in the marks file; with --wait, a transform then waits for the marks folder of its next order (DIR/order.json)
on a line of standard input: what a library takes to be imported is paid once. Exit codes: 0 stopped as told, 1 failed (traceback on standard error), 2 wrong
arguments, 3 cannot do this work (one line on standard error).
"""
import argparse
import collections
import gc
import importlib
import importlib.util
import json
import os
import sys

from feedrate import Unsupported, batches, capability, hook, marks, order, stacks, steps, subjects, temporary, transforms, user_loader

# declared: see capability.py; load() imports the code and returns make(case, seed); libraries and probe() for --describe=probe
Subject = collections.namedtuple("Subject", "name declared load libraries probe")


def shipped(name):
    module = importlib.import_module("feedrate.subjects." + subjects.SHIPPED[name])
    return Subject(name, module.CAPABILITY, lambda: module.make, module.LIBRARIES, module.probe)


def from_file(name, path, function):
    def load():
        return user_loader.function_of(user_loader.load(path), function, path)

    def probe():
        load()
        return {}

    return Subject(name or os.path.splitext(os.path.basename(path))[0], user_loader.declared_in(path), load, (), probe)


def describe(subject, depth):
    if depth == "static":
        return capability.static_document(subject.name, subject.declared)
    return capability.probe_document(subject.name, subject.declared, subject.libraries, subject.probe)


def print_documents(chosen, depth):
    # Libraries print when they are imported; what they print belongs to standard error, the documents alone to standard output.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        for subject in chosen:
            print(json.dumps(describe(subject, depth)), file=answers, flush=True)


def run(subject, order_file, folder, waits):
    if not run_order(subject, order_file, folder) or not waits:
        return
    while folder := sys.stdin.readline().rstrip("\n"):
        run_order(subject, os.path.join(folder, "order.json"), folder)


def run_order(subject, order_file, folder):
    """Whether another may follow in this process."""
    asked = order.read(order_file)
    stacks.dump_into(folder)
    work = asked.case["work"]
    if work["scope"] == "step":
        hook.install()  # before any library is imported
    writer = marks.start(folder, asked.cell)
    writer.phase(marks.STARTED)
    temporary.tell(folder)
    capability.check(subject.declared, asked.case)
    if work["scope"] == "step":
        loader = subject.load()(asked.case, asked.seed)
        writer.phase(marks.READY)
        steps.train(loader, subject.name, work["step_seconds"])
        return False
    if work["scope"] == "transform":
        apply, items = subject.load()(asked.case, asked.seed)
        writer.cost()
        writer.phase(marks.READY)
        transforms.wait_while_held(folder)
        transforms.repeat(apply, items, asked.case["settings"]["batch"], writer)
        transforms.leave(apply, items, os.path.join(folder, "made"))
        del apply, items
        gc.collect()
        writer.phase(marks.ENDING)
        return True
    begin_epoch = batches.epochs_of(subject.load(), asked.case, asked.seed)
    writer.cost()
    writer.phase(marks.READY)
    batches.drain(begin_epoch, writer)
    del begin_epoch  # and with it a loader that keeps its workers across epochs: they are joined here
    writer.phase(marks.ENDING)
    return False


def write_results(subject, order_file, folder, count):
    asked = order.read(order_file)
    scope = asked.case["work"]["scope"]
    if scope not in ("transform", "loader"):
        raise Unsupported("--apply takes an order of the transform or the loader scope")
    capability.check(subject.declared, asked.case)
    if scope == "transform":
        return transforms.write(*subject.load()(asked.case, asked.seed), folder)
    temporary.tell(os.path.dirname(os.path.abspath(order_file)))
    begin_epoch = batches.epochs_of(subject.load(), asked.case, asked.seed)
    taken = batches.so_many(begin_epoch, count) if count else begin_epoch()
    transforms.write_arrays(taken, batches.first_array, folder)


def main():
    parser = argparse.ArgumentParser(prog="python -m feedrate.subject", description="a measured Python process")
    parser.add_argument("name", nargs="?", metavar="NAME", help="a shipped subject (%s), or what --make is called"
                        % ", ".join(subjects.SHIPPED))
    parser.add_argument("--make", metavar="FILE.py:FUNCTION", help="a loader of your own")
    parser.add_argument("--describe", choices=["static", "probe"], help="print what it can do; probe imports its libraries")
    parser.add_argument("--order", metavar="FILE", help="what to run")
    parser.add_argument("--marks", metavar="DIR", help="where to leave marks")
    parser.add_argument("--apply", metavar="DIR", help="run no clock; where to leave what a transform makes, or a loader's batches")
    parser.add_argument("--batches", type=int, metavar="N", help="of a loader, with --apply: so many instead of an epoch's")
    parser.add_argument("--wait", action="store_true", help="of a transform: then wait for another order")
    args = parser.parse_args()
    if not args.make and args.name and args.name not in subjects.SHIPPED:
        parser.error("NAME is %r; expected one of %s, or --make FILE.py:FUNCTION" % (args.name, ", ".join(subjects.SHIPPED)))

    names = [args.name] if args.name or args.make else list(subjects.SHIPPED)
    try:
        make = args.make and user_loader.split(args.make)
    except ValueError as error:
        parser.error(str(error))
    chosen = [from_file(name, *make) if make else shipped(name) for name in names]
    if args.describe:
        return print_documents(chosen, args.describe)
    if not (args.order and bool(args.marks) != bool(args.apply) and (args.name or args.make)):
        parser.error("expected NAME --order FILE with --marks DIR or --apply DIR, or --describe=static")
    if args.apply and not importlib.util.find_spec("numpy"):
        parser.error("--apply needs NumPy, which %s does not have" % sys.executable)
    try:
        if args.apply:
            write_results(chosen[0], args.order, args.apply, args.batches)
        else:
            run(chosen[0], args.order, args.marks, args.wait)
    except Unsupported as reason:
        print("%s: %s" % (chosen[0].name, " ".join(str(reason).split())), file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
elif __name__ == "__mp_main__" and marks.FOLDER_VARIABLE in os.environ:  # a worker that multiprocessing spawned
    stacks.dump_into(os.environ[marks.FOLDER_VARIABLE])
