"""The adapter table: command lines, verdicts, versions, errors at the start."""

import os

from support import ADAPTER, PROGRAM, BatchTest

from batch import BatchError, tasks, verifiers
from batch.limits import Limits


def task_of(prop="unreach-call", model="ILP32", files=("/t/a.c",)):
    return tasks.Task("a.c", files, prop, None, prop, model, "true", "t", None)


class Table(BatchTest):
    def load(self, text):
        return verifiers.load_table([self.write("a.toml", text)])

    def made(self, name, table=None):
        adapter = (table or verifiers.load_table([]))[name]
        return verifiers.Verifier(adapter, f"/bin/{name}", ["--opt"], "1")

    def test_our_own_command(self):
        command = self.made("cbmc-mt").command(task_of(), "/p.prp", Limits(), "/w")
        self.assertEqual(command, ["/bin/cbmc-mt", "--quiet", "--32", "--property", "/p.prp",
                                   "--witness", "/w.yml", "--opt", "/t/a.c"])
        plain = self.made("cbmc-mt").command(task_of(None, None), None, Limits())
        self.assertEqual(plain, ["/bin/cbmc-mt", "--quiet", "--opt", "/t/a.c"])

    def test_every_adapter_makes_a_command(self):
        table = verifiers.load_table([])
        self.assertLessEqual({"cbmc-mt", "esbmc", "cbmc", "deagle", "dartagnan"}, set(table))
        for name in table:
            command = self.made(name).command(task_of(files=("/a.c", "/b.c")), "/p.prp", Limits())
            self.assertEqual(command[0], f"/bin/{name}")
            self.assertTrue({"/a.c", "/b.c"} <= set(command), command)

    def test_verdicts(self):
        cases = [
            ("cbmc-mt", "unreach-call", 0, "VERIFICATION SUCCESSFUL\n", "true", ""),
            ("cbmc-mt", "unreach-call", 0, "VERIFICATION SUCCESSFUL (within unwind 5)\n",
             "true within unwind 5", ""),
            ("cbmc-mt", None, 0, "VERIFICATION SUCCESSFUL (for any number of threads)\n", "true",
             "for any number of threads"),
            ("cbmc-mt", None, 0, "VERIFICATION SUCCESSFUL (for any number of threads; deadlocks not excluded)\n",
             "true for any number of threads; deadlocks not excluded", ""),
            ("cbmc-mt", None, 5, "VERIFICATION UNKNOWN (nothing found within unwind 5)\n", "unknown",
             "nothing found within unwind 5"),
            ("cbmc-mt", "unreach-call", 10, "VERIFICATION FAILED\n", "false(unreach-call)", ""),
            ("cbmc-mt", "valid-memsafety", 10, "VERIFICATION FAILED\nfalse(valid-free)\n",
             "false(valid-free)", ""),
            ("cbmc-mt", None, 10, "VERIFICATION FAILED\n", "false", ""),
            ("cbmc-mt", None, 10, "VERIFICATION FAILED (if 'f' may return 3: it has no body and no model)\n",
             "false if 'f' may return 3: it has no body and no model", ""),
            ("cbmc-mt", None, 10, "VERIFICATION FAILED (if SIGTERM arrives)\n", "false", "if SIGTERM arrives"),
            ("cbmc-mt", None, 10, "VERIFICATION FAILED (under the C11 memory model; under sequential consistency it holds)\n",
             "false", "under the C11 memory model; under sequential consistency it holds"),
            ("cbmc-mt", None, 5, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not decided: time limit)\n",
             "unknown", "holds under sequential consistency; C11 not decided: time limit"),
            ("cbmc-mt", None, -11, "", "error(signal 11)", ""),
            ("cbmc-mt", None, 6, "x\nbug of ours\n", "error(exit 6)", "bug of ours"),
            ("cbmc-mt", None, 2, "a.c:1:1: error: no type\n", "error(input)", "no type"),
            ("esbmc", "unreach-call", 1, "VERIFICATION FAILED\n", "false(unreach-call)", ""),
            ("esbmc", "unreach-call", 1, "usage\n", "error(exit 1)", "usage"),
            ("esbmc", "valid-memsafety", 1, "dereference failure: invalid pointer freed\n"
             "VERIFICATION FAILED\n", "false(valid-free)", ""),
            ("cbmc", "unreach-call", 10, "[f.unwind.0] unwinding assertion loop 0: FAILURE\n"
             "VERIFICATION FAILED\n", "unknown", "unwinding assertion"),
            ("cbmc", "no-overflow", 0, "VERIFICATION SUCCESSFUL\n", "true", ""),
            ("deagle", "no-data-race", 0, "VERIFICATION FAILED\n", "false(no-data-race)", ""),
            ("dartagnan", "unreach-call", 0, "PASS\n", "true", ""),
        ]
        for name, prop, code, output, verdict, reason in cases:
            got = self.made(name).judge(prop, code, output)
            self.assertEqual(got, (verdict, reason, None), (name, prop, code, output))

    def test_violations(self):
        text = ("cbmc-mt: warning: x\n/t/a b.c:12:3: error: assertion 'x[1] == 2' fails [assertion]\n"
                "/t/c.c:1:1: error: other [overflow]\n")
        self.assertEqual(self.made("cbmc-mt").violation(text), {
            "place": "/t/a b.c:12:3", "message": "assertion 'x[1] == 2' fails", "violated": "assertion"})
        self.assertEqual(self.made("cbmc-mt").violation("VERIFICATION FAILED\n"), {})
        for line in ("confirmed natively: gcc 12.2.0, assert: 'x' failed at a.c:3", "not confirmed: there is no compiler"):
            self.assertEqual(self.made("cbmc-mt").violation(f"{text}  {line}\n")["confirmation"], line)
        self.assertEqual(self.made("esbmc").violation(text), {})

    def test_places_are_shown_as_the_task_is(self):
        task = tasks.Task("one/a.c", ("/t/one/a.c",), None, None, None, None, None, "one", None)
        self.assertEqual(task.shown("/t/one/a.c:3:1"), "one/a.c:3:1")
        self.assertEqual(task.shown("/t/two/b.h:3:1"), "two/b.h:3:1")
        self.assertEqual(task.shown("/usr/b.h:3:1"), "/usr/b.h:3:1")
        self.assertEqual(task_of().shown("/t/a.c:3:1"), "a.c:3:1")

    def test_errors_of_a_table(self):
        rule = "[[x.verdict]]\nverdict = 'true'\n"
        bad = {
            "[x": "x",
            "[x]\ncommand = ['a']\n": "'verdict' is missing",
            "[x]\nprogramm = 'a'\n" + rule: "unknown key 'programm'",
            "[x]\ncommand = ['{what}']\n" + rule: "{what}",
            "[x]\ncommand = ['a']\n[[x.verdict]]\nverdict = 'maybe'": "maybe",
            "[x]\ncommand = ['a']\n[[x.verdict]]\noutput = '('\nverdict = 'true'": "(",
            "[x]\ncommand = ['a']\n[[x.verdict]]\noutput = 'a'\nverdict = 'false(\\1)'": "0 groups",
            "[x]\ncommand = ['a']\nviolation = '(?P<where>.)'\n" + rule: "message, place, violated",
            "[x]\ncommand = ['a']\nviolation = '('\n" + rule: "violation",
            "[x]\ncommand = ['a']\nconfirmation = '(?P<who>.)'\n" + rule: "confirmation: its groups are called",
            "[x]\ncommand = ['a']\n[[x.verdict]]\noutput = '(a)'\nverdict = 'true and more'": "true and more",
            "[x]\ncommand = 'a'\n" + rule: "lists of strings",
        }
        for text, message in bad.items():
            with self.assertRaises(BatchError, msg=text) as caught:
                self.load(text)
            self.assertIn(message, str(caught.exception))

    def test_unsupported_property(self):
        with self.assertRaises(verifiers.Unsupported):
            self.made("fake", self.load(ADAPTER)).command(task_of("termination"), "/p", Limits())


