"""What engines beyond this machine share: hand out elements, collect results, watch for losses.

A scheduler is asked only one thing while a batch runs: which elements it still has.  Whether a run
is done is decided by its result in the spool alone.  An element that the scheduler no longer has
and whose results are not all there was lost with its machine; what is missing of it is handed out
again, until there were --attempts of them.

The process that watches may die: the scheduler goes on, and --resume finds the results in the spool
and the elements that are still running.

An engine of this kind fills in:

    submit(submission)   hands it to the scheduler; returns a handle that JSON can hold; raises Full
    active()             {(number, element)} that the scheduler still has; None: it does not answer
    alive(submissions)   static; whether the scheduler has, or may have, anything of them
    stop(submissions)    static; ends them
    most_elements()      a submission may have
    last_words(n, e)     the last line an element printed, for messages
"""

import hashlib
import math
import os
import shlex
import signal
import sys
import time

from batch import BatchError, results, spool
from batch.limits import Outcome

COLLECT = 0.25, 3.0  # seconds between looks into the spool: while results arrive, while none does
ASK = 1.0, 0.002, 30.0  # seconds between questions to the scheduler: least, per element, most
GRACE = 3.0  # seconds that a network may take to show the results of an element that is gone
SPOOL_SECONDS = 300.0  # seconds that the spool may be out of reach
RETRY = 10.0  # seconds until a scheduler that was full is tried again
HOPELESS = 8  # elements lost before they began, and nothing done: it will not get better


class Full(Exception):
    """The scheduler takes no more elements, or not so many at once."""


def folder_of(output):
    """The spool of a result file."""
    return output + ".spool"


def add_arguments(group):
    """What all engines of this kind understand."""
    group.add_argument("--attempts", type=int, default=3, metavar="N",
                       help="how often a run is tried that was lost with its machine (default 3)")
    group.add_argument("--runs-per-job", type=int, default=1, metavar="N",
                       help="for many short runs: so many one after the other in a job (default 1)")


