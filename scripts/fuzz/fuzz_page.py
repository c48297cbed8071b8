"""fuzz_page -- what random programs have covered: counts, and the Markdown page that scripts/fuzz/fuzz-long writes.

Covered is held against the tables of the program: instruction kinds (goto/program/prog.h), functions of the library
(pthread-models/index), reductions (--list-reductions), strategies (--list-strategies), solvers.  Cells of the matrix of
scripts/fuzz/generators/typed_matrix.py are among the counts.
"""

import collections
import os
import re

import fuzz_loop
import matrix
import typed_matrix

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
INSTRUCTION = re.compile(r"^[> ][* ] *\d+: (.*)$")
# How an instruction of each kind is printed by --show-goto-functions; what fits none is an assignment.
PRINTED = (("SKIP", r"skip$"), ("DECL", r"decl "), ("DEAD", r"dead "), ("ASSUME", r"assume "), ("ASSERT", r"assert "), ("GOTO", r"(?:if .*)?goto \d+"),
           ("RETURN", r"return\b"), ("UNSUPPORTED", r"unsupported:"), ("HAVOC", r"havoc "), ("ATOMIC_END", r"atomic end"),
           ("ATOMIC_BEGIN", r"atomic (?:begin|try|when)|wait\b|atomic\b"), ("FENCE", r"fence "), ("END", r"end$"),
           ("CALL", r"(?:\S+ = |[^=]*\S = )?(?:\w+|\(?\*?[\w.>\[\]-]+\)?)\((?!.*\) [-+*/&|^<>=!?])"), ("ASSIGN", r".* = "))
KINDS = ("strategies", "solvers", "reductions", "instructions", "functions", "generators", "verdicts", "cells")
VERDICTS = {0: "SUCCESSFUL", 10: "FAILED", 5: "UNKNOWN", None: "still running after its time"}


def instruction_kinds():
    with open(os.path.join(ROOT, "goto/program/prog.h"), encoding="utf-8") as f:
        return re.findall(r"^\tINS_(\w+),", f.read(), re.M)


def library_functions():
    with open(os.path.join(ROOT, "pthread-models/index"), encoding="utf-8") as f:
        names = [line.split()[0] for line in f if line.strip()]
    return [name for name in names if not name.startswith("_")]


def kind_of(printed):
    for kind, pattern in PRINTED:
        if re.match(pattern, printed):
            return kind
    return None


class Coverage:
    """How often each was covered: kind -> name -> count."""

    def __init__(self, counts=None):
        self.counts = {kind: collections.Counter((counts or {}).get(kind, {})) for kind in KINDS}

    def add(self, kind, name, n=1):
        self.counts[kind][name] += n

    def add_run(self, entry):
        """A line of the record about a run."""
        options = entry["options"]
        self.add("strategies", "order-theory" if entry["run"] == "partial-order" else entry["run"])
        self.add("verdicts", VERDICTS.get(entry["code"], f"exit code {entry['code']}"))
        for cell in entry.get("cells", ()):
            self.add("cells", cell)
        chosen = [name for name in matrix.SOLVERS if set(matrix.options_of(name)) <= set(options)]
        if chosen:
            self.add("solvers", max(chosen, key=lambda name: len(matrix.options_of(name))))
        for option in options:
            if option == "--no-reductions":
                self.add("reductions", "all at once")
            elif option.startswith("--no-reduction="):
                for name in option.partition("=")[2].split(","):
                    self.add("reductions", name)

    def add_program(self, program, name, text, work):
        """A line of the record about a program: its instructions, and the functions it calls."""
        self.add("generators", name.split()[0])
        for function in set(re.findall(r"\b([a-zA-Z_]\w*)\s*\(", text)):
            self.add("functions", function)
        path = fuzz_loop.keep(work, "covered.c", text)
        _, shown = fuzz_loop.run([program, "--show-goto-functions", path], 60)
        found = {kind_of(match.group(1)) for line in shown.splitlines() if (match := INSTRUCTION.match(line))}
        for kind in found - {None}:
            self.add("instructions", kind)

    def merge(self, other):
        for kind, counts in other.counts.items():
            self.counts[kind].update(counts)

    def plain(self):
        return {kind: dict(counts) for kind, counts in self.counts.items()}


def section(title, counts, known, unit):
    """A table of what is known, with its counts, and what was never covered."""
    covered = [name for name in known if counts[name]]
    never = [name for name in known if not counts[name]]
    lines = ["", f"## {title}: {len(covered)} of {len(known)}", ""]
    if covered:
        lines += [f"| | {unit} |", "|---|---:|", *(f"| `{name}` | {counts[name]} |" for name in sorted(covered, key=lambda name: -counts[name]))]
    return [*lines, "", f"Never: {', '.join(f'`{name}`' for name in never)}." if never else "None is missing."]


def page(state, coverage, tables, commit):
    """The page, as Markdown; tables: the names of each kind that there are."""
    counts, cases = coverage.counts, state["cases"]
    done = sum(state["passed"].values()) + sum(state["failed"].values())
    lines = ["# Random programs", "", f"{done} programs, {sum(counts['strategies'].values())} runs; last state: commit {commit}.", "",
             "| generator | passed | failed | left out |", "|---|---:|---:|---:|"]
    lines += [f"| {name} | {state['passed'].get(name, 0)} | {state['failed'].get(name, 0)} | {state['left out'].get(name, 0)} |" for name in tables["generators"]]
    lines += ["", f"## Disagreements: {len(cases)}", ""]
    lines += [f"- `{signature}`: {case['count']} times, [{case['file']}](cases/{case['file']}), commit {case['commit']}" for signature, case in sorted(cases.items())] or ["None."]
    lines += ["", "## Answers", "", *(f"- {name}: {n}" for name, n in counts["verdicts"].most_common())]
    lines += typed_matrix.page(counts["cells"])
    lines += section("Strategies", counts["strategies"], tables["strategies"], "runs")
    lines += section("Solvers that were named", counts["solvers"], tables["solvers"], "runs")
    lines += section("Reductions that were switched off", counts["reductions"], tables["reductions"], "runs")
    lines += section("Instruction kinds", counts["instructions"], tables["instructions"], "programs")
    lines += section("Functions of the library", counts["functions"], tables["functions"], "programs")
    return "\n".join(lines) + "\n"
