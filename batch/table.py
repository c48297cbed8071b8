"""Tables of results: a summary for the terminal, and CSV.

A column of results is a verifier in a file; several files stand side by side.
"""

import csv
import dataclasses
import os
import sys

from batch import BatchError, score


@dataclasses.dataclass
class Column:
    """The results of one verifier in one file."""

    label: str
    results: list
    names: dict  # task as in the file -> as shown


def columns_of(files):
    columns = []
    for file in files:
        names = shown_names(file.results)
        for label in file.header.get("verifiers", {}) or {r["verifier"] for r in file.results}:
            mine = [r for r in file.results if r["verifier"] == label]
            columns.append(Column(label, mine, names))
    labels = [c.label for c in columns]
    if len(set(labels)) < len(labels):
        of_file = [f.path for f in files for _ in f.header.get("verifiers", {})]
        for column, path in zip(columns, of_file):
            column.label = f"{column.label} ({os.path.splitext(os.path.basename(path))[0]})"
    return columns


def shown_names(results):
    """Without the folders that all tasks share, so that files from several machines compare."""
    names = {r["task"] for r in results}
    folders = {os.path.dirname(n) for n in names}
    common = os.path.commonpath(folders) if len({os.path.isabs(f) for f in folders}) == 1 else ""
    # The last folder stays: it is the family of the task.
    base = os.path.dirname(common) if len(folders) == 1 else common
    return {n: os.path.relpath(n, base) if base else n for n in names}


def group_of(result, by):
    return result.get(by) or "-"


@dataclasses.dataclass
class Sum:
    tasks: int = 0
    true: int = 0
    false: int = 0
    wrong_true: int = 0
    wrong_false: int = 0
    unknown: int = 0
    timeout: int = 0
    memory: int = 0
    error: int = 0
    safe: int = 0
    unsafe: int = 0
    qualified: int = 0
    points: int = 0
    best: int = 0
    cpu: float = 0.0

    def add(self, result):
        self.tasks += 1
        is_true = result["verdict"] == "true"
        status = score.outcome(result)
        if status in ("correct", "wrong"):
            field = ("" if status == "correct" else "wrong_") + ("true" if is_true else "false")
        else:
            field = status
        setattr(self, field, getattr(self, field) + 1)
        self.points += score.points(result)
        self.best += score.best(result)
        self.cpu += result["cpu"]


FIELDS = [("tasks", "tasks"), ("true", "true"), ("false", "false"), ("wrong_true", "wrong true"),
          ("wrong_false", "wrong false"), ("safe", "says true"), ("unsafe", "says false"),
          ("qualified", "qualified"), ("unknown", "unknown"), ("timeout", "timeout"), ("memory", "no memory"), ("error", "error"),
          ("points", "score"), ("best", "of"), ("cpu", "CPU s")]
IF_ANY = ("safe", "unsafe", "qualified", "memory")
IF_JUDGED = ("true", "false", "wrong_true", "wrong_false", "points", "best")
MOST_NOTES = {"wrong": 50, "unsafe": 50, "qualified": 10, "error": 10}


def print_summary(out, columns, by):
    colour = out.isatty() and "NO_COLOR" not in os.environ
    rows = []
    for column in columns:
        groups, total = {}, Sum()
        for result in column.results:
            groups.setdefault(group_of(result, by), Sum()).add(result)
            total.add(result)
        rows.append((column.label, None))
        rows.extend((f"  {name}", groups[name]) for name in sorted(groups))
        if len(groups) != 1:
            rows.append(("  all", total))
    judged = any(s and s.best for _, s in rows)
    used = [f for f in FIELDS if (f[0] not in IF_ANY or any(s and getattr(s, f[0]) for _, s in rows))
            and (judged or f[0] not in IF_JUDGED)]
    print_rows(out, rows, used, by, colour)
    print_confirmed(out, columns)
    print_notes(out, columns, colour)


def is_confirmed(result):
    return result["confirmation"].startswith("confirmed")


def print_confirmed(out, columns):
    """With --confirm: how many violations the compiled programs have shown."""
    for column in columns:
        found = [r for r in column.results if r.get("confirmation")]
        if found:
            print(f"{column.label}: {sum(map(is_confirmed, found))} of {len(found)} violations confirmed natively", file=out)