class SpooledEngine:
    def __init__(self, plan, options):
        self.plan = plan
        self.most = at_least_one("--attempts", options.attempts)
        self.size = at_least_one("--runs-per-job", options.runs_per_job)
        self.resume = options.resume
        self.spool = spool.Spool(folder_of(options.output), self.name, plan.fingerprint())
        if not (self.resume and self.spool.load()):
            refuse_if_alive(self.spool.folder, self.name)
        self.runs = {run.key: run for run in plan.runs}
        self.wanted = set()  # keys of runs without a result
        self.places = {}  # key -> [(number, element)] where it was handed out; the last one counts
        self.open = {}  # (number, element) -> keys that count on it
        self.missed = {}  # (number, element) -> since when the scheduler does not have it
        self.backlog = []  # [(keys, runs per element)] that the scheduler has not taken yet
        self.chunk = None  # elements it takes at once
        self.retry_at = 0.0
        self.stillborn = 0  # elements that were lost before an attempt began
        self.arrived = 0
        self.detached = False

    def needless(self, run):
        """Whether a result would tell nothing new; replaced by whoever sees all results."""
        return False

    def note(self, text):
        """Shows the user what is going on; replaced by whoever has a place to show it."""

    def say(self, text):
        clear = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{clear}cbmc-mt-batch: {text}", file=sys.stderr, flush=True)

    def slots(self):
        return 1

    def run(self, runs, done):
        signal.signal(signal.SIGHUP, self.detach)
        self.done = done
        self.wanted = {run.key for run in runs}
        self.begin()
        pause, ask_at, reached = COLLECT[0], 0.0, time.monotonic()
        while self.wanted:
            now = time.monotonic()
            active = None
            if now >= ask_at:
                active = self.active()
                ask_at = now + min(max(ASK[0], len(self.open) * ASK[1]), ASK[2])
            before = len(self.wanted)
            try:
                self.take()
                reached = now
            except OSError as e:
                self.out_of_reach(e, now - reached)
                active = None
            if active is not None:
                self.replace(self.lost(active))
            self.submit_backlog()
            pause = COLLECT[0] if len(self.wanted) < before else min(COLLECT[1], pause * 1.25)
            if self.wanted:
                time.sleep(min(pause, max(ask_at - time.monotonic(), 0.05)))
        self.stop(self.spool.submissions)
        self.spool.remove()

    def detach(self, _number, _frame):
        """Who logs off wants to find the results later."""
        self.detached = True
        raise BatchError("logged off; the runs go on, and --resume collects their results")

    def out_of_reach(self, error, seconds):
        if not os.path.isdir(self.spool.folder) or seconds > SPOOL_SECONDS:
            raise BatchError(f"{self.spool.folder}: {error.strerror}") from error
        self.note(f"{self.spool.folder}: {error.strerror}")

    def begin(self):
        """Goes on where an earlier process was, and hands out what nobody has yet."""
        if self.spool.submissions:
            self.register(self.spool.submissions)
            self.take()
        if self.spool.cancelled() or not self.spool.submissions:
            self.spool.remove()
            self.places.clear()
            self.open.clear()
            self.spool.create()
        self.hand_out([key for key in self.runs if key in self.wanted and key not in self.places], self.size)
        self.submit_backlog()

    def register(self, submissions):
        for submission in submissions:
            for element in range(submission.elements()):
                for key in submission.keys_of(element):
                    if key in self.wanted:
                        self.close(key)
                        self.places.setdefault(key, []).append((submission.number, element))
                        self.open.setdefault((submission.number, element), []).append(key)

    def close(self, key):
        """Nobody waits any more for what the last place of a run does."""
        at = self.places.get(key, [None])[-1]
        if at in self.open:
            self.open[at].remove(key)
            if not self.open[at]:
                del self.open[at]
                self.missed.pop(at, None)

    def take(self):
        for result in self.spool.collect():
            key = results.key_of(result)
            if key in self.wanted:
                self.arrived += 1
                self.finish(key, dict(result, engine=self.name))
                if self.needless(self.runs[key]):
                    self.drop([k for k in self.wanted if k[:3] == key[:3]])

    def drop(self, keys):
        """Nobody waits for these any more; what runs already ends with the batch at the latest."""
        for key in keys:
            self.wanted.discard(key)
            self.close(key)

    def finish(self, key, result):
        self.wanted.discard(key)
        self.close(key)
        for number, element in self.places.get(key, ()):
            keys = self.spool.submissions[number - 1].keys_of(element)
            if not self.wanted.intersection(keys):
                self.spool.forget(number, element)
        self.done(result)

    def lost(self, active):
        """Elements with runs to be done that the scheduler has not had for a while."""
        now = time.monotonic()
        for at in [at for at in self.missed if at in active]:
            del self.missed[at]
        for at in self.open:
            if at not in active:
                self.missed.setdefault(at, now)
        if self.missed and self.spool.cancelled():
            raise BatchError("the batch was cancelled; --resume goes on with what is missing")
        return [at for at, since in self.missed.items() if now - since >= GRACE]

    def replace(self, elements):
        again = []
        for at in elements:
            self.stillborn += not self.spool.attempts.get(at)
            for place, key in enumerate(list(self.open[at])):
                if self.attempts(key, place == 0) < self.most:
                    self.close(key)
                    again.append(key)
                else:
                    self.finish(key, self.given_up(key, at))
        if self.stillborn >= HOPELESS and not self.arrived:
            raise BatchError(f"none of the first {self.stillborn} jobs began its work: "
                             f"{self.last_words(*elements[0]) or 'no message'}")
        self.hand_out(again, 1)

    def attempts(self, key, first):
        """How often a run was tried.  Only the first run without a result can have ended the attempts
        at an element of many; the others are not to blame, and lost just one chance."""
        count = 0
        for number, element in self.places[key]:
            tried = len(self.spool.attempts.get((number, element), ()))
            count += max(1, tried if first or self.spool.submissions[number - 1].size == 1 else 1)
        return count

    def given_up(self, key, at):
        words = self.last_words(*at)
        tried = self.spool.attempts.get(at)
        if tried:
            host = tried[max(tried)].host or "an unknown host"
            reason = f"no result after {self.attempts(key, True)} attempts, the last on {host}"
        else:
            reason = "no job for it began its work"
        reason += f": {words}" if words else ""
        return results.make(self.runs[key], "error(node failure)", reason, Outcome(), self.name, results.now())

    def hand_out(self, keys, size):
        if keys:
            self.backlog.append((keys, size))
            self.retry_at = 0.0

    def submit_backlog(self):
        """As much as the scheduler takes; the rest waits until it has done something of that."""
        self.chunk = self.chunk or self.most_elements()
        while self.backlog and time.monotonic() >= self.retry_at:
            keys, size = self.backlog.pop(0)
            keys = [key for key in keys if key in self.wanted]
            if not keys:
                continue
            part, rest = keys[: size * self.chunk], keys[size * self.chunk :]
            submission = self.spool.add(self.plan, [self.runs[k] for k in part], size, self.unique_name())
            try:
                submission.handle = self.submit(submission)
            except Full as e:
                self.spool.withdraw(submission)
                self.backlog.insert(0, (keys, size))
                if self.chunk == 1 and not self.open:
                    raise BatchError(str(e)) from e
                if self.chunk > 1:
                    self.chunk = min(self.chunk, len(part)) // 2 or 1
                else:
                    self.retry_at = time.monotonic() + RETRY
                continue
            self.spool.save()
            self.register([submission])
            self.chunk = min(self.chunk * 2, self.most_elements())
            if rest:
                self.backlog.insert(0, (rest, size))

    def unique_name(self):
        """Finds what the scheduler made of a submission, and nothing else of the user's."""
        text = f"{self.spool.folder} {os.getpid()} {time.time_ns()}"
        return f"cbmc-mt-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def cancel(self):
        if not self.detached:
            self.spool.cancel()
            self.stop(self.spool.submissions)

    def worker(self, submission, element):
        """The command of a worker, for a shell; `element` may be a variable of the shell's."""
        words = ["python3", program(), "element", self.spool.folder, str(submission.number)]
        words += ["--size", str(submission.size), "--attempts", str(self.most)]
        return f"{shlex.join(words)} --number {element}"

    def seconds_of_element(self, size):
        """What an element takes at most; 0: nobody knows."""
        limits = self.plan.limits
        return math.ceil(size * (limits.wall + limits.grace + 10)) + 60 if limits.wall else 0


def program():
    return os.path.abspath(sys.argv[0])


def at_least_one(option, number):
    if number < 1:
        raise BatchError(f"{option}: not a positive number: {number}")
    return number


def refuse_if_alive(folder, engine):
    """A batch must not throw away, or run beside, one that other machines are busy with."""
    from batch import engines

    other = spool.Spool(folder)
    if not other.load() or other.cancelled():
        return
    if other.engine != engine or engines.load(other.engine).alive(other.submissions):
        raise BatchError(f"{folder}: a batch of engine '{other.engine}' may still be running; "
                         f"--resume --engine {other.engine} goes on with it, 'cbmc-mt-batch cancel' ends it")
