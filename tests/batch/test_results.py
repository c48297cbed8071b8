"""Result files: kill -9 and --resume, torn lines, interrupts, exit codes."""

import json
import os
import signal
import subprocess
import time
import unittest.mock

from support import BatchTest
from test_limits import marked

from batch import BatchError, results


def obey_interrupts():
    """A test that runs in the background of a shell inherits that SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Resume(BatchTest):
    def many(self, n, *script):
        for i in range(n):
            self.task(f"t/{i:02}_true-unreach-call.c", *script)

    def begin(self, *arguments):
        """Starts a batch anew and returns when some results are there."""
        if os.path.exists(self.path("results.jsonl")):
            os.unlink(self.path("results.jsonl"))
        process = subprocess.Popen(self.command(*arguments), cwd=self.dir, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, preexec_fn=obey_interrupts)
        self.addCleanup(process.wait)
        for _ in range(500):
            if os.path.exists(self.path("results.jsonl")) and len(self.lines()) > 3:
                return process
            time.sleep(0.02)
        self.fail("the batch does not get going")

    def check_all_once(self, n):
        found = [r["task"] for r in self.lines() if "task" in r]
        self.assertEqual(len(found), len(set(found)), "a run is there twice")
        self.assertEqual(len(found), n, "a run was lost")

    def test_kill_and_resume(self):
        for limits in "auto", "rlimit":
            self.many(30, "echo x >> ../../count; sleep 0.05; sleep 0.0501234; echo true")
            process = self.begin("--limits", limits, "-j2", "t")
            process.kill()
            process.wait()
            before = len(self.lines()) - 1
            self.assertLess(before, 30)
            for _ in range(100):
                if not marked("0.0501234"):
                    break
                time.sleep(0.01)
            with open(self.path("results.jsonl"), "a", encoding="utf-8") as f:
                f.write('{"task": "t/05_true-unreach')
            done = self.batch("--limits", limits, "-j2", "--resume", "t")
            self.assertIn(f"{before} of 30 runs are done already", done.stderr)
            self.check_all_once(30)

    def test_killed_leaves_nothing(self):
        for limits in "auto", "rlimit":
            self.many(5, "echo true")
            self.task("t/99_true-unreach-call.c", "sleep 61.0001 & sleep 61.0001; wait")
            process = self.begin("--limits", limits, "t")
            self.wait_for(lambda: len(marked("61.0001")) == 2)
            process.kill()
            process.wait()
            self.wait_for(lambda: not marked("61.0001"))

    def wait_for(self, condition):
        for _ in range(300):
            if condition():
                return
            time.sleep(0.02)
        self.fail("did not happen")

    def test_interrupt(self):
        self.many(5, "echo true")
        self.task("t/99_true-unreach-call.c", "sleep 61.0002")
        for number in signal.SIGINT, signal.SIGTERM:
            process = self.begin("t")
            self.wait_for(lambda: marked("61.0002"))
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=10), 130)
            self.assertEqual(marked("61.0002"), [])
            self.assertEqual(len(self.results()), 5)
        self.task("t/99_true-unreach-call.c", "echo true")
        self.batch("--resume", "t")
        self.check_all_once(6)

    def test_two_at_a_time(self):
        self.task("a_true-unreach-call.c", "sleep 30")
        process = subprocess.Popen(self.command("."), cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not os.path.exists(self.path("results.jsonl")) or not self.lines():
                time.sleep(0.02)
            for option in "--resume", "--force":
                done = self.batch(option, ".", code=2)
                self.assertIn("another cbmc-mt-batch is writing to it", done.stderr)
            self.assertEqual(len(self.lines()), 1, "its header is still there")
        finally:
            process.terminate()
            process.wait()

    def test_resume_adds_new_tasks_only(self):
        self.many(2, "echo run >> ../../count; echo true")
        self.batch("t/00_true-unreach-call.c")
        first = self.lines()
        self.batch("--resume", "t")
        self.batch("--resume", "t")
        self.assertEqual(self.lines()[:2], first)
        self.check_all_once(2)

    def test_other_configuration_is_refused(self):
        self.many(1, "echo true")
        self.batch("t")
        before = self.lines()
        for change in ["--time", "5"], ["--memory", "1g"], ["--verifier", "x=fake -y"]:
            done = self.batch("--resume", *change, "t", code=2)
            self.assertIn("another configuration", done.stderr)
        self.write("fake.toml", open(self.path("fake.toml"), encoding="utf-8").read().replace("-64", "-65"))
        self.assertIn("an adapter has changed", self.batch("--resume", "t", code=2).stderr)
        self.assertEqual(self.lines(), before)

    def test_existing_file_is_kept(self):
        self.many(1, "echo true")
        self.batch("t")
        self.assertIn("is there already", self.batch("t", code=2).stderr)
        self.batch("--force", "t")
        self.check_all_once(1)

    def test_resume_of_something_else(self):
        self.many(1, "echo true")
        self.write("results.jsonl", "not\nresults\n")
        self.assertIn("not a result file", self.batch("--resume", "t", code=2).stderr)


class Reading(BatchTest):
    def good(self, **other):
        return json.dumps({"task": "a.c", "verifier": "v", "property": None, "verdict": "true",
                           "status": "correct", **other})

    def test_bad_lines_are_passed_over(self):
        head = json.dumps({"format": results.FORMAT})
        text = "\n".join([head, self.good(), "[1]", "torn {", "", "null", self.good(task="b.c"), "{\"ta"])
        file = results.read(self.write("r.jsonl", text))
        self.assertEqual([r["task"] for r in file.results], ["a.c", "b.c"])
        results.repair(file.path, file.end)
        self.assertEqual(results.read(file.path).results, file.results)
        self.assertEqual(os.path.getsize(file.path), file.end)

    def test_the_last_of_two_counts(self):
        head = json.dumps({"format": results.FORMAT})
        text = "\n".join([head, self.good(), self.good(verdict="unknown", status="unknown"), ""])
        self.assertEqual([r["verdict"] for r in results.read(self.write("r", text)).results], ["unknown"])

    def test_other_formats(self):
        for text in "", "{}\n", json.dumps({"format": "cbmc-mt-batch 99"}) + "\n":
            with self.assertRaises(BatchError):
                results.read(self.write("r", text))


class ExitCodes(BatchTest):
    def test_without_yaml(self):
        """One message, only if there is a task definition."""
        self.task("x_true-unreach-call.c", "echo true")
        self.write("x.yml", "format_version: '2.0'\ninput_files: x_true-unreach-call.c\n")
        self.write("none/yaml.py", "raise ImportError")
        with unittest.mock.patch.dict(os.environ, PYTHONPATH=self.path("none")):
            self.batch("--force", "x_true-unreach-call.c")
            done = self.batch("--force", "x.yml", "x.yml", code=2)
        message = "cbmc-mt-batch: task definitions need PyYAML: install the package python3-yaml\n"
        self.assertEqual(done.stderr, message)

    def test_codes(self):
        self.task("right_true-unreach-call.c", "echo true")
        self.task("wrong_false-unreach-call.c", "echo true")
        self.task("crash_true-unreach-call.c", "kill -11 $$")
        self.write("broken.yml", "input_files: [")
        self.batch("--force", "right_true-unreach-call.c")
        self.batch("--force", "right_true-unreach-call.c", "wrong_false-unreach-call.c", code=1)
        self.batch("--force", "crash_true-unreach-call.c")
        self.assertEqual(self.results()["crash_true-unreach-call.c"]["verdict"], "error(signal 11)")
        done = self.batch("--force", "right_true-unreach-call.c", "broken.yml", code=3)
        self.assertIn("broken.yml: line 1", done.stderr)
        self.assertIn("no tasks", self.batch("--force", "broken.yml", code=2).stderr)
        self.assertIn("no such file", self.batch("nothing.c", code=2).stderr)
        self.batch("--jobs", "0", "x.c", code=2)
        self.batch("--time", "soon", "x.c", code=2)

    def test_limits_from_the_command_line(self):
        self.task("slow_true-unreach-call.c", "sleep 60")
        self.task("busy_true-unreach-call.c", "while :; do :; done")
        self.task("big_true-unreach-call.c",
                  "exec python3 -S -c 'import time; x = b\"x\" * (108 << 20); time.sleep(60)'")
        limits = ["--time", "0.5", "--memory", "100m", "--grace", "0.3"]
        self.batch("-j2", *limits, "--wall", "120", "--only", "big|busy", ".", "-o", "1.jsonl")
        self.batch(*limits, "--wall", "0.5", "--only", "slow", ".", "-o", "2.jsonl")
        got = {t.partition("_")[0]: (r["verdict"], r["reason"], r["status"])
               for f in ("1.jsonl", "2.jsonl") for t, r in self.results(f).items()}
        self.assertEqual(got, {"slow": ("TIMEOUT", "wall time", "error"), "busy": ("TIMEOUT", "", "error"),
                               "big": ("OUT OF MEMORY", "", "error")})

    def test_list_on_standard_input(self):
        self.task("a.c", "echo true")
        self.task("b.c", "echo unknown: too hard")
        self.batch("-", stdin="a.c\nb.c\n")
        self.assertEqual({t: r["status"] for t, r in self.results().items()},
                         {"a.c": "unjudged", "b.c": "unknown"})

    def test_selection(self):
        for i in range(6):
            self.task(f"f{i % 2}/{i}_true-unreach-call.c", "echo true")
        self.batch("--only", "[0-3]_", "--every", "2", "f0", "f1")
        self.assertEqual(sorted(self.results()), ["f0/0_true-unreach-call.c", "f1/1_true-unreach-call.c"])
        self.batch("--force", "--limit", "1", ".")
        self.assertEqual(sorted(self.results()), ["f0/0_true-unreach-call.c", "f1/1_true-unreach-call.c"])


class Plans(BatchTest):
    def test_saved(self):
        from batch import limits, plan, tasks, verifiers

        made = verifiers.choose(verifiers.load_table([self.path("fake.toml")]), ["fake"])
        runs = []
        for i in range(4):
            file = self.task(f"{i}.c", "echo true")
            runs.append(plan.Run(i, tasks.Task(f"{i}.c", (file,), None, None, None, None, "true", "f", None),
                                 "fake"))
        whole = plan.Plan(made, limits.Limits(cpu=5), runs)
        whole.save(self.path("plan"))
        self.assertEqual(plan.load(self.path("plan")), whole)
        self.assertEqual(plan.load(self.path("plan"), {1, 3, 7}).runs, [runs[1], runs[3]])
