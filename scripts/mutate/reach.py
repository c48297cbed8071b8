"""reach -- which tests reach which line of the source: scripts/mutate/mutate-source runs those first.

An instrumented build (tests/mutations/reach.c) in a copy of the tree runs unit tests, cases of regression/ and random
programs one by one.  DIR has

    tree/         the copy
    sites.json    each place that the compiler instruments: the file and line where a block begins
    tests.jsonl   each test that passed, and its seconds; those that did not, or took too long, are of no use
    rows          a row of bits for each of these tests, a bit for each place
"""

import bisect
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

FLAGS = "-O1 -g1 -fno-inline -fsanitize-coverage=trace-pc"
PASSED = re.compile(r"^passed (\S+) ([\d.]+) s$", re.M)
PROGRAM = "cbmc-mt"
NONZERO = re.compile(rb"[^\0]")
UNITS_OF_FUZZ = {"fuzz_term": "100", "fuzz_sat": "40", "fuzz_order": "40"}

# Generators of random programs that compare with something, and the arguments that make one program of a seed.
GENERATORS = {
    "threads": ["--reduce", "0", "--timeout", "4"],
    "outcomes": ["--reduce", "0", "--timeout", "4", "--max-states", "50000"],
    "any-threads": ["--reduce", "0", "--timeout", "2", "--search", "1"],
    "models": [],
    "races": [],
    "programs": ["--timeout", "4"],
    "memory": ["--timeout", "8"],
    "libraries": ["--runs", "1", "--timeout", "3", "--states", "4000"],
    "established": [],
    "guess": [],
}
WITH_JOBS = set(GENERATORS) - {"established", "guess"}


def generator_command(name, seed, count=1):
    command = [sys.executable, "-u", f"scripts/fuzz/fuzz-{name}", "--seed", str(seed), "--count", str(count), *GENERATORS[name]]
    return [*command, "--jobs", "1"] if name in WITH_JOBS else command


def unit_command(name):
    """'unit:term' or 'unit:fuzz_sat', the latter a few random cases."""
    name = name.removeprefix("unit:")
    return [f"build/tests/fuzz/{name}", UNITS_OF_FUZZ[name]] if name in UNITS_OF_FUZZ else [f"build/tests/unit/test_{name}"]


class Reach:
    """What is known so far."""

    def __init__(self, folder):
        self.folder, self.tests, self.rows = folder, [], []
        with open(os.path.join(folder, "sites.json"), encoding="utf-8") as f:
            self.sites = json.load(f)  # [address, file, line]
        self.number = {address: i for i, (address, _, _) in enumerate(self.sites)}
        self.width = len(self.sites) // 8 + 1
        self.at = collections.defaultdict(list)  # file: sorted (line, site)
        for i, (_, file, line) in enumerate(self.sites):
            self.at[file].append((line, i))
        for places in self.at.values():
            places.sort()
        tests, rows = (os.path.join(folder, name) for name in ("tests.jsonl", "rows"))
        if os.path.exists(tests) and os.path.exists(rows):
            with open(tests, encoding="utf-8") as f, open(rows, "rb") as g:
                for line in f:
                    row = g.read(self.width)
                    if len(row) == self.width:
                        self.tests.append(json.loads(line))
                        self.rows.append(row)

    def places(self, file, line, first):
        """The sites where the block of a line begins, the function of which begins at line 'first'."""
        places = self.at.get(file, [])
        k = bisect.bisect_right(places, (line, len(self.sites)))
        if not k or places[k - 1][0] < first:
            return []
        head = places[k - 1][0]
        return [site for _, site in places[bisect.bisect_left(places, (head, 0)) : k]]

    def reaching(self, file, line, first):
        """(name, seconds) of each test that reaches a line."""
        wanted = [(site >> 3, 1 << (site & 7)) for site in self.places(file, line, first)]
        return [tuple(test) for test, row in zip(self.tests, self.rows) if any(row[byte] & bit for byte, bit in wanted)]

    def lines_reached(self, chosen=lambda name: True):
        """(file, line) of each block that a chosen test reaches, and of each that none does."""
        union = 0
        for test, row in zip(self.tests, self.rows):
            if chosen(test[0]):
                union |= int.from_bytes(row, "little")
        bits = union.to_bytes(self.width, "little")
        hit, all_lines = set(), set()
        for i, (_, file, line) in enumerate(self.sites):
            all_lines.add((file, line))
            if bits[i >> 3] >> (i & 7) & 1:
                hit.add((file, line))
        return hit, all_lines - hit


def addresses(path, base):
    """The addresses whose bits are set."""
    if not os.path.exists(path):
        return
    with open(path, "rb") as f:
        data = f.read()
    for m in NONZERO.finditer(data):
        value = data[m.start()]
        for bit in range(8):
            if value >> bit & 1:
                yield base + m.start() * 8 + bit


def resolve(program, found, tree):
    """(address, file, line) of each address after a call of the runtime."""
    asked = "".join(f"{address - 1:x}\n" for address in found)
    said = subprocess.run(["addr2line", "-e", program], input=asked, capture_output=True, text=True, check=True).stdout
    for address, text in zip(found, said.splitlines()):
        file, _, line = text.partition(" (")[0].rpartition(":")
        file = os.path.relpath(file, tree) if file.startswith("/") else file
        if line.isdigit() and file.startswith(("symex/", "goto/", "solvers/")):
            yield address, file, int(line)