class Running(BatchTest):
    def test_arguments_arrive(self):
        self.task("x_true-unreach-call.c", "echo \"$@\" >&2; cat \"$3\" >&2; echo true")
        self.batch("--logs", "logs", "x_true-unreach-call.c")
        log = os.listdir(self.path("logs"))
        self.assertEqual(len(log), 1)
        with open(self.path("logs", log[0]), encoding="utf-8") as f:
            text = f.read()
        self.assertIn(f"-32 -p ", text)
        self.assertIn("G ! call(reach_error())", text)
        self.assertEqual(self.results()["x_true-unreach-call.c"]["status"], "correct")

    def test_several_verifiers(self):
        self.task("x_true-unreach-call.c", "echo true")
        self.write("liar", "#!/bin/sh\necho false", 0o755)
        self.write("fake.toml", ADAPTER.replace("./fake", self.path("fake"))
                   + f"[liar]\nprogram = '{self.path('liar')}'\ncommand = ['{{program}}', '{{files}}']\n"
                   "[[liar.verdict]]\noutput = 'false'\nverdict = 'false'\n")
        done = self.batch("--verifier", "liar", "--verifier", "again=fake -x", "x_true-unreach-call.c", code=1)
        self.assertEqual({r["verifier"]: r["status"] for r in self.lines()[1:]},
                         {"fake": "correct", "liar": "wrong", "again": "correct"})
        self.assertIn("wrong: liar: x_true-unreach-call.c: false(unreach-call), expected true", done.stdout)
        head = self.lines()[0]
        self.assertEqual(head["verifiers"]["fake"]["version"], "fake 1.0")
        self.assertEqual(head["verifiers"]["again"]["options"], ["-x"])

    def test_not_there(self):
        self.task("x.c", "echo true")
        cases = {
            ("--verifier", "esbmc-that-is-not-there"): "no adapter",
            ("--verifier", "./nothing/cbmc-mt"): "not installed",
            ("--verifier", "fake"): "twice",
            ("--verifier", "'"): "quotation",
            ("--adapter", "none.toml"): "No such file",
        }
        for arguments, message in cases.items():
            done = self.batch(*arguments, "x.c", code=2)
            self.assertIn(message, done.stderr)
            self.assertFalse(os.path.exists(self.path("results.jsonl")))

    def test_unsupported_is_unknown(self):
        self.task("x_true-termination_true-unreach-call.c", "echo true")
        self.batch("x_true-termination_true-unreach-call.c")
        got = {r["property"]: (r["status"], r["reason"]) for r in self.lines()[1:]}
        self.assertEqual(got, {"unreach-call": ("correct", ""),
                               "termination": ("unknown", "no adapter for termination")})

    def test_cbmc_mt_itself(self):
        self.write("a_true-unreach-call.c", "void reach_error(void); int main(void) { return 0; }")
        self.write("b_false-unreach-call.c",
                   "void reach_error(void); int main(void) { reach_error(); return 0; }")
        self.write("c.c", "int main(void) { int a[2], i; return a[i]; }")
        done = self.run_program([PROGRAM, "a_true-unreach-call.c", "b_false-unreach-call.c", "c.c"])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([r["verdict"] for r in self.lines()[1:]],
                         ["true", "false(unreach-call)", "false"])
        self.assertEqual([r["status"] for r in self.lines()[1:]], ["correct", "correct", "unjudged"])

    def test_witnesses_are_kept(self):
        self.write("b_false-unreach-call.c",
                   "void reach_error(void); int main(void) { reach_error(); return 0; }")
        self.run_program([PROGRAM, "--witness", "w", "b_false-unreach-call.c"])
        self.assertEqual(os.listdir(self.path("w")), ["b_false-unreach-call.c.unreach-call.cbmc-mt.yml"])
        with open(self.path("w", os.listdir(self.path("w"))[0]), encoding="utf-8") as f:
            self.assertIn("violation_sequence", f.read())
