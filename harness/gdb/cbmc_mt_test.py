"""cbmc_mt_test.py -- the test of a harness folder, as a debugger shows it.

The steps are those of the report of cbmc-mt: the rows of its table, with their numbers.

Knows nothing of a debugger: cbmc_mt.py is for gdb, cbmc_mt_lldb.py for lldb.
"""

import json
import os

# Events of a schedule at which the compiled program has a point.  Not all calls are scheduled.
POINTS = ("read", "write", "lock", "unlock", "create", "join")


MOST_LINES = 20  # breakpoints at once


class TestError(Exception):
    pass


class Step:
    def __init__(self, number, thread, text, values="", file=None, line=0, times=1, cause=False, violation=False):
        self.number, self.thread, self.text, self.values = number, thread, text, values
        self.file, self.line, self.times, self.cause, self.violation = file, line, times, cause, violation
        self.has_point = False

    def place(self):
        return f"{self.file}:{self.line}" if self.file else ""


class Test:
    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as f:
                data = json.load(f)
        except (OSError, ValueError) as error:
            raise TestError(f"{path} cannot be read: {error}") from error
        if not isinstance(data, dict) or data.get("format") != "cbmc-mt test":
            raise TestError(f"{path} is no test of cbmc-mt")
        self.path = path
        self.end = data.get("end", {})
        report = data.get("report")
        if not report:
            raise TestError(f"{path} has no report of a violation, so there are no steps; the debugger's own commands work as usual")
        self.read_report(data, report)

    def read_report(self, data, report):
        self.text, self.why, self.holds_if = report["text"], report.get("why"), report.get("holds_if")
        self.threads = report["threads"]
        self.steps = [Step(r["row"], r["thread"], r["text"], r.get("values", ""), r.get("file"), r.get("line", 0),
                           r.get("times", 1), r.get("cause", False), r.get("violation", False)) for r in report["rows"]]
        for event in data["schedule"]:
            row = event.get("row")
            if row and event["event"] in POINTS and row <= len(self.steps):
                self.steps[row - 1].has_point = True

    def step(self, number):
        """None: there is none."""
        return self.steps[number - 1] if 1 <= number <= len(self.steps) else None

    def name(self, thread):
        return self.threads[thread] if 0 <= thread < len(self.threads) else f"T{thread}"

    def cause(self):
        return [s.number for s in self.steps if s.cause]

    def sentence(self, step):
        times = f", {step.times} times" if step.times > 1 else ""
        values = f"   {step.values}" if step.values else ""
        return f"step {step.number}: {self.name(step.thread)}: {step.text}{times}{values}"

    def table(self, now):
        """All steps, a line each; the current one has an arrow, those of the cause a mark."""
        width = len(str(len(self.steps)))
        names = max([len(self.name(s.thread)) for s in self.steps], default=0)
        lines = []
        for s in self.steps:
            mark = "=>" if s.number == now else " >" if s.cause else "  "
            text = f"{s.text}{f', {s.times} times' if s.times > 1 else ''}"
            lines.append(f"{mark} {s.number:{width}}  {self.name(s.thread):{names}}  {text}  {s.place()}"
                         + (f"   {s.values}" if s.values else ""))
        return "\n".join(lines)

    def reason(self, now):
        """The sentences of the report, and the current step."""
        place = f" at {self.end['file']}:{self.end.get('line', 0)}" if self.end.get("file") else ""
        lines = [f"{self.text}{place}"]
        if self.why:
            lines.append(f"why: {self.why}")
        if self.holds_if:
            lines.append(f"it holds if: {self.holds_if}")
        if self.cause():
            lines.append("steps of the cause: " + ", ".join(map(str, self.cause())))
        if self.step(now):
            lines.append("now before " + self.sentence(self.step(now)))
        return "\n".join(lines)

    def next_switch(self, now):
        """The first step after this one at which another thread runs; None: there is none."""
        here = self.step(now)
        for s in self.steps[now:]:
            if here is None or s.thread != here.thread:
                return s.number
        return None

    def last_point(self, number):
        """The last step before this one that the compiled program has a point for; 0: none."""
        return max([s.number for s in self.steps[:number - 1] if s.has_point], default=0)

    def reached_by_line(self, number):
        """A step about variables of one thread has no point of its own.  A breakpoint on its line
        stops at it, unless the thread has been there before others came to the steps before, or is
        in the middle of the line.  The step and those after it, up to the next one that has a
        point; the first one of each line."""
        found = {}
        for step in self.steps[number - 1:]:
            if step.has_point or len(found) == MOST_LINES:
                break
            if step.file and step.line:
                found.setdefault((step.thread, step.file, step.line), step)
        return list(found.values())


def find(program):
    """The test of a program: that of the environment, or the one beside it."""
    path = os.environ.get("CBMC_MT_TEST") or (program or "") + ".json"
    if not os.path.exists(path):
        raise TestError(f"there is no test {path}: the program is to be one that 'make debug' starts")
    return Test(path)


def count(text, what):
    """A number of an argument; TestError says what is wrong."""
    try:
        number = int(text, 10)
    except ValueError as error:
        raise TestError(f"{what} must be a number, not '{text}'") from error
    if number < 1:
        raise TestError(f"{what} must be at least 1")
    return number