def print_rows(out, rows, used, by, colour):
    first = max([len(name) for name, s in rows if s] + [len(by) + 2])
    cells = {(i, f): cell(s, f) for i, (_, s) in enumerate(rows) if s for f, _ in used}
    widths = {f: max([len(title)] + [len(v) for (_, g), v in cells.items() if g == f])
              for f, title in used}
    print(f"{'  ' + by:{first}}  " + "  ".join(f"{title:>{widths[f]}}" for f, title in used), file=out)
    for i, (name, s) in enumerate(rows):
        if s is None:
            print(f"\033[1m{name}\033[0m" if colour else name, file=out)
            continue
        line = []
        for f, _ in used:
            text = f"{cells[i, f]:>{widths[f]}}"
            wrong = colour and f.startswith("wrong") and getattr(s, f)
            line.append(f"\033[1;31m{text}\033[0m" if wrong else text)
        print(f"{name:{first}}  " + "  ".join(line), file=out)


def cell(s, field):
    value = getattr(s, field)
    if field == "cpu":
        return f"{value:.1f}"
    return str(value) if value or field in ("tasks", "points") else "."


def print_notes(out, columns, colour):
    """What somebody should look at: wrong verdicts, violations where nothing was expected, verdicts that
    hold only within bounds, and failures that no limit explains."""
    for kind, most in MOST_NOTES.items():
        found = [(c.label, r) for c in columns for r in c.results if score.outcome(r) == kind]
        for label, r in found[:most]:
            print_note(out, kind, label, r, colour)
        if len(found) > most:
            print(f"... and {len(found) - most} more of these", file=out)


def print_note(out, kind, label, r, colour):
    """A violation is told as compilers do, so that an editor finds the place."""
    page = f" ({os.path.relpath(r['html'])})" if r.get("html") else ""
    if score.is_violation(r["verdict"]) and kind in ("unsafe", "qualified") and r.get("place"):
        level, number = ("error", 31) if kind == "unsafe" else ("warning", 35)
        word = f"\033[1;{number}m{level}\033[0m" if colour else level
        violated = f" [{r['violated']}]" if r.get("violated") else ""
        condition = "" if kind == "unsafe" else f": {r['verdict']}"
        print(f"{r['place']}: {word}: {r.get('message', r['verdict'])}{violated}", file=out)
        print(f"    {label}: {r['task']}{condition}{page}", file=out)
        return
    name = "false" if kind == "unsafe" else kind
    word = f"\033[1;31m{name}\033[0m" if colour and kind != "qualified" else name
    expected = f", expected {r['expected']}" if kind == "wrong" else ""
    print(f"{word}: {label}: {r['task']}: {said(r)}{expected}{page}", file=out)


def said(r):
    """The verdict, and why: the place and the words of a violation, or the reason."""
    violated = f" [{r['violated']}]" if r.get("violated") else ""
    why = f"{r['place']}: {r['message']}{violated}" if r.get("place") and r.get("message") else r["reason"]
    return r["verdict"] + (f": {why}" if why else "")


CSV_FIELDS = ["verdict", "status", "reason", "violated", "place", "message", "confirmation", "cpu", "wall", "memory", "exit", "host", "html"]


def write_csv(path, columns):
    """One line per task and property, the fields of each column side by side."""
    lines = {}
    for i, column in enumerate(columns):
        for result in column.results:
            key = (column.names[result["task"]], result["property"] or "")
            line = lines.setdefault(key, {"expected": None, "at": {}})
            line["expected"] = line["expected"] or result["expected"]
            line["at"][i] = result
    try:
        out = sys.stdout if path == "-" else open(path, "w", encoding="utf-8", newline="")
    except OSError as e:
        raise BatchError(f"{path}: {e.strerror}") from e
    writer = csv.writer(out, lineterminator="\n")
    prefix = [f"{c.label}: " if len(columns) > 1 else "" for c in columns]
    writer.writerow(["task", "property", "expected"] + [p + f for p in prefix for f in CSV_FIELDS])
    for (task, prop), line in sorted(lines.items()):
        row = [task, prop, line["expected"] or ""]
        for i in range(len(columns)):
            result = line["at"].get(i, {})
            row.extend("" if result.get(f) is None else result[f] for f in CSV_FIELDS)
        writer.writerow(row)
    if out is not sys.stdout:
        out.close()
