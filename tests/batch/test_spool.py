"""Batches on other machines, with a scheduler made up here that loses what the test wants lost."""

import argparse
import json
import os
import signal
import sys
from unittest import mock

from support import BatchTest

from batch import BatchError, engines, limits, plan, results, shares, spool, tasks
from batch.engines import element, spooled


class Engine(spooled.SpooledEngine):
    """Looks at its elements one after the other; `fate` says what becomes of each attempt.

    done: its runs get results; die: it begins and is gone, at its first run or at the `deadly` one;
    never: it is gone without having begun; torn: as die, in the middle of a line; wait: nothing yet.
    """

    name = "fake"
    fate = staticmethod(lambda number, element, count: "done")
    deadly = None
    takes = 1000
    stopped = []

    def submit(self, submission):
        if submission.elements() > self.takes:
            raise spooled.Full("too many")
        self.queue = getattr(self, "queue", []) + [(submission.number, e) for e in range(submission.elements())]
        return {"made": submission.number}

    def most_elements(self):
        return 4

    def last_words(self, number, element):
        return f"element {element} fell silent"

    def active(self):
        self.asked = getattr(self, "asked", 0) + 1
        for at in list(getattr(self, "queue", [])):
            fate = self.fate(*at, len(self.spool.attempts.get(at, ())))
            if fate != "wait":
                self.queue.remove(at)
            if fate not in ("wait", "never"):
                self.attempt(at, fate)
        return set(getattr(self, "queue", ()))

    def attempt(self, at, fate):
        def execute(_plan, runs, done):
            for run in runs:
                if fate != "done" and self.deadly in (None, run.task.name):
                    raise Gone
                done(result_of(run))

        submission = self.spool.submissions[at[0] - 1]
        try:
            spool.work(self.spool.folder, *at, submission.size, self.most, execute)
        except Gone:
            if fate == "torn":
                with open(self.spool.path("out", f"{at[0]}-{at[1]}.0"), "a", encoding="utf-8") as f:
                    f.write('{"task": "t00.c", "prop')

    @staticmethod
    def alive(submissions):
        return bool(submissions)

    @staticmethod
    def stop(submissions):
        Engine.stopped.extend(s.number for s in submissions)


class Gone(Exception):
    pass


def result_of(run):
    return results.make(run, "true", "", limits.Outcome(), "local", results.now())