def base_of(program):
    said = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"^(\w+) \w __executable_start$", said, re.M)[1], 16)


class Maker:
    """Runs tests in the instrumented tree."""

    def __init__(self, folder, tree, say):
        self.folder, self.tree, self.say = folder, tree, say
        self.program = os.path.join(tree, PROGRAM)
        sites = os.path.join(folder, "sites.json")
        if not os.path.exists(sites):
            said = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.program], capture_output=True, text=True, check=True).stdout
            after = [int(m, 16) for m in re.findall(r"\s(?:call|bl)\s+\w+ <__sanitizer_cov_trace_pc>\n\s*(\w+):", said)]
            with open(sites, "w", encoding="utf-8") as f:
                json.dump(list(resolve(self.program, after, tree)), f)
        self.reach = Reach(folder)
        self.base = base_of(self.program)
        self.done = {name for name, _ in self.reach.tests}
        tried = os.path.join(folder, "tried")
        if os.path.exists(tried):
            with open(tried, encoding="utf-8") as f:
                self.done |= set(f.read().split())

    def add(self, name, seconds, sites):
        row = bytearray(self.reach.width)
        for site in sites:
            row[site >> 3] |= 1 << (site & 7)
        with open(os.path.join(self.folder, "rows"), "ab") as f:
            f.write(row)
        with open(os.path.join(self.folder, "tests.jsonl"), "a", encoding="utf-8") as f:
            f.write(json.dumps([name, round(seconds, 2)]) + "\n")

    def tried(self, names):
        with open(os.path.join(self.folder, "tried"), "a", encoding="utf-8") as f:
            f.writelines(f"{name}\n" for name in names)

    def sites_of(self, path):
        number = self.reach.number
        return [number[address] for address in addresses(path, self.base) if address in number]

    def cases(self, paths, timeout=5):
        """Cases of regression/."""
        paths = [path for path in paths if path not in self.done]
        for i in range(0, len(paths), 100):
            some = paths[i : i + 100]
            with tempfile.TemporaryDirectory() as temp:
                command = [sys.executable, "scripts/run-regression", "-v", "--jobs", "1", "--timeout", str(timeout), "--reach", temp, *some]
                said = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, check=False, errors="replace").stdout
                for name, seconds in PASSED.findall(said):
                    self.add(name, float(seconds), self.sites_of(os.path.join(temp, name.replace("/", "+"))))
            self.tried(some)
            self.say(f"{i + len(some)} of {len(paths)} cases")

    def run(self, name, command, timeout, sites):
        """One program, which passes if it ends with 0."""
        if name in self.done:
            return
        with tempfile.TemporaryDirectory() as temp:
            path = os.path.join(temp, "bits")
            start = time.monotonic()
            try:
                done = subprocess.run(command, cwd=self.tree, env={**os.environ, "REACH_FILE": path}, stdin=subprocess.DEVNULL,
                                      capture_output=True, check=False, timeout=timeout)
                if done.returncode == 0:
                    self.add(name, time.monotonic() - start, sites(path))
            except (subprocess.TimeoutExpired, OSError):
                pass
        self.tried([name])

    def units(self, names, timeout=20):
        """Programs of tests/unit and tests/fuzz; each has addresses of its own, so places are found by file and line."""
        by_line = collections.defaultdict(list)
        for i, (_, file, line) in enumerate(self.reach.sites):
            by_line[file, line].append(i)
        for name in names:
            command = unit_command(name)
            program = os.path.join(self.tree, command[0])
            command = [program.replace("/build/tests/", "/build/reach/tests/"), *command[1:]]
            if not os.path.exists(command[0]):
                continue

            def sites(path, program=command[0]):
                found = list(addresses(path, base_of(program)))
                return [site for _, file, line in resolve(program, found, self.tree) for site in by_line.get((file, line), [])]

            self.run(name, command, timeout, sites)

    def programs(self, seeds, timeout=30):
        for name in GENERATORS:
            for seed in seeds:
                self.run(f"{name}:{seed}", generator_command(name, seed), timeout, self.sites_of)
            self.say(f"random programs: {name}")


def build(tree, folder, jobs, compiler):
    """Builds the instrumented program in the tree."""
    runtime = os.path.join(folder, "reach.o")
    subprocess.run(["gcc", "-O2", "-c", "tests/mutations/reach.c", "-o", runtime], cwd=tree, check=True)
    command = ["make", "-k", f"-j{jobs}", "BUILD=build/reach", f"CFLAGS={FLAGS}", f"LDFLAGS=-no-pie {runtime}", f"CC={compiler}"]
    subprocess.run([*command, "all"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    # Some link only without the instrumentation; these reach nothing of ours anyway.
    subprocess.run([*command, "tests"], cwd=tree, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def shuffled(paths, seed=1):
    paths = sorted(paths)
    random.Random(seed).shuffle(paths)
    return paths
