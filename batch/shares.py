"""Shares: one task done by several runs together, each a part of its search.

Each run is told its share, "2/4", and has a result of its own in the file.  The task is violated if
one share says so; it holds if all shares say so and all have split the search in the same way.
"""

import fcntl
import os

from batch import score


def names(count):
    """The shares of a task; [None] if it is done by one run."""
    return [None] if count == 1 else [f"{i}/{count}" for i in range(1, count + 1)]


def mark(result, share, split):
    """The result of a share.  Its verdict is not that of the task, so it is neither right nor wrong."""
    status = result["status"] if result["status"] in ("unknown", "qualified", "error") else "part"
    return dict(result, share=share, split=split, status=status)


def task_of(result):
    return (result["verifier"], result["task"], result["property"])


def combine_all(lines):
    """One result per task; a task of which shares are missing has none, unless it is violated."""
    together, found = {}, []
    for line in lines:
        if line.get("share") is None:
            found.append(line)
        else:
            together.setdefault(task_of(line), []).append(line)
    return found + [r for r in map(combine, together.values()) if r]


def combine(parts):
    """The result of a task from those of its shares; None: not yet."""
    parts = sorted(parts, key=lambda r: int(r["share"].partition("/")[0]))
    count = int(parts[0]["share"].partition("/")[2])
    violated = [r for r in parts if score.is_violation(r["verdict"])]
    violated.sort(key=lambda r: score.is_qualified(r["verdict"]))
    open_ = [r for r in parts if r["verdict"] != "true"]
    if violated:
        return sum_up(parts, violated[0], violated[0]["verdict"], violated[0]["reason"])
    if [r["share"] for r in parts] != names(count):
        return None
    if open_:
        worst = max(open_, key=lambda r: (r["status"] == "error", r["verdict"] == "unknown"))
        # What qualifies the verdict of one share does not say what the others have looked at.
        qualified = score.is_qualified(worst["verdict"])
        why = worst["verdict"] if qualified else worst["reason"]
        reason = f"share {worst['share']}" + (f": {why}" if why else "")
        return sum_up(parts, worst, "unknown" if qualified else worst["verdict"], reason)
    if len({r["split"] for r in parts}) > 1:
        return sum_up(parts, parts[0], "unknown", "the shares have split the search in different ways")
    return sum_up(parts, parts[0], "true", "")


def sum_up(parts, decisive, verdict, reason):
    result = dict(decisive, verdict=verdict, reason=reason, shares=len(parts))
    del result["share"], result["split"]
    result["status"] = score.status(result["expected"], result["property"], verdict)
    result["cpu"] = round(sum(r["cpu"] for r in parts), 4)
    result["wall"] = max(r["wall"] for r in parts)
    result["memory"] = max(r["memory"] for r in parts)
    result["start"] = min(r["start"] for r in parts)
    return result


class Tally:
    """The results of shares while they arrive."""

    def __init__(self, lines):
        self.parts = {}  # task -> results of its shares
        self.settled = set()  # tasks
        for line in lines:
            self.add(line)

    def add(self, result):
        """The result of the task if this one settles it, else None."""
        if result.get("share") is None:
            return result
        task = task_of(result)
        self.parts.setdefault(task, []).append(result)
        whole = combine(self.parts[task]) if task not in self.settled else None
        if whole:
            self.settled.add(task)
        return whole

    def needless(self, run):
        return (run.verifier, run.task.name, run.task.property) in self.settled


def free_journal(path):
    """The path, unless a process that was given up too early still uses the journal: then None."""
    if path is None or not os.path.exists(path):
        return path
    file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return path
    except OSError:
        return None
    finally:
        os.close(file)
