"""Shares: one task done by several runs, and one verdict out of theirs."""

import fcntl
import json
import os
import subprocess
import sys

from support import ADAPTER, TOP, BatchTest

from batch import limits, plan, results, shares, tasks, verifiers

SHARED = ADAPTER.replace('"{options}", ', '"{share}", "{journal}", "{options}", ') + r"""
[[fake.verdict]]
output = '^whole (\d+/\d+) of (\w+)$'
share = '\1'
split = '\2'
verdict = "true"
"""
SHARED = SHARED.replace("witness = [", 'share = ["-s", "{share}"]\njournal = ["-j", "{journal}"]\nwitness = [')


def part(share, verdict, split=None, **other):
    status = {"true": "part", "unknown": "unknown", "true within unwind 5": "qualified"}.get(verdict, "part" if "false" in verdict else "error")
    return {"task": "a.c", "property": None, "verifier": "v", "expected": None, "verdict": verdict, "reason": "",
            "status": status, "cpu": 1.5, "wall": 1.0, "memory": 10, "exit": 0, "start": "2", "share": share,
            "split": split, **other}


class Combining(BatchTest):
    def verdict(self, *parts):
        whole = shares.combine(list(parts))
        return whole and (whole["verdict"], whole["reason"])

    def test_true_needs_all(self):
        parts = [part(f"{i}/3", "true", "ab") for i in (2, 1, 3)]
        self.assertEqual(self.verdict(*parts), ("true", ""))
        for i in range(3):
            self.assertIsNone(self.verdict(*parts[:i], *parts[i + 1:]))

    def test_true_needs_one_split(self):
        for other in "ac", None:
            got = self.verdict(part("1/2", "true", "ab"), part("2/2", "true", other))
            self.assertEqual(got, ("unknown", "the shares have split the search in different ways"))

    def test_one_false_is_enough(self):
        failed = part("2/3", "false(valid-free)", reason="there")
        self.assertEqual(self.verdict(failed), ("false(valid-free)", "there"))
        self.assertEqual(self.verdict(part("1/3", "TIMEOUT"), failed, part("3/3", "true", "x"))[0], "false(valid-free)")

    def test_a_guess_is_worth_less(self):
        guess = part("1/2", "false if 'f' may return 3")
        self.assertEqual(self.verdict(guess)[0], "false if 'f' may return 3")
        self.assertEqual(self.verdict(guess, part("2/2", "false"))[0], "false")

    def test_no_answer(self):
        good = part("1/3", "true", "ab")
        self.assertEqual(self.verdict(good, part("2/3", "unknown", reason="hard"), part("3/3", "true", "ab")),
                         ("unknown", "share 2/3: hard"))
        self.assertEqual(self.verdict(good, part("2/3", "unknown"), part("3/3", "TIMEOUT")), ("TIMEOUT", "share 3/3"))

    def test_qualified_is_no_answer(self):
        bounded = part("2/2", "true within unwind 5")
        self.assertEqual(self.verdict(part("1/2", "true", "ab"), bounded),
                         ("unknown", "share 2/2: true within unwind 5"))
        self.assertEqual(self.verdict(part("1/2", "unknown", reason="hard"), bounded), ("unknown", "share 1/2: hard"))

    def test_costs(self):
        whole = shares.combine([part("1/2", "true", "x", memory=5, wall=3.0, start="1"), part("2/2", "true", "x")])
        self.assertEqual((whole["cpu"], whole["wall"], whole["memory"], whole["start"], whole["shares"]),
                         (3.0, 3.0, 10, "1", 2))
        self.assertFalse({"share", "split"} & whole.keys())

    def test_a_share_is_never_the_whole(self):
        """Neither is the verdict of a share that nobody asked for that of the task."""
        made = verifiers.Verifier(verifiers.load_table([])["cbmc-mt"], "/bin/cbmc-mt", [], "1")
        said = "VERIFICATION SUCCESSFUL (for share 2/4 of split 00ff)\n"
        self.assertEqual(made.judge(None, 0, said, "2/4"), ("true", "", "00ff"))
        for asked in None, "1/4", "2/5":
            self.assertEqual(made.judge(None, 0, said, asked)[0], "unknown")
        bounded = "VERIFICATION SUCCESSFUL (for share 2/4 of split 00ff, within unwind 3)\n"
        self.assertEqual(made.judge(None, 0, bounded, "2/4")[0], "unknown")
        task = tasks.Task("a.c", ("/a.c",), None, None, None, None, "false", "f", None)
        result = results.make(plan.Run(0, task, "v", "1/2"), "true", "", limits.Outcome(), "local", "", "x")
        self.assertEqual(result["status"], "part")


