"""matrix -- cases of regression/ under every strategy and every solver: one verdict each.

Of a case, what is expected and the exit code hold for every pair (strategy, solver): the verdict with its
bounds, the class and the place of the violation, the reason of UNKNOWN.  So do those 'match' and
'reject' lines that are about error messages.  The other texts, steps of a counterexample and statistics, are
about one way to the verdict, so only the plain run looks at them; 'within' likewise. That no execution within
the bounds reaches an assertion need not be said, but if it is, in the same words.

A case has threads if its sources include a header of theirs or name a function that starts one.

What stands beside SUCCESSFUL is compared between all runs of a case, and with the plain run if there are its
words (run-regression --words): what one assumes and another does not is a failure, by the rules of scripts/words.py.

Keys of a case (scripts/regression_cases.py), repeated as needed; WHO is a list of strategies, solvers, or strategy/solver:
    unknown: WHO: TEXT           says UNKNOWN there, and TEXT stands in the output: what it lacks
    with: WHO: OPTIONS           has these options as well there; SAFE may be within any bounds then, and what
                                 it assumes is not compared if an option is about the environment
    leave-out: WHO: REASON       not run there
    proves: WHO: REASON          is SAFE there without a bound, where the others need the context bound

The strategies are those of symex/strategies.def, and 'default': none is named, several search.  Of each,
--list-strategies says what options it refuses, so that a case with one of them is not run there, which memory models
it has, so that a case with another --mm is not run there, and what its verdicts cover:
    proves          only: UNKNOWN is right everywhere, also after UNKNOWN_AFTER; SUCCESSFUL within whatever bounds where
                    the case is SAFE, or has a deadlock and the verdict says that it excludes none
    may miss        the same, if it says for which inputs or runs it is SUCCESSFUL; FAILED where the case is UNSAFE, whatever
                    it finds first, or SAFE within bounds, which a run need not heed
    one test        not run

Schedule recording and widening have no state cache, so that a program that runs for ever, though in
finitely many states, has no end there without a bound: that is what 'with' is for.
"""

import argparse
import collections
import copy
import os
import re
import shlex
import subprocess
import zlib

import words

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
with open(os.path.join(ROOT, "symex", "strategies.def"), encoding="utf-8") as table:
    STRATEGIES = (*(name.replace("_", "-") for name in re.findall(r"^STRATEGY\((\w+)\)", table.read(), re.M)), "default")
SOLVERS = ("sat", "own", "z3", "boolector")
# The options that choose a strategy or a solver; of --strategy=mpc the verdict, not every path.
ENGINES = {"own": ["--solver=sat", "--sat-engine=own"], "mpc": ["--strategy=mpc", "--mpc-strategy=3"], "replay": ["--replay"], "default": []}
ENGINES |= {name: [f"--strategy={name}"] for name in STRATEGIES if name not in ENGINES} | {name: [f"--solver={name}"] for name in SOLVERS if name not in ENGINES}
ENGINES |= {f"order-{way}": ["--strategy=partial-order", f"--order={way}"] for way in ("theory", "eager", "clocks")}
WORDS = {*STRATEGIES, *SOLVERS, *(f"{a}/{b}" for a in STRATEGIES for b in SOLVERS)}
PLAIN = ("default", "sat")  # what a run without options does

THREADS = re.compile(
    r"<(?:pthread|threads|semaphore|signal|stdatomic)\.h>|\b(?:pthread_create|thrd_create|__VERIFIER_atomic_\w+)\b"
)
# A strategy of --list-strategies with the options that it refuses, up to the next entry; what its verdicts cover.
REFUSALS = re.compile(r"^(\S+).*\n(?:    .*\n)*?    refuses: (.*\n(?: {16}.*\n)*)", re.M)
COVERS = re.compile(r"^(\S+).*\n(?:    .*\n)*?    (proves|may miss|one test): ", re.M)
MODELS = re.compile(r"^(\S+).*\n(?:    .*\n)*?    models: +(.*)$", re.M)
UNKNOWN_AFTER = "5s"
NO_DEADLOCKS = re.compile(r"^VERIFICATION SUCCESSFUL \(.*deadlocks not excluded", re.M)
FOR_SOME = re.compile(r"^VERIFICATION SUCCESSFUL \(for (the inputs given|the events of)", re.M)
CHOOSES = ("--api", "--suggest-orders", "--relax", "--why-safe", "--fix", "--solver", "--sat-engine", "--smtlib", "--smtlib2", "--strategy", "--replay")


def options_of(name):
    return ENGINES[name]


Reduction = collections.namedtuple("Reduction", "strategies switch")


