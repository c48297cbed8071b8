"""What engines beyond this machine share: hand out elements, collect results, watch for losses.

A scheduler is asked only one thing while a batch runs: which elements it still has.  Whether a run
is done is decided by its result in the spool alone.  An element that the scheduler no longer has
and whose results are not all there was lost with its machine; what is missing of it is handed out
again, until there were --attempts of them.

The process that watches may die: the scheduler goes on, and --resume finds the results in the spool
and the elements that are still running.

An engine of this kind fills in:

    submit(submission)   hands it to the scheduler; returns a handle that JSON can hold
    active()             {(number, element)} that the scheduler still has; None: it does not answer
    alive(submissions)   static; whether the scheduler has anything of them
    stop(submissions)    static; ends them
    most_elements()      a submission may have
    last_words(n, e)     the last line an element printed, for messages
"""

import argparse
import hashlib
import math
import os
import shlex
import signal
import sys
import time

from batch import BatchError, engines, results, spool
from batch.limits import Outcome

GRACE = 3.0  # seconds that a network may take to show the results of an element that is gone
HOPELESS = 8  # elements lost before they began, and nothing done: it will not get better
SHORTEST, LONGEST = 0.25, 4.0  # seconds between two looks


def folder_of(output):
    """The spool of a result file."""
    return output + ".spool"


