"""fuzz_loop -- what scripts that try random programs have in common: arguments, a loop over seeds that can be
interrupted, and records.

After SIGINT or SIGTERM no program is started any more, those under way do not count, and the script prints its summary as usual.
"""

import collections
import concurrent.futures
import json
import os
import re
import signal
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import server  # noqa: E402


class Loop:
    """Seeds one after the other, several at a time; results in the order of the seeds."""

    def __init__(self):
        self.stopped = None  # why
        for number in signal.SIGINT, signal.SIGTERM:
            signal.signal(number, self.stop)

    def stop(self, number, _):
        self.stopped = f"interrupted by {signal.Signals(number).name}"

    def run(self, seeds, one, jobs, seconds=None):
        """(seed, what one(seed) returns, or None: it was left out) of each."""
        start = time.monotonic()

        def job(seed):
            if seconds and time.monotonic() - start > seconds:
                self.stopped = self.stopped or "--time is over"
            result = None if self.stopped else one(seed)
            return None if self.stopped and self.stopped.startswith("interrupted") else result

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            yield from zip(seeds, pool.map(job, seeds))


def run(command, timeout):
    """Exit code (None: it took too long) and output."""
    return server.run(command, timeout) if server.is_ours(command[0]) else server.run_alone(command, timeout)


class Record:
    """A file with a line of JSON for each program, each run and each disagreement; without a name it keeps nothing.

    {"program": "outcomes 7", "text": "..."}
    {"run": "lazy", "options": ["--strategy=lazy", "--no-reduction=por"], "code": 0}; "cells": of scripts/fuzz/generators/typed_matrix.py that it covers
    {"wrong": "outcomes/lazy/SUCCESSFUL ...", "program": "outcomes 7", "message": "...", "text": "..."}
    """

    def __init__(self, path, known=None):
        self.path, self.lock = path, threading.Lock()
        self.known = set()  # signatures of disagreements that somebody has a reduced case of
        if known and os.path.exists(known):
            with open(known, encoding="utf-8") as f:
                self.known = set(f.read().splitlines())

    def is_known(self, generator, strategy, kind):
        return signature(generator, strategy, kind) in self.known

    def write(self, entry):
        if self.path:
            with self.lock, open(self.path, "a", encoding="utf-8") as f:
                f.write(json.dumps(entry) + "\n")

    def program(self, name, text):
        self.write({"program": name, "text": text})

    def run(self, strategy, options, code, cells=None):
        self.write({"run": strategy, "options": list(options), "code": code} | ({"cells": cells} if cells else {}))

    def wrong(self, generator, seed, strategy, kind, message, text):
        self.write({"wrong": signature(generator, strategy, kind), "program": f"{generator} {seed}", "message": message, "text": text})


def signature(generator, strategy, kind):
    """What two disagreements have in common that are one: numbers, places and names of files do not matter."""
    kind = re.sub(r"\S*/\S*|\b\d+\b", "N", kind)
    return f"{generator}/{strategy}/{' '.join(kind.split())[:120]}"


def standard_arguments(parser, name, count=100, timeout=20):
    """Those that a script about random programs has besides its own."""
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--time", type=float, metavar="SECONDS", help="after which no program is started")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default=f"build/{name}", metavar="FOLDER", help="for programs that show a disagreement")
    parser.add_argument("--program", default="./cbmc-mt")
    parser.add_argument("--timeout", type=float, default=timeout, metavar="SECONDS", help="of a run")


def tally(name, args, one):
    """Asks one(seed) -> (counts, what is wrong) for each seed, prints that and a summary; returns the exit code."""
    loop, counts, passed, failed = Loop(), collections.Counter(), 0, 0
    for _, result in loop.run(range(args.seed, args.seed + args.count), one, args.jobs, args.time):
        if result is None:
            continue
        counts.update(result[0])
        passed, failed = passed + (not result[1]), failed + bool(result[1])
        for message in result[1]:
            print(message, flush=True)
    for what, n in sorted(counts.items()):
        if n:
            print(f"{what}: {n}")
    if loop.stopped:
        print(loop.stopped)
    print(f"{name}: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def add_arguments(parser):
    parser.add_argument("--record", metavar="FILE", help="append what was run, as lines of JSON")
    parser.add_argument("--known", metavar="FILE", help="signatures of disagreements that are not reduced again")


def open_record(args):
    """The record that the arguments name."""
    return Record(args.record, args.known)


def keep(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path