def parse_reductions(text):
    """What --list-reductions prints -> name -> the strategies that have it ("all": whatever the strategy), what switches it off."""
    found = {}
    for entry in text.split("\n\n")[1:]:
        key = {k: " ".join(v.split()) for k, v in re.findall(r"^    ([a-z ]+): +(.*(?:\n {16}.*)*)", entry, re.M)}
        found[entry.split()[0]] = Reduction(tuple(key["strategies"].split(", ")), f"--no-reduction={entry.split()[0]}")
    return found


def reductions(program):
    """The table of the program; empty: it prints none."""
    done = subprocess.run([program, "--list-reductions"], capture_output=True, text=True)
    return parse_reductions(done.stdout) if done.returncode == 0 else {}


def reductions_off(options):
    """The names of the reductions that these options switch off, or "all" of them."""
    listed = [option.partition("=")[2].split(",") for option in options if option.startswith("--no-reduction=")]
    return {name for names in listed for name in names} | ({"all"} if "--no-reductions" in options else set())


def some_of(known):
    """A type for argparse: some of the known words, separated by commas."""

    def read(text):
        chosen = tuple(text.split(","))
        if not set(chosen) <= set(known):
            raise argparse.ArgumentTypeError(f"should be some of {','.join(known)}")
        return chosen

    return read


def parse_who(text):
    """'schedule uw/z3: why' -> ({"schedule", "uw/z3"}, "why"); None if it is not of that form."""
    who, colon, why = text.partition(":")
    who, why = set(who.split()), why.strip()
    return (who, why) if colon and why and who and who <= WORDS else None


def concerns(who, pair):
    return bool(who & {*pair, "/".join(pair)})


def has_threads(case):
    for source in case.sources:
        path = os.path.join(case.folder, source)
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as f:
                if THREADS.search(f.read()):
                    return True
    return False


def given(case, names):
    """The first option of the case that is one of the names, or None."""
    for option in case.options:
        if option.partition("=")[0] in names:
            return option
    return None


def parse_refusals(text):
    """What --list-strategies prints -> the options that each strategy refuses: {"uw": ["--dfs", ...]}."""
    return {name: " ".join(options.split()).split(", ") for name, options in REFUSALS.findall(text)}


def parse_covers(text):
    """What --list-strategies prints -> what the verdicts cover, where that is not everything."""
    return dict(COVERS.findall(text))


def parse_models(text):
    """What --list-strategies prints -> the memory models of each strategy that has others than sc: {"lazy": ["sc", "tso"]}."""
    return {name: models.split(", ") for name, models in MODELS.findall(text)}


def model_of(case):
    """The memory model that the options of the case name, or sc."""
    for i, option in enumerate(case.options):
        if option == "--mm":
            return case.options[i + 1]
        if option.startswith("--mm="):
            return option.removeprefix("--mm=")
    return "sc"


def judge_part(case, code, output):
    """What is wrong with the answer of a strategy that does not cover everything."""
    expect = case.expect
    if code == 5:
        return
    if code == 0:
        qualified = FOR_SOME if case.covers == "may miss" else NO_DEADLOCKS if expect["cls"] == "deadlock" else None
        if not expect["verdict"] and not (qualified and qualified.search(output)):
            yield f"expected {expect[0]}, or UNKNOWN: this strategy has '{case.covers}' in --list-strategies"
    elif code == 10:
        real = expect["unsafe"] or (case.covers == "may miss" and expect["bounds"])
        if not real:
            yield f"expected {expect[0]}, or UNKNOWN: this strategy has '{case.covers}' in --list-strategies"
    else:
        yield f"exit code {code}, expected 0, 5 or 10"


def refused(case, refusals):
    """The first of the refusals, '--NAME' or '--NAME FORM', that the case has, or None.

    An argument, or one of several separated by commas, has a FORM if it has as many colons.
    """
    for refusal in refusals:
        name, _, form = refusal.partition(" ")
        for i, option in enumerate(case.options):
            given_name, equals, argument = option.partition("=")
            if given_name != name:
                continue
            if not equals:
                argument = " ".join(case.options[i + 1 : i + 2])
            if not form or any(part.count(":") == form.count(":") for part in argument.split(",")):
                return refusal
    return None


def obstacle(case, pair, refusals, models):
    """Why the case is not run with the pair, or None."""
    if case.mode == "knownbug":
        return "known bugs"
    if case.expect["none"] or case.expect["other"] == "ERROR" or case.signal:
        return "no verdict is expected"
    option = given(case, CHOOSES)
    if option:
        return f"{option} is in its options"
    option = refused(case, refusals.get(pair[0], []))
    if option:
        return f"--strategy={pair[0]} refuses {option}"
    if case.expect["model"] or "C11 not decided" in (case.expect["text"] or ""):  # who names a strategy or a solver gets none
        return "verdicts about a memory model that is not named"
    model = model_of(case)
    if pair[0] != "default" and model not in models.get(pair[0], ["sc"]):
        return f"--strategy={pair[0]} has no --mm {model}"
    if "--ir" in case.options and pair[1] != "z3":
        return f"--ir needs --solver=z3, not {pair[1]}"
    for who, why in case.left_out:
        if concerns(who, pair):
            return f"{case.path}: {why}"
    return None