class Spooled(BatchTest):
    def setUp(self):
        super().setUp()
        sys.modules["fake_engine"] = sys.modules[__name__]
        engines.ENGINES["fake"] = "fake_engine"
        self.addCleanup(engines.ENGINES.pop, "fake")
        for name, value in ("COLLECT", (0.001, 0.01)), ("ASK", (0.002, 0, 0.01)), ("GRACE", 0.02), ("RETRY", 0.01):
            self.addCleanup(setattr, spooled, name, getattr(spooled, name))
            setattr(spooled, name, value)
        Engine.stopped = []
        self.old_alarm = signal.getsignal(signal.SIGALRM)
        self.addCleanup(signal.signal, signal.SIGALRM, self.old_alarm)

    def plan(self, count):
        runs = [
            plan.Run(i, tasks.Task(f"t{i:02}.c", (f"/t{i:02}.c",), None, None, None, None, "true", "f", None), "v")
            for i in range(count)
        ]
        return plan.Plan({}, limits.Limits(cpu=5), runs)

    def engine(self, count=10, size=1, attempts=3, resume=False, **fates):
        options = argparse.Namespace(output=self.path("out.jsonl"), attempts=attempts, runs_per_job=size, resume=resume)
        engine = Engine(self.plan(count), options)
        for name, value in fates.items():
            setattr(engine, name, value)
        return engine

    def run_all(self, engine, wanted=None):
        """The results by the name of the task; fails if there are two of one."""
        found = {}

        def done(result):
            self.assertNotIn(result["task"], found)
            found[result["task"]] = result

        engine.run(engine.plan.runs if wanted is None else wanted, done)
        return found

    def verdicts(self, found):
        return {task: result["verdict"] for task, result in found.items()}

    def all_true(self, count=10):
        return {f"t{i:02}.c": "true" for i in range(count)}

    def test_done(self):
        engine = self.engine()
        found = self.run_all(engine)
        self.assertEqual(self.verdicts(found), self.all_true())
        self.assertEqual({r["engine"] for r in found.values()}, {"fake"})
        self.assertEqual(engine.stopped, [1, 2, 3], "ten runs, four elements at a time")
        self.assertFalse(os.path.exists(engine.spool.folder))

    def test_lost(self):
        for fate in "die", "torn", "never":
            with self.subTest(fate):
                engine = self.engine(fate=lambda n, e, c: fate if (n, e) == (1, 2) else "done")
                self.assertEqual(self.verdicts(self.run_all(engine)), self.all_true())
                self.assertEqual(len(engine.spool.submissions), 4)

    def run_shares(self, count, verdict_of):
        """Two tasks in shares; verdict_of(run) None: it never ends.  Returns the verdicts of the tasks."""
        engine = self.engine()
        engine.plan.runs = [plan.Run(2 * i + k, task.task, "v", share)
                            for i, task in enumerate(self.plan(2).runs) for k, share in enumerate(shares.names(count))]
        engine.runs = {run.key: run for run in engine.plan.runs}
        tally, found = shares.Tally([]), []
        engine.needless = tally.needless

        def execute(_plan, runs, done):
            for run in runs:
                done(results.make(run, verdict_of(run), "", limits.Outcome(), "local", results.now(), "x"))

        def run_of(number, element):
            return engine.runs[engine.spool.submissions[number - 1].keys_of(element)[0]]

        def done(result):
            found.append(result)
            tally.add(result)

        engine.fate = lambda number, element, _: "done" if verdict_of(run_of(number, element)) else "wait"
        engine.attempt = lambda at, _: spool.work(engine.spool.folder, *at, 1, engine.most, execute)
        engine.run(engine.plan.runs, done)
        return self.verdicts({r["task"]: r for r in shares.combine_all(found)})

    def test_shares(self):
        self.assertEqual(self.run_shares(3, lambda run: "true"), self.all_true(2))

    def test_needless_shares(self):
        """The other shares of a violated task never end, and are not waited for."""
        def verdict_of(run):
            return "true" if run.task.name == "t01.c" else "false" if run.share == "2/6" else None

        self.assertEqual(self.run_shares(6, verdict_of), {"t00.c": "false", "t01.c": "true"})

    def test_two_results(self):
        """An element that was thought lost comes back after its runs were handed out again."""
        seen = []

        def fate(number, element, count):
            if (number, element) == (1, 1) and not seen:
                seen.append(1)
                return "never"
            if number == 4:
                self.late.attempt((1, 1), "done")
            return "done"

        self.late = self.engine(fate=fate)
        self.assertEqual(self.verdicts(self.run_all(self.late)), self.all_true())
        self.assertEqual(len(self.late.spool.submissions), 4)

    def test_line_by_line(self):
        """Results of one element arrive one after the other, in pieces that need not be lines."""
        engine = self.engine(3, size=3, fate=lambda n, e, c: "wait")
        text = "".join(json.dumps(result_of(run)) + "\n" for run in engine.plan.runs)
        pieces = [text[i : i + 100] for i in range(0, len(text), 100)]

        def active():
            with open(engine.spool.path("out", "1-0.0"), "a", encoding="utf-8") as f:
                f.write(pieces.pop(0) if pieces else "")
            return {(1, 0)}

        engine.active = active
        self.assertEqual(self.verdicts(self.run_all(engine)), self.all_true(3))
        self.assertEqual(pieces, [])

    def test_given_up(self):
        bad = "t05.c"

        def fate(number, element, count):
            keys = engine.spool.submissions[number - 1].keys_of(element)
            return "die" if keys[0][1] == bad else "done"

        engine = self.engine(fate=fate, attempts=3)
        found = self.run_all(engine)
        self.assertEqual(self.verdicts(found), {**self.all_true(), bad: "error(node failure)"})
        host = spool.platform.node()
        self.assertEqual(found[bad]["reason"], f"no result after 3 attempts, the last on {host}: element 0 fell silent")
        self.assertEqual(found[bad]["status"], "error")

    def test_never_begun(self):
        engine = self.engine(3, fate=lambda n, e, c: "never" if (e == 1 or n > 1) else "done", attempts=2)
        found = self.run_all(engine)
        self.assertEqual(found["t01.c"]["reason"], "no job for it began its work: element 0 fell silent")

    def test_innocent(self):
        """A run that ends its machine again and again does not take those of its job with it."""
        def fate(number, element, count):
            keys = engine.spool.submissions[number - 1].keys_of(element)
            if "t01.c" not in [k[1] for k in keys]:
                return "done"
            if number == 1:  # the scheduler itself tries again, as Slurm does
                for _ in range(engine.most):
                    engine.attempt((number, element), "die")
            return "die"

        engine = self.engine(6, size=3, fate=fate, deadly="t01.c")
        found = self.verdicts(self.run_all(engine))
        self.assertEqual(found, {**self.all_true(6), "t01.c": "error(node failure)"})

    def test_hopeless(self):
        engine = self.engine(20, fate=lambda n, e, c: "never")
        with self.assertRaisesRegex(BatchError, "none of the first .* began its work: element . fell silent"):
            self.run_all(engine)

    def test_full(self):
        """A scheduler that takes only two at a time gets two at a time."""
        engine = self.engine(takes=2)
        self.assertEqual(self.verdicts(self.run_all(engine)), self.all_true())
        self.assertEqual({s.elements() for s in engine.spool.submissions}, {2})
        with self.assertRaisesRegex(BatchError, "too many"):
            self.run_all(self.engine(takes=0))

    def test_scheduler_does_not_answer(self):
        """Silence is no loss."""
        engine = self.engine(4)
        real, looks = engine.active, []

        def active():
            looks.append(1)
            return real() if len(looks) > 20 else None

        engine.active = active
        self.assertEqual(self.verdicts(self.run_all(engine)), self.all_true(4))
        self.assertEqual(len(engine.spool.submissions), 1)

    def killed(self, engine, after):
        """Runs until so many results are there, and leaves everything as kill -9 would."""
        found = []

        def done(result):
            found.append(result)
            if len(found) == after:
                raise Gone

        with self.assertRaises(Gone):
            engine.run(engine.plan.runs, done)
        return {r["task"] for r in found}

    def rest(self, have, count=10):
        return [r for r in self.plan(count).runs if r.task.name not in have]

    def test_resume(self):
        have = self.killed(self.engine(), 3)
        engine = self.engine(resume=True, fate=lambda n, e, c: "done")
        engine.queue = [(s.number, e) for s in engine.spool.submissions for e in range(s.elements())]
        found = self.run_all(engine, self.rest(have))
        self.assertEqual(set(found) | have, set(self.all_true()))
        self.assertEqual(set(found) & have, set())
        self.assertEqual(len(engine.spool.submissions), 3, "nothing is handed out again")

    def test_resume_after_all_died(self):
        have = self.killed(self.engine(fate=lambda n, e, c: "done" if n < 3 else "wait"), 8)
        engine = self.engine(resume=True)
        found = self.run_all(engine, self.rest(have))
        self.assertEqual(set(found) | have, set(self.all_true()))

    def test_not_resumed(self):
        self.killed(self.engine(), 3)
        with self.assertRaisesRegex(BatchError, "may still be running"):
            self.engine()
        with self.assertRaisesRegex(BatchError, "may still be running; --resume --engine fake"):
            spooled.refuse_if_alive(self.path("out.jsonl.spool"), "local")

    def test_other_configuration(self):
        self.killed(self.engine(), 3)
        with self.assertRaisesRegex(BatchError, "with other options"):
            spool.Spool(self.path("out.jsonl.spool"), "fake", "another").load()

    def test_cancel(self):
        """Who watches hands out nothing any more; the results that are there are kept."""
        engine = self.engine(fate=lambda n, e, c: "wait" if n > 1 else "done")
        have = []

        def done(result):
            have.append(result["task"])
            if len(have) == 4:
                self.assertEqual(element.cancel([self.path("out.jsonl")]), 0)
                engine.queue.clear()

        with self.assertRaisesRegex(BatchError, "the batch was cancelled"):
            engine.run(engine.plan.runs, done)
        self.assertEqual(Engine.stopped, [1, 2, 3])
        self.assertEqual(len(have), 4)
        engine = self.engine(resume=True)
        found = self.run_all(engine, self.rest(have))
        self.assertEqual(set(found) | set(have), set(self.all_true()))
        self.assertEqual(len(engine.spool.submissions), 2)
        with self.assertRaisesRegex(BatchError, "no batch of engine"):
            element.cancel([self.path("out.jsonl")])

    def test_worker_ends_when_cancelled(self):
        engine = self.engine(1, fate=lambda n, e, c: "wait")
        with self.assertRaises(Gone):
            engine.active = lambda: (_ for _ in ()).throw(Gone)
            self.run_all(engine)
        self.addCleanup(setattr, spool, "LOOK", spool.LOOK)
        spool.LOOK = 0.01

        def execute(*_):
            engine.spool.cancel()
            signal.pause()

        with self.assertRaises(KeyboardInterrupt):
            spool.work(engine.spool.folder, 1, 0, 1, 3, execute)
        spool.work(engine.spool.folder, 1, 0, 1, 3, lambda *_: self.fail("it does not even begin"))

    def test_detach(self):
        """Who logs off leaves everything running."""
        engine = self.engine(fate=lambda n, e, c: "wait")
        old = signal.getsignal(signal.SIGHUP)
        self.addCleanup(signal.signal, signal.SIGHUP, old)
        engine.active = lambda: os.kill(os.getpid(), signal.SIGHUP)
        with self.assertRaisesRegex(BatchError, "the runs go on"):
            self.run_all(engine)
        engine.cancel()
        self.assertEqual(Engine.stopped, [])
        self.assertFalse(engine.spool.cancelled())

    def test_folder_gone(self):
        engine = self.engine(fate=lambda n, e, c: "wait")
        engine.active = lambda: engine.spool.remove()
        with self.assertRaisesRegex(BatchError, "No such file"):
            self.run_all(engine)


