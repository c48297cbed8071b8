"""Slurm: runs are the elements of job arrays."""

import collections
import os
import re
import shlex
import shutil
import subprocess
import time

from batch import BatchError
from batch.engines.spooled import Full, SpooledEngine

PROGRAMS = ("sbatch", "squeue", "scancel", "scontrol")
# What Slurm says when it may answer the next time.
PASSING = re.compile(
    r"contact slurm controller|timed out|Connection refused|Transport endpoint"
    r"|Unable to connect|Zero Bytes", re.I)
# What it says when the user has too many jobs already, or asks for too many at once.
REFUSED = re.compile(
    r"Max\w*Submit\w*|accounting/QOS policy|job array too large|Invalid job array|temporarily unable to accept", re.I)
SUBMIT_SECONDS = 300.0  # seconds without an answer after which a submission fails
ENDING = 60.0  # seconds that an element may be on its way out
OVERHEAD = 100  # MiB for the worker itself
MOST_ELEMENTS = 1001  # Slurm's default of MaxArraySize


class Engine(SpooledEngine):
    name = "slurm"

    @staticmethod
    def add_arguments(group):
        group.add_argument("--slurm-options", metavar="OPTIONS", default="",
                           help="more options for sbatch: --slurm-options='-p long'")
        group.add_argument("--slurm-limit", metavar="N", type=int, default=0,
                           help="at most N elements of the array run at a time (0: as Slurm likes)")

    def __init__(self, plan, options):
        for program in PROGRAMS:
            if not shutil.which(program):
                raise BatchError(f"engine slurm: no program '{program}' here")
        super().__init__(plan, options)
        try:
            self.more = shlex.split(options.slurm_options)
        except ValueError as e:
            raise BatchError(f"--slurm-options: {e}") from e
        self.deferred = any(word.startswith(("-b", "--begin")) for word in self.more)
        self.limit = options.slurm_limit
        self.ending = {}  # (number, element) -> since when it is on its way out
        self.released = {}  # id of a job -> how often it was
        self.array_size = 0

    def describe(self):
        return {"version": call(["squeue", "--version"]).stdout.strip(), "options": self.more}

    def most_elements(self):
        if not self.array_size:
            config = call(["scontrol", "show", "config"]).stdout
            found = re.search(r"^MaxArraySize\s*=\s*(\d+)", config, re.M)
            self.array_size = max(1, int(found[1])) if found else MOST_ELEMENTS
        # The largest index is one less than MaxArraySize, the first is 0.
        return self.array_size

    def submit(self, submission):
        script = self.spool.path(f"job-{submission.number}")
        with open(script, "w", encoding="utf-8") as f:
            f.write(f"#!/bin/sh\nexec {self.worker(submission, '$SLURM_ARRAY_TASK_ID')}\n")
        command = ["sbatch", "--parsable", *self.requests(submission), *self.more, script]
        end = time.monotonic() + SUBMIT_SECONDS
        while True:
            done = call(command)
            if done.returncode == 0:
                return done.stdout.strip().partition(";")[0]
            if REFUSED.search(done.stderr):
                raise Full(f"sbatch: {done.stderr.strip()}")
            if not PASSING.search(done.stderr) or time.monotonic() > end:
                raise BatchError(f"sbatch: {done.stderr.strip() or 'failed'}")
            self.note("Slurm does not answer")
            time.sleep(2)
            if queue([submission.name]):
                return None  # it had understood, only its answer was lost

    def requests(self, submission):
        limits = self.plan.limits
        last = submission.elements() - 1
        words = [f"--array=0-{last}" + (f"%{self.limit}" if self.limit else "")]
        words += [f"--job-name={submission.name}", "--requeue", "--open-mode=append", "--nodes=1", "--ntasks=1"]
        words += [f"--output={escape(self.log_of(submission.number, '%a'))}"]
        words += [f"--cpus-per-task={max(1, limits.cores)}"]
        if limits.memory:
            words.append(f"--mem={(limits.memory >> 20) + OVERHEAD}M")
        seconds = self.seconds_of_element(submission.size)
        if seconds:
            words.append(f"--time={-(-seconds // 60)}")
        before = [s.handle for s in self.spool.submissions if s.handle]
        if self.limit and before:
            # The limit is one of each array, so that they have to come one after the other.
            words.append(f"--dependency=afterany:{before[-1]}")
        return words

    def log_of(self, number, element):
        return self.spool.path("log", f"{number}-{element}")

    def last_words(self, number, element):
        try:
            with open(self.log_of(number, element), encoding="utf-8", errors="replace") as f:
                lines = f.read().strip().splitlines()
        except OSError:
            return ""
        return lines[-1][:200] if lines else ""

    def active(self):
        """Also helps elements on that Slurm has set aside after their machine failed."""
        names = sorted({self.spool.submissions[number - 1].name for number, _ in self.open})
        found = queue(names)
        if found is None:
            return None
        numbers = {s.name: s.number for s in self.spool.submissions}
        now = time.monotonic()
        active = set()
        self.tell(found)
        for name, element, job, state, reason in found:
            at = (numbers[name], int(element))
            if state != "CG":
                self.ending.pop(at, None)
                active.add(at)
                self.help_on(at, job, state, reason)
            elif now - self.ending.setdefault(at, now) < ENDING:
                active.add(at)
        return active

    def tell(self, found):
        running = sum(state == "R" for _, _, _, state, _ in found)
        reasons = collections.Counter(reason for _, _, _, state, reason in found if state == "PD")
        text = f"{running} running"
        if reasons:
            why = reasons.most_common(1)[0][0]
            text += f", {reasons.total()} waiting" + (f" ({why})" if not running and why != "None" else "")
        self.note(text)

    def help_on(self, at, job, state, reason):
        if state not in ("PD", "RH", "RQ") or at not in self.open:
            return
        if "held" in reason and "launch" in reason:
            # Slurm could not start it, and waits for somebody to say that it may try again.
            self.released[job] = self.released.get(job, 0) + 1
            call(["scontrol", "release", job] if self.released[job] < self.most else ["scancel", job])
        elif reason == "BeginTime" and not self.deferred:
            # Its machine failed; Slurm would wait two minutes before it tries the next.
            call(["scontrol", "update", f"JobId={job}", "StartTime=now"])

    @staticmethod
    def alive(submissions):
        found = queue([s.name for s in submissions])
        return found is None or bool(found)

    @staticmethod
    def stop(submissions):
        for submission in submissions:
            call(["scancel", f"--user={os.getuid()}", f"--name={submission.name}"])


def escape(path):
    """Slurm replaces %x in the names of files, but for the one that we mean."""
    folder, name = os.path.split(path)
    return os.path.join(folder.replace("%", "%%"), name)


def call(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


def queue(names):
    """[name, element, id, state, reason] of all elements of these jobs; None: Slurm does not answer."""
    if not names:
        return []
    done = call(["squeue", "--noheader", "--array", f"--user={os.getuid()}", f"--name={','.join(names)}",
                 "--format=%j|%K|%i|%t|%r"])
    if done.returncode:
        return None
    rows = [line.split("|", 4) for line in done.stdout.splitlines()]
    return [row for row in rows if len(row) == 5 and row[1].isdigit()]
