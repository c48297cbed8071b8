"""why_cases -- cases of regression/ that say what the cause of a violation is, and what a report says of it.

regression/why/README.md has the keys: a case that has 'kind' is one of these, in whatever folder it is.
"""

import os
import platform
import re

import regression_cases

WIDTH = 120  # columns of a report
SENTENCE = re.compile(r"^  why: (.*(?:\n       .*)*)", re.M)
VIOLATION = re.compile(r"^([^\s:]+):\d+(?::\d+)?: (?:error|warning): .*\[[\w-]+\]$", re.M)
TIME = re.compile(r"\b\d+(?:\.\d+)? m?s\b")  # the only words of a report that differ from run to run


class Case:
    """One case with a cause."""

    def __init__(self, case, kinds):
        self.path, self.folder, self.sources, self.options = case.path, case.folder, case.sources, case.options
        self.mode, self.exit = case.mode, case.exit
        self.kinds = case.one("kind").split()
        self.places = [[place.strip() for place in line.split("|")] for line in case.all("place")]
        self.because = case.one("because")
        self.misses = set(case.one("misses").split())
        self.arguments = case.one("run").split()
        self.golden, self.own_golden, self.patch = f"{self.path}.txt", f"{self.path}.{platform.machine()}.txt", f"{self.path}.patch"
        unknown = [kind for kind in self.kinds if kind not in kinds]
        if unknown:
            raise case.bad(f"no kind of result/cause_kinds.def: {' '.join(unknown)}")
        if not self.places or not self.because:
            raise case.bad("a kind without place and because")
        if self.misses - {"place", "kind"}:
            raise case.bad("misses: place, kind or both")

    @property
    def can_run(self):
        return self.arguments != ["none"]


def known_kinds():
    with open("result/cause_kinds.def", encoding="utf-8") as f:
        return set(re.findall(r'^CAUSE\(\w+,\s*"([\w-]+)"', f.read(), re.M))


def find(roots):
    """All cases of these folders that have a cause, and what is wrong with them."""
    found, errors = regression_cases.find(roots)
    cases, kinds = [], known_kinds()
    for case in found:
        if "kind" in case.values:
            try:
                cases.append(Case(case, kinds))
            except regression_cases.BadCase as e:
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