class Elements(BatchTest):
    def test_real_runs(self):
        """The command that workers run, with a verifier."""
        from batch import verifiers

        made = verifiers.choose(verifiers.load_table([self.path("fake.toml")]), ["fake"])
        runs = []
        for i in range(5):
            file = self.task(f"{i}.c", "echo true")
            runs.append(plan.Run(i, tasks.Task(f"{i}.c", (file,), None, None, None, None, "true", "f", None), "fake"))
        whole = plan.Plan(made, limits.Limits(cpu=5, cores=1), runs)
        box = spool.Spool(self.path("spool"), "slurm", whole.fingerprint())
        box.create()
        box.add(whole, runs, 2, "name")
        command = [self.command()[0], "element", "spool", "1", "--size", "2", "--attempts", "2", "--number"]
        for number in "1", "2", "1", "1":
            with mock.patch.dict(os.environ, TMPDIR=self.dir):
                done = self.run_program([*command, number])
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(sorted(os.listdir(self.path("spool", "out"))), ["1-1.0", "1-1.1", "1-2.0"])
        self.assertEqual(sorted(r["task"] for r in box.collect()), ["2.c", "3.c", "4.c"])
        with open(self.path("spool", "out", "1-1.1"), encoding="utf-8") as f:
            self.assertEqual([list(json.loads(line)) for line in f], [["attempt"]], "nothing is done twice")

    def test_processors(self):
        there = os.sched_getaffinity(0)
        if len(there) < 2:
            self.skipTest("only one processor")
        script = ("import sys, os; sys.path.insert(0, sys.argv[1]); from batch.engines import element; "
                  "element.claim_processors(1); print(*os.sched_getaffinity(0), flush=True); sys.stdin.read()")
        from support import TOP, subprocess

        env = dict(os.environ, TMPDIR=self.dir)
        first, second, late = (
            subprocess.Popen([sys.executable, "-B", "-c", script, TOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             text=True, env=env)
            for _ in range(3)
        )
        got = [p.stdout.readline().split() for p in (first, second, late)]
        for p in first, second, late:
            p.communicate()
        if len(there) == 2:
            self.assertEqual(sorted(map(len, got)), [1, 1, 2], "the third finds none that is free")
        self.assertNotEqual(*sorted(got, key=len)[:2])
