r"""regression_cases -- reads the files 'cases' of regression/: what is run, and what is to be said about it.

Each folder of regression/ has one such file for all that is in it, a line a case:

    # Too large for the others.
    bank (thorough): bank.c --unwind 3 => SAFE (within unwind 3)
        leave-out: uw schedule: takes a minute
    bank-bug: bank.c -DBUG => UNSAFE assertion bank.c:17
        match: account\[1\] = -5
    once/safe: main.c => SAFE

    NAME [(MODE)]: SOURCE... [OPTION...] => EXPECT
        KEY: VALUE

NAME is unique in the file.  Its folder, 'once/', is one below that of the file, and the program runs there.  Words are
those of a shell.  SOURCEs come before the first option, and exist; 'none' stands for none, and all words after it are
options.  MODE is
    core                         if none stands
    thorough                     run with --thorough only: it takes long
    why                          the same, since scripts/run-why runs it in every test
    knownbug                     must fail
    future                       not run
EXPECT is what the program says, and its exit code unless 'exit' says another:
    SAFE                         proven, nothing was cut (0)
    SAFE (within unwind 5)       proven within exactly these bounds; if no execution within them reaches an assertion,
                                 the words that say so follow
    UNSAFE CLASS [FILE:LINE]     a property of that class is violated (there), whatever functions without body and
                                 model do (10)
    UNSAFE CLASS [FILE:LINE] (if 'f' may return 32)
                                 the same, but it depends on exactly this; '*' stands for any value
    UNSAFE CLASS [FILE:LINE] (under the C11 memory model; ...)
                                 the same, where the verdict names the memory model; only of runs without a strategy
    UNSAFE CLASS [FILE:LINE] (if SIGTERM arrives)
                                 the same, with a signal from outside
    UNSAFE CLASS [FILE:LINE] (assuming that ...)
                                 the same, where something of the source was ignored
    UNKNOWN [TEXT]               and TEXT stands somewhere in the output (5)
    ERROR [TEXT]                 no verdict at all; TEXT stands somewhere in the output (2)
    NONE                         no verdict and no error: --help and the like (0)
Where the line would be long, '=> EXPECT' is one of the indented lines.  KEYs are
    exit: CODE
    match: REGEX                 appears in the output, line by line; as often as needed
    reject: REGEX                does not appear; as often as needed
    signal: NAME SECONDS         is sent that long after the start
    within: SECONDS              a limit of time: the wall time or the processor time is below it
    unknown with leave-out proves    about strategies and solvers: scripts/matrix.py
    kind place because misses run    about the cause of a violation: regression/why/README.md

A line that begins with '#' is a comment about what is below it.  What cannot be read is an error, so is a folder with
sources and without a case: none can pass without asserting something.
"""

import collections
import fnmatch
import functools
import os
import re
import shlex
import signal
import sys

import matrix

FILE = "cases"
CASE = re.compile(r"(?P<name>[\w.+-]+(?:/[\w.+-]+)*)(?: \((?P<mode>\w+)\))?:(?P<rest> .*|)$")
KEY = re.compile(r"(?P<key>[\w-]+):(?: (?P<value>.*))?$")
ONCE = {"exit", "signal", "within", "kind", "because", "misses", "run"}
REPEATED = {"match", "reject", "unknown", "with", "leave-out", "proves", "place"}
MODES = {"core", "thorough", "why", "knownbug", "future"}
EXITS = {"SAFE": 0, "UNSAFE": 10, "UNKNOWN": 5, "ERROR": 2, "NONE": 0}
EXPECT = re.compile(
    r"(?P<verdict>SAFE)(?: \((?P<bounds>.+)\))?$"
    r"|(?P<unsafe>UNSAFE) (?P<cls>[\w-]+)(?: (?P<place>[^\s:]+:\d+))?(?: \((?:(?P<guess>if '.+)|(?P<outside>if SIG.+)|(?P<model>(?:under|assuming) .+))\))?$"
    r"|(?P<other>UNKNOWN|ERROR)(?: (?P<text>.+))?$"
    r"|(?P<none>NONE)$"
)


class BadCase(Exception):
    pass