def variant(case, pair, expect, covers):
    """The case as it is run with the pair; expect reads an expectation; covers: None: every execution."""
    run = copy.copy(case)
    chosen = options_of(pair[0]) + options_of(pair[1])
    run.options = case.options + chosen
    run.match = [r for r in case.match if "error:" in r.pattern]
    run.reject = [r for r in case.reject if "error:" in r.pattern]
    run.within = None
    run.asks_the_same = True
    run.may_omit = True  # a strategy that has looked beyond the bounds as well does not know
    for who, text in case.extra:
        if concerns(who, pair):
            run.options = case.options + shlex.split(text) + chosen
            run.any_bounds = True
            run.asks_the_same = not words.is_about_environment(text)
    for who, _ in case.proven:
        if concerns(who, pair):
            run.expect, run.exit = expect("SAFE"), 0
    for who, text in case.unknown:
        if concerns(who, pair):
            run.expect, run.exit, run.match, run.reject = expect(f"UNKNOWN {text}"), 5, [], []
    run.covers = covers
    if covers and not given(case, ("--timeout",)):
        run.options = [*run.options, "--timeout", UNKNOWN_AFTER]
    return run


def available(program, names):
    """Those of the strategies or solvers that this build of the program has."""
    found = []
    for name in names:
        done = subprocess.run([program, *options_of(name), "--help"], capture_output=True, text=True)
        if done.returncode == 0 and not done.stderr:
            found.append(name)
    return found


class Matrix:
    """Which runs there are, which there are not and why, and what came of them."""

    def __init__(self, program, strategies, solvers):
        listed = subprocess.run([program, "--list-strategies"], capture_output=True, text=True).stdout
        self.refusals, self.covers, self.models = parse_refusals(listed), parse_covers(listed), parse_models(listed)
        strategies = tuple(name for name in strategies if self.covers.get(name) != "one test")
        have = available(program, strategies + solvers)
        self.missing = [name for name in strategies + solvers if name not in have]
        self.pairs = [(a, b) for a in strategies for b in solvers if a in have and b in have]
        self.left_out = collections.Counter()
        self.results = {pair: [0, 0, 0.0] for pair in self.pairs}
        self.words = collections.defaultdict(list)  # path of a case -> (who said it, words)

    def compare(self, path, who, said):
        """What these words of one run of the case and those of earlier ones lack."""
        if said is None:
            return
        for other, earlier in self.words[path]:
            lacking = words.disagreement(earlier, said)
            if lacking:
                yield f"only one of {other} and {who} is assuming {lacking}"
                break
        self.words[path].append((who, said))

    def runs(self, cases, most, expect):
        """(case, pair) of each run; at most that many for each case, 0: all.

        Which ones is decided by the case's name, so that all pairs have their share, the choice stays
        the same from day to day, and new cases do not change that of the others.
        """
        for case in cases:
            if not has_threads(case):
                continue
            pairs = self.pairs
            if most:
                pairs = [pair for pair in pairs if pair != PLAIN] or pairs
                start = zlib.crc32(f"{case.path}.desc".encode()) % len(pairs)  # what a case was called when the choice began
                pairs = pairs[start:] + pairs[:start]
            chosen = 0
            for pair in pairs:
                reason = obstacle(case, pair, self.refusals, self.models)
                if reason is None and most and chosen == most:
                    self.left_out[f"of each case only {most} pair{'s' * (most > 1)} of strategy and solver"] += 1
                elif reason is None:
                    yield variant(case, pair, expect, self.covers.get(pair[0])), pair
                    chosen += 1
                elif not most:
                    self.left_out[reason] += 1
            if most and not chosen:
                self.left_out[reason] += 1

    def record(self, pair, passed, seconds):
        entry = self.results[pair]
        entry[0 if passed else 1] += 1
        entry[2] += seconds

    def print(self):
        for name in self.missing:
            print(f"left out: all runs with {' '.join(options_of(name))}: this build does not have it")
        for reason, n in sorted(self.left_out.items()):
            print(f"left out: {n} run{'s' if n > 1 else ''}: {reason}")
        print(f"{'':20}{'passed':>8}{'failed':>8}{'seconds':>9}")
        for pair, (passed, failed, seconds) in self.results.items():
            print(f"{'/'.join(pair):20}{passed:8}{failed:8}{seconds:9.0f}")
