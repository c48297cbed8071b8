"""why_cases -- descriptors of regression/ that say what the cause of a violation is, and what a report says of it.

regression/why/README.md has the keys: a descriptor that has 'kind' is such a case, in whatever folder it is.
"""

import os
import platform
import re
import shlex

WIDTH = 120  # columns of a report
SENTENCE = re.compile(r"^  why: (.*(?:\n       .*)*)", re.M)
VIOLATION = re.compile(r"^([^\s:]+):\d+(?::\d+)?: (?:error|warning): .*\[[\w-]+\]$", re.M)
TIME = re.compile(r"\b\d+(?:\.\d+)? m?s\b")  # the only words of a report that differ from run to run


class BadCase(Exception):
    pass


class Case:
    """One descriptor with a cause."""

    def __init__(self, path, values, kinds):
        self.path, self.name = path, path[: -len(".desc")]
        self.folder = os.path.dirname(path)
        self.sources = one(values, "source").split()
        self.options = shlex.split(one(values, "options"))
        self.mode = one(values, "mode")
        self.exit = int(one(values, "exit"))
        self.kinds = one(values, "kind").split()
        self.places = [[place.strip() for place in line.split("|")] for line in values.get("place", [])]
        self.because = one(values, "because")
        self.misses = set(one(values, "misses").split())
        self.arguments = one(values, "run").split()
        self.golden, self.own_golden, self.patch = f"{self.name}.txt", f"{self.name}.{platform.machine()}.txt", f"{self.name}.patch"
        unknown = [kind for kind in self.kinds if kind not in kinds]
        if unknown:
            raise BadCase(f"{path}: no kind of result/cause_kinds.def: {' '.join(unknown)}")
        if not self.places or not self.because:
            raise BadCase(f"{path}: a kind without place and because")
        if self.misses - {"place", "kind"}:
            raise BadCase(f"{path}: misses: place, kind or both")

    @property
    def can_run(self):
        return self.arguments != ["none"]


def one(values, key):
    return values.get(key, [""])[0]


def read(path):
    values = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            key, colon, value = re.sub(r"(^|\s)#\s.*|^#$", "", line.rstrip("\n")).partition(":")
            if colon:
                values.setdefault(key.strip(), []).append(value.strip())
    return values


def known_kinds():
    with open("result/cause_kinds.def", encoding="utf-8") as f:
        return set(re.findall(r'^CAUSE\(\w+,\s*"([\w-]+)"', f.read(), re.M))


def find(roots):
    """All cases below these folders, and what is wrong with descriptors."""
    cases, errors, kinds = [], [], known_kinds()
    for root in roots:
        paths = [root] if root.endswith(".desc") else sorted(
            os.path.join(path, name) for path, _, names in os.walk(root) for name in names if name.endswith(".desc"))
        for path in paths:
            values = read(path)
            if "kind" in values:
                try:
                    cases.append(Case(path, values, kinds))
                except BadCase as e:
                    errors.append(str(e))
    return cases, errors


def environment(folder):
    """Of a run whose report does not depend on who runs it."""
    env = dict(os.environ, LC_ALL="C", TERM="xterm", COLUMNS=str(WIDTH), TMPDIR=folder, CBMC_MT_VALIDATE="1")
    env.pop("INSIDE_EMACS", None)
    return env


def sentence(report):
    """What the report says about the first violation's cause, or ''."""
    found = SENTENCE.search(report)
    return " ".join(found[1].split()) if found else ""


def names(text, place, report):
    """Does the sentence name this FILE:LINE?  ':LINE' alone is one of the file of the violation."""
    file, _, line = place.rpartition(":")
    if re.search(rf"(?<![\w-]){re.escape(file)}:{line}(?!\d)", text):
        return True
    violation = VIOLATION.search(report)
    return bool(violation and os.path.basename(violation[1]) == file and re.search(rf"(?<![\w.]):{line}(?!\d)", text))


def missing_places(case, report):
    text = sentence(report)
    return [" | ".join(choice) for choice in case.places if not any(names(text, place, report) for place in choice)]


def comparable(report):
    """Without what may differ from run to run."""
    return TIME.sub("N s", report)