class Running(BatchTest):
    def setUp(self):
        super().setUp()
        self.write("fake.toml", SHARED.replace("./fake", self.path("fake")))

    def verdicts(self, name="results.jsonl"):
        return {r["task"]: (r["verdict"], r["status"]) for r in results.read(self.path(name)).results}

    def test_verdicts(self):
        self.task("a_true-unreach-call.c", "echo whole $2 of abc")
        self.task("b_false-unreach-call.c", '[ $2 = 3/3 ] && echo false || echo whole $2 of abc')
        self.task("c_true-unreach-call.c", '[ $2 = 2/3 ] && echo whole $2 of abd || echo whole $2 of abc')
        self.task("d_true-unreach-call.c", "echo whole 1/3 of abc")
        self.task("e_true-unreach-call.c", '[ $2 = 2/3 ] && kill -9 $$; echo whole $2 of abc')
        done = self.batch("--shares", "3", "-j2", ".")
        self.assertEqual(self.verdicts(), {
            "a_true-unreach-call.c": ("true", "correct"),
            "b_false-unreach-call.c": ("false(unreach-call)", "correct"),
            "c_true-unreach-call.c": ("unknown", "unknown"),
            "d_true-unreach-call.c": ("error(exit 0)", "error"),
            "e_true-unreach-call.c": ("error(signal 9)", "error"),
        })
        self.assertEqual(len(self.lines()), 1 + 5 * 3)
        self.assertIn("5/5", done.stderr)
        self.assertIn("error: fake: e_true-unreach-call.c: error(signal 9): share 2/3", done.stdout)

    def test_a_violation_spares_the_rest(self):
        self.task("b_false-unreach-call.c", 'echo $2 >> ../count; [ $2 = 2/9 ] && echo false || echo whole $2 of a')
        self.batch("--shares", "9", ".")
        self.assertEqual(self.verdicts(), {"b_false-unreach-call.c": ("false(unreach-call)", "correct")})
        self.assertEqual([r["share"] for r in self.lines()[1:]], ["1/9", "2/9"])
        self.batch("--shares", "9", "--resume", ".")
        self.assertEqual(len(self.lines()), 3)

    def test_resume(self):
        self.task("a_true-unreach-call.c", "echo whole $2 of abc")
        self.batch("--shares", "4", ".")
        text = [json.dumps(line) for line in self.lines()]
        self.write("results.jsonl", "\n".join(text[:3]) + "\n")
        self.assertEqual(self.verdicts(), {})
        self.batch("--shares", "4", "--resume", ".")
        self.assertEqual([r["share"] for r in self.lines()[1:]], ["1/4", "2/4", "3/4", "4/4"])
        self.assertEqual(self.verdicts(), {"a_true-unreach-call.c": ("true", "correct")})
        done = self.batch("--shares", "5", "--resume", ".", code=2)
        self.assertIn("shares: then 4, now 5", done.stderr)
        self.assertIn("shares: then 4, now 1", self.batch("--resume", ".", code=2).stderr)

    def test_wrong_is_said(self):
        self.task("a_false-unreach-call.c", "echo whole $2 of abc")
        done = self.batch("--shares", "2", ".", code=1)
        self.assertIn("wrong: fake: a_false-unreach-call.c: true, expected false", done.stdout)

    def test_logs_and_journals(self):
        """Each share has its own; one that somebody still uses is not touched."""
        self.task("a.c", 'echo "$3$4" >&2; echo x >> "$4"; echo whole $2 of abc')
        self.batch("--shares", "2", "--logs", "logs", "--journals", "j", "a.c")
        names = [f"a.c.default.fake.share-{i}-of-2" for i in (1, 2)]
        self.assertEqual(sorted(os.listdir(self.path("logs"))), [n + ".log" for n in names])
        self.assertEqual(sorted(os.listdir(self.path("j"))), [n + ".journal" for n in names])
        journal = self.path("j", names[0] + ".journal")
        self.assertEqual(shares.free_journal(journal), journal)
        with open(journal, "r+", encoding="utf-8") as f:
            fcntl.lockf(f, fcntl.LOCK_EX)
            code = f"import sys; sys.path.insert(0, {TOP!r}); from batch import shares; " \
                   f"sys.exit(shares.free_journal({journal!r}) is not None)"
            self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)

    def test_refused(self):
        self.task("a.c", "echo true")
        self.write("fake.toml", ADAPTER.replace("./fake", self.path("fake")))
        self.assertIn("how a share is asked for", self.batch("--shares", "2", "a.c", code=2).stderr)
        self.assertIn("how a journal is named", self.batch("--journals", "j", "a.c", code=2).stderr)
        self.batch("--shares", "0", "a.c", code=2)
