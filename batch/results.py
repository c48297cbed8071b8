"""Result files: lines of JSON, appended as results arrive.

The first line is the header: format, configuration and its fingerprint, limits, host.  Every other
line is one result.  A line is written by one call, so that a batch that is killed leaves at most one
torn line, the last; a reader passes over it, and --resume removes it.

Fields of a result: task, property, verifier, expected, verdict, status, reason, cpu and wall
(seconds), memory (bytes, peak of all processes), exit (code; negative: signal), host, engine, start
(ISO 8601), folder, set; of a share also share and split; of a violation also place, violated, message and confirmation; html
(path of the page) if there is one.  docs/batch.md explains them.

Who reads a file gets one result per task: those of its shares are combined (batch/shares.py).
"""

import dataclasses
import datetime
import fcntl
import json
import os
import platform
import time

from batch import BatchError, score, shares

FORMAT = "cbmc-mt-batch 1"
LOCK_WAIT = 3.0  # seconds


@dataclasses.dataclass
class ResultFile:
    path: str
    header: dict
    results: list  # one per task
    end: int  # bytes of complete lines
    lines: list  # as they are in the file, one per run

    def keys(self):
        return {key_of(r) for r in self.lines}


def key_of(result):
    return (result["verifier"], result["task"], result["property"], result.get("share"))


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")


def header(plan, engine, extra):
    """The first line of a file."""
    return {
        "format": FORMAT, "config": plan.fingerprint(), "started": now(), "runs": len(plan.runs),
        "engine": engine, "limits": dataclasses.asdict(plan.limits),
        "verifiers": {
            label: {"version": v.version, "program": v.path, "options": v.options}
            for label, v in plan.verifiers.items()
        },
        "shares": plan.shares, "host": host(), **extra,
    }


def host():
    name = platform.uname()
    return {"name": name.node, "system": f"{name.system} {name.release}", "machine": name.machine,
            "cpus": os.cpu_count(),
            "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")}


def make(run, verdict, reason, outcome, engine, start, split=None, more=None):
    """The result of a run; outcome has cpu, wall, memory, code; more: what else is known about it."""
    task = run.task
    result = {
        "task": task.name, "property": task.property, "verifier": run.verifier,
        "expected": task.expected, "verdict": verdict,
        "status": score.status(task.expected, task.property, verdict), "reason": reason,
        "cpu": round(outcome.cpu, 4), "wall": round(outcome.wall, 4), "memory": outcome.memory,
        "exit": outcome.code, "host": platform.node(), "engine": engine, "start": start,
        "folder": task.folder, "set": task.set, **(more or {}),
    }
    return result if run.share is None else shares.mark(result, run.share, split)


def lock(fd, path):
    """Waits a moment: what outlives a batch that was killed may still be tidying up."""
    end = time.monotonic() + LOCK_WAIT
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as e:
            if time.monotonic() > end:
                raise BatchError(f"{path}: another cbmc-mt-batch is writing to it") from e
        time.sleep(0.05)


class Writer:
    """Appends to a result file, alone."""

    def __init__(self, path, fresh):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        try:
            self.fd = os.open(path, flags, 0o644)
            lock(self.fd, path)
            if fresh:
                os.ftruncate(self.fd, 0)
        except OSError as e:
            raise BatchError(f"{path}: {e.strerror}") from e
        self.path = path

    def write(self, data):
        line = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            while line:
                line = line[os.write(self.fd, line):]
        except OSError as e:
            raise BatchError(f"{self.path}: {e.strerror}") from e

    def close(self):
        os.close(self.fd)


def read(path):
    """A result file; lines that are torn or no result are passed over."""
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as e:
        raise BatchError(f"{path}: {e.strerror}") from e
    end = data.rfind(b"\n") + 1
    head, results = None, []
    for line in data[:end].split(b"\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if not isinstance(value, dict):
            continue
        if "format" in value:
            head = head or value
        elif {"task", "verifier", "verdict", "status"} <= value.keys():
            results.append(value)
    if head is None:
        raise BatchError(f"{path}: not a result file of cbmc-mt-batch")
    if head["format"] != FORMAT:
        raise BatchError(f"{path}: written in the format '{head['format']}', not '{FORMAT}'")
    lines = without_repeats(results)
    return ResultFile(path, head, shares.combine_all(lines), end, lines)


def without_repeats(results):
    """One result per run; were a run there twice, its last result counts."""
    return list({key_of(r): r for r in results}.values())


def repair(path, end):
    """Cuts off a torn last line."""
    if os.path.getsize(path) != end:
        os.truncate(path, end)