class Case:
    """One case, read and checked."""

    def __init__(self, file, number, name, mode, command, expected, values):
        self.file, self.number = file, number
        self.path = os.path.join(os.path.dirname(file), name)  # how it is called: regression/pthread-once/once/safe
        self.name = f"{os.path.basename(os.path.dirname(os.path.abspath(file)))}/{name}"  # pthread-once/once/safe
        self.folder = os.path.dirname(self.path)
        self.mode = mode or "core"
        if self.mode not in MODES:
            raise self.bad(f"unknown mode {mode}")
        self.sources, self.options = self.split(command)
        self.expect = EXPECT.match(expected)
        if not self.expect:
            raise self.bad(f"cannot read what is expected: {expected}")
        self.expected, self.verdict = expected, expected.split()[0]
        self.values = values
        self.exit = self.of("exit", int) if "exit" in values else EXITS[self.verdict]
        self.within = self.of("within", float) if "within" in values else None
        self.signal = self.parse_signal(self.one("signal")) if "signal" in values else None
        self.match, self.reject = ([self.regex(text) for text in self.all(key)] for key in ("match", "reject"))
        keys = "unknown", "with", "leave-out", "proves"
        self.unknown, self.extra, self.left_out, self.proven = ([self.who(text) for text in self.all(key)] for key in keys)
        self.any_bounds = False
        self.may_omit = False  # what no execution within the bounds reaches
        self.covers = None  # of the matrix: what the verdicts of a strategy cover, where that is not everything

    def all(self, key):
        return self.values.get(key, [])

    def one(self, key):
        return self.values.get(key, [""])[0]

    def bad(self, what):
        return BadCase(f"{self.file}:{self.number}: {what}")

    def split(self, command):
        """(sources, options)"""
        try:
            words = shlex.split(command)
        except ValueError as e:
            raise self.bad(f"{e}: {command}") from None
        if words[:1] == ["none"]:
            return [], words[1:]
        n = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
        if not n:
            raise self.bad("no source; 'none' if there is to be none")
        for source in words[:n]:
            if not os.path.exists(os.path.join(self.folder, source)):
                raise self.bad(f"no source {source}")
        return words[:n], words[n:]

    def of(self, key, kind):
        return self.number_in(self.one(key), kind, key)

    def number_in(self, text, kind, key):
        try:
            return kind(text)
        except ValueError:
            raise self.bad(f"{key} is not a number: {text}") from None

    def regex(self, text):
        try:
            return re.compile(text, re.M)
        except re.error as e:
            raise self.bad(f"bad regular expression {text}: {e}") from None

    def who(self, text):
        found = matrix.parse_who(text)
        if found is None:
            raise self.bad(f"not WHO: WHY: {text}")
        return found

    def parse_signal(self, text):
        words = text.split()
        if len(words) != 2 or not hasattr(signal, words[0]):
            raise self.bad("signal should be NAME SECONDS")
        return getattr(signal, words[0]), self.number_in(words[1], float, "signal")


def parse(file, number, line, more):
    """The case of a line and of the indented lines below it, (number, text)."""
    found = CASE.match(line)
    if not found:
        raise BadCase(f"{file}:{number}: not NAME: SOURCE... => EXPECT: {line}")
    command, arrow, expected = found["rest"].partition(" => ")
    values = collections.defaultdict(list)
    for at, text in more:
        key = KEY.match(text)
        if text.startswith("=> ") and not arrow:
            arrow, expected = "=>", text[3:]
        elif not key or key["key"] not in ONCE | REPEATED:
            raise BadCase(f"{file}:{at}: unknown key {text.partition(':')[0]}")
        elif key["key"] in ONCE and key["key"] in values:
            raise BadCase(f"{file}:{at}: {key['key']} stands twice")
        else:
            values[key["key"]].append((key["value"] or "").strip())
    if not arrow:
        raise BadCase(f"{file}:{number}: nothing is expected, => EXPECT")
    return Case(file, number, found["name"], found["mode"], command.strip(), expected.strip(), dict(values))


def entries(file):
    """Of each case (number, line, the indented lines below it)."""
    entry = None
    with open(file, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if not line[0].isspace():
                if entry:
                    yield entry
                entry = number, text, []
            elif entry:
                entry[2].append((number, text))
            else:
                yield number, line.rstrip("\n"), []
    if entry:
        yield entry


@functools.cache
def read(folder):
    """(cases in the order of the file, what is wrong with it)"""
    file = os.path.join(folder, FILE)
    cases, errors = {}, []
    for entry in entries(file):
        try:
            case = parse(file, *entry)
            if case.path in cases:
                raise case.bad(f"{case.path} is in line {cases[case.path].number}, too")
            cases[case.path] = case
        except BadCase as e:
            errors.append(str(e))
    return list(cases.values()), errors


def folder_of(path):
    """The folder whose file has the cases of this path, or None: they are in several, or nowhere."""
    while not os.path.isfile(os.path.join(path, FILE)):
        path, name = os.path.split(path)
        if not path or not name:
            return None
    return path


def has_sources(names):
    return any(name.endswith((".c", ".i")) for name in names)


def undescribed(root, folder, cases):
    """Folders below the root with sources that no case is about, and files that are not read."""
    own = {case.folder for case in cases}
    for path, _, names in os.walk(root):
        # Sources that others include may be below a folder with cases.
        if has_sources(names) and path not in own and os.path.dirname(path) not in own:
            yield f"{path}: sources without a case"
        if FILE in names and path != folder:
            yield f"{path}/{FILE}: {folder}/{FILE} should have these cases"


def chosen(root, case):
    """Is it the case, in the folder, a case of the source, or of the pattern?"""
    if case.path == root or case.path.startswith(f"{root}/") or fnmatch.fnmatchcase(case.path, root):
        return True
    return root.endswith((".c", ".i")) and root in (os.path.join(case.folder, source) for source in case.sources)


def find(roots):
    """(cases, what is wrong); a root is a folder of folders, one of these, one in it, a case, a source, or a pattern."""
    cases, errors = [], []
    for root in map(os.path.normpath, roots):
        folder = folder_of(root)
        below = [folder] if folder else []
        for path, inner, names in [] if folder else os.walk(root):
            inner.sort()
            if FILE in names:
                below.append(path)
                inner.clear()
            elif has_sources(names):
                errors.append(f"{path}: sources without a case")
        found = []
        for path in below:
            read_cases, wrong = read(path)
            found += [case for case in read_cases if not folder or chosen(root, case)]
            errors += [*wrong, *undescribed(root if folder else path, path, read_cases)]
        if not found:
            errors.append(f"{root}: no case")
        cases += found
    return cases, list(dict.fromkeys(errors))


def load(*roots):
    """The cases, sorted; ends the program if something is wrong.

    NAME-bug comes before NAME, so that who takes the first of each folder sees violations.
    """
    cases, errors = find(roots)
    if errors:
        sys.exit("\n".join(errors))
    return sorted(cases, key=lambda case: f"{case.path}.")