class SpooledEngine:
    def __init__(self, plan, options):
        self.plan = plan
        self.options = options
        self.most = at_least_one("--attempts", options.attempts)
        self.size = at_least_one("--runs-per-job", options.runs_per_job)
        self.spool = spool.Spool(folder_of(options.output), self.name, plan.fingerprint())
        self.by_key = {run.key: run for run in plan.runs}
        self.open = {}  # (number, element) -> keys without a result, where they were handed out last
        self.place = {}  # key -> (number, element)
        self.missed = {}  # (number, element) -> since when the scheduler does not have it
        self.stillborn = 0  # elements that were lost before an attempt began
        self.arrived = 0
        self.running = 0
        self.detached = False

    def slots(self):
        return max(1, self.running)

    def say(self, text):
        clear = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{clear}cbmc-mt-batch: {text}", file=sys.stderr, flush=True)

    def run(self, runs, done):
        signal.signal(signal.SIGHUP, self.detach)
        wanted = {run.key for run in runs}
        self.begin(wanted, done)
        pause = SHORTEST
        while wanted:
            active = self.active()
            before = len(wanted)
            self.take(wanted, done)
            if active is not None:
                self.replace(self.lost(active), wanted, done)
            pause = SHORTEST if len(wanted) < before else min(LONGEST, pause * 1.25)
            if wanted:
                time.sleep(min(pause, GRACE / 4) if self.missed else pause)
        self.stop(self.spool.submissions)
        self.spool.remove()

    def detach(self, _number, _frame):
        """Who logs off wants to find the results later."""
        self.detached = True
        raise BatchError("logged off; the runs go on, and --resume collects their results")

    def begin(self, wanted, done):
        """Goes on where an earlier process was, and hands out what nobody has yet."""
        if self.options.resume and self.spool.load():
            self.register(wanted)
            self.take(wanted, done)
        else:
            refuse_if_alive(self.spool, self)
        if self.spool.cancelled() or not self.spool.submissions:
            self.spool.remove()
            self.open.clear()
            self.place.clear()
            self.spool.create()
        self.hand_out([key for key in self.by_key if key in wanted and key not in self.place])

    def register(self, wanted, submissions=None):
        """Notes where runs were handed out; the last place counts."""
        for submission in self.spool.submissions if submissions is None else submissions:
            for element in range(submission.elements()):
                for key in submission.keys_of(element):
                    if key in wanted:
                        self.forget(key)
                        self.place[key] = (submission.number, element)
                        self.open.setdefault(self.place[key], []).append(key)

    def forget(self, key):
        at = self.place.pop(key, None)
        if at in self.open:
            self.open[at].remove(key)
            if not self.open[at]:
                del self.open[at]
                self.missed.pop(at, None)

    def take(self, wanted, done):
        for result in self.spool.collect():
            key = results.key_of(result)
            if key in wanted:
                wanted.discard(key)
                self.forget(key)
                self.arrived += 1
                done(dict(result, engine=self.name))

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

    def replace(self, elements, wanted, done):
        again = []
        for at in elements:
            if not self.spool.attempts.get(at):
                self.stillborn += 1
            for place, key in enumerate(list(self.open[at])):
                if self.attempts(key, place == 0) < self.most:
                    again.append(key)
                    continue
                wanted.discard(key)
                self.forget(key)
                done(self.given_up(key, at))
        if self.stillborn >= HOPELESS and not self.arrived:
            raise BatchError(f"none of the first {self.stillborn} jobs began its work: "
                             f"{self.last_words(*elements[0]) or 'no message'}")
        if again:
            self.hand_out(again, 1)

    def attempts(self, key, first):
        """How often a run was tried.  Only the first run without a result can have ended an attempt
        at an element of many; the others are not to blame."""
        count = 0
        for submission in self.spool.submissions:
            if key in submission.keys:
                at = (submission.number, submission.keys.index(key) // submission.size)
                tried = len(self.spool.attempts.get(at, ()))
                count += max(1, tried if first or submission.size == 1 else 1)
        return count

    def given_up(self, key, at):
        tried = self.spool.attempts.get(at)
        if tried:
            hosts = [tried[name].host for name in sorted(tried)]
            reason = f"no result after {self.most} attempts, the last on {hosts[-1] or 'an unknown host'}"
        else:
            reason = f"no job for it began its work: {self.last_words(*at) or 'no message'}"
        run = self.by_key[key]
        return results.make(run, "error(node failure)", reason, Outcome(), self.name, results.now())

    def hand_out(self, keys, size=None):
        size = size or self.size
        each = size * self.most_elements()
        # Unique for this file of results, so that nothing else of the user's is found by it.
        stem = hashlib.sha256(f"{self.spool.folder} {os.getpid()} {time.time_ns()}".encode())
        for start in range(0, len(keys), each):
            part = keys[start : start + each]
            submission = self.spool.add(self.plan, [self.by_key[k] for k in part], size,
                                        f"cbmc-mt-{stem.hexdigest()[:10]}")
            submission.handle = self.submit(submission)
            self.spool.save()
            self.register(set(part), [submission])

    def cancel(self):
        if self.detached:
            return
        self.spool.cancel()
        self.stop(self.spool.submissions)

    def worker(self, submission, element):
        """The command of a worker, for a shell; `element` may be a variable of the shell's."""
        program = os.path.abspath(sys.argv[0])
        words = ["python3", program, "element", self.spool.folder, str(submission.number)]
        words += ["--size", str(submission.size), "--attempts", str(self.most)]
        return f"{shlex.join(words)} --number {element}"

    def seconds_of_element(self, size):
        """What an element takes at most; 0: nobody knows."""
        limits = self.plan.limits
        each = limits.wall or 0
        return math.ceil(size * (each + limits.grace + 10)) + 60 if each else 0


def at_least_one(option, number):
    if number < 1:
        raise BatchError(f"{option}: not a positive number: {number}")
    return number


def add_arguments(group):
    """What all engines of this kind understand."""
    group.add_argument("--attempts", type=int, default=3, metavar="N",
                       help="how often a run is tried that was lost with its machine (default 3)")
    group.add_argument("--runs-per-job", type=int, default=1, metavar="N",
                       help="for many short runs: so many one after the other in a job (default 1)")


def element_command(arguments):
    """Does the runs of one element of a spool; for engines, not for people."""
    parser = argparse.ArgumentParser(prog="cbmc-mt-batch element", description=element_command.__doc__)
    parser.add_argument("spool")
    parser.add_argument("submission", type=int)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--attempts", type=int, required=True)
    parser.set_defaults(jobs=1)
    options = parser.parse_args(arguments)

    def execute(plan, runs, done):
        engine = engines.load("local")(plan, options)
        try:
            engine.run(runs, done)
        except BaseException:
            engine.cancel()
            raise

    spool.work(options.spool, options.submission, options.number, options.size, options.attempts, execute)
    return 0


def cancel_command(arguments):
    """Ends a batch that runs elsewhere; what is done is kept, and --resume goes on with the rest."""
    parser = argparse.ArgumentParser(prog="cbmc-mt-batch cancel", description=cancel_command.__doc__)
    parser.add_argument("output", metavar="FILE", help="the result file of the batch")
    options = parser.parse_args(arguments)
    found = spool.Spool(folder_of(options.output))
    if not found.load():
        raise BatchError(f"{options.output}: no batch of engine parallel or slurm is running for it")
    found.cancel()
    engines.load(found.engine).stop(found.submissions)
    return 0


def refuse_if_alive(folder, engine):
    """A new batch must not throw away one that is still running."""
    other = spool.Spool(folder.folder)
    if not other.load() or other.cancelled():
        return
    if other.engine != engine.name or engine.alive(other.submissions):
        raise BatchError(f"{other.folder}: a batch of engine '{other.engine}' may still be running; "
                         "--resume goes on with it, 'cbmc-mt-batch cancel' ends it")
