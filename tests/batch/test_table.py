"""The summary, CSV, and several files side by side."""

import csv
import io
import os
import pty

from support import PROGRAM, BatchTest

from batch import progress


class Tables(BatchTest):
    def setUp(self):
        super().setUp()
        self.task("one/a_true-unreach-call.c", "echo true")
        self.task("one/b_false-unreach-call.c", "echo true")
        self.task("two/c_false-valid-deref.c", "echo 'false(valid-deref)'")
        self.task("two/d_true-unreach-call.c", "echo unknown, because")
        self.first = self.batch("one", "two", "-o", "first.jsonl", code=1)

    def show(self, *arguments, code=1):
        done = self.run_program([PROGRAM, "show", *arguments])
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_summary(self):
        text = self.show("first.jsonl")
        self.assertIn(self.first.stdout, text)
        rows = {line.split()[0]: line.split() for line in text.splitlines() if line.startswith("  ")}
        self.assertEqual(rows["one"][1:-1], ["2", "1", ".", "1", ".", ".", ".", ".", "-30", "3"])
        self.assertEqual(rows["two"][1:-1], ["2", ".", "1", ".", ".", "1", ".", ".", "1", "3"])
        self.assertEqual(rows["all"][1:-1], ["4", "1", "1", "1", ".", "1", ".", ".", "-29", "6"])

    def test_nothing_expected(self):
        self.task("three/a.c", "echo true")
        self.task("three/b.c", "echo false")
        self.task("three/c.c", "echo oh dear; exit 7")
        text = self.batch("three", "-o", "third.jsonl").stdout
        head, _, line, violated, error = text.splitlines()
        self.assertEqual(head.split(), "folder tasks says true says false unknown timeout error CPU s".split())
        self.assertEqual(line.split()[:-1], ["three", "3", "1", "1", ".", ".", "1"])
        self.assertEqual(violated, "false: fake: three/b.c: false")
        self.assertEqual(error, "error: fake: three/c.c: error(exit 7): oh dear")

    def test_violations_and_qualified_verdicts(self):
        """With cbmc-mt itself: what was violated, where, in which words, and the page about the run."""
        source = "#include <assert.h>\nint main(int argc, char **argv) {\n\tassert(argc < %d && argv);\n}\n"
        self.write("four/bad.c", source % 2)
        self.write("four/good.c", source % 100)
        command = [PROGRAM, "four", "-o", "four.jsonl", "--reports", "pages", "--html", "four.html", "--csv", "four.csv"]
        done = self.run_program(command)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = self.results("four.jsonl")
        bad, good = found["four/bad.c"], found["four/good.c"]
        self.assertEqual((bad["verdict"], bad["place"], bad["violated"], bad["status"]),
                         ("false", "four/bad.c:3:2", "assertion", "unjudged"))
        self.assertEqual(bad["message"], "assertion 'argc < 2 && argv' fails")
        self.assertRegex(good["verdict"], r"^true within argc 4")
        self.assertEqual(good["status"], "qualified")
        self.assertNotIn("place", good)
        self.assertIn("four/bad.c:3:2: error: assertion 'argc < 2 && argv' fails [assertion]\n"
                      "    cbmc-mt: four/bad.c (pages/four+bad.c.default.cbmc-mt.html)\n", done.stdout)
        self.assertIn("qualified: cbmc-mt: four/good.c: true within argc 4", done.stdout)
        for result in bad, good:
            with open(result["html"], encoding="utf-8") as f:
                self.assertIn("<!doctype html>", f.read())
        with open(self.path("four.html"), encoding="utf-8") as f:
            self.assertIn('"pages/four%2Bbad.c.default.cbmc-mt.html"', f.read())
        with open(self.path("four.csv"), encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual((rows[0]["place"], rows[0]["violated"], rows[1]["place"]), ("four/bad.c:3:2", "assertion", ""))

    def test_violations_that_depend_on_a_guess(self):
        """They are warnings, with what they depend on; but they count as violations for the exit code."""
        self.write("five/guess.c", "#include <assert.h>\nint f(void);\nint main(void) {\n\tassert(f() != 3);\n}\n")
        done = self.run_program([PROGRAM, "five", "-o", "five.jsonl", "--exit-code"])
        self.assertEqual(done.returncode, 10, done.stderr)
        guess = self.results("five.jsonl")["five/guess.c"]
        condition = "false if 'f' may return 3: it has no body and no model"
        self.assertEqual((guess["verdict"], guess["status"], guess["place"]), (condition, "qualified", "five/guess.c:4:2"))
        self.assertIn("five/guess.c:4:2: warning: assertion 'f() != 3' fails [assertion]\n"
                      f"    cbmc-mt: five/guess.c: {condition}\n", done.stdout)

    def test_reports_need_an_adapter_that_has_them(self):
        self.task("three/a.c", "echo true")
        self.assertIn("does not say how a page is asked for",
                      self.batch("three", "--reports", "pages", "-o", "r.jsonl", code=2).stderr)

    def test_by_property(self):
        text = self.show("first.jsonl", "--by", "property")
        self.assertRegex(text, r"(?m)^  unreach-call +3 ")
        self.assertRegex(text, r"(?m)^  valid-memsafety +1 ")

    def test_csv(self):
        self.assertEqual(self.show("first.jsonl", "--csv", "x.csv", "-q"), "")
        with open(self.path("x.csv"), encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual([r["task"] for r in rows], [
            "one/a_true-unreach-call.c", "one/b_false-unreach-call.c",
            "two/c_false-valid-deref.c", "two/d_true-unreach-call.c"])
        self.assertEqual(rows[2]["expected"], "false(valid-deref)")
        self.assertEqual(rows[3]["reason"], ", because")
        self.assertGreater(float(rows[0]["wall"]), 0)
        self.assertGreater(int(rows[0]["memory"]), 0)

    def test_two_files(self):
        self.task("one/b_false-unreach-call.c", "echo 'false'")
        self.batch("one", "two", "-o", "second.jsonl")
        rows = list(csv.DictReader(io.StringIO(self.show("first.jsonl", "second.jsonl", "--csv", "-"))))
        self.assertEqual(len(rows), 4)
        self.assertEqual((rows[1]["fake (first): status"], rows[1]["fake (second): status"]),
                         ("wrong", "correct"))
        text = self.show("first.jsonl", "second.jsonl")
        self.assertIn("fake (first)\n", text)
        self.assertIn("fake (second)\n", text)

    def test_files_from_other_folders_compare(self):
        done = self.run_program(["sh", "-c", "mkdir other && cp -r one two other"])
        self.assertEqual(done.returncode, 0)
        self.batch("other/one", "other/two", "-o", "second.jsonl", code=1)
        rows = list(csv.DictReader(io.StringIO(self.show("first.jsonl", "second.jsonl", "--csv", "-"))))
        self.assertEqual(len(rows), 4)

    def test_not_a_result_file(self):
        self.show("fake.toml", code=2)
        self.show("nothing.jsonl", code=2)


class Bar(BatchTest):
    def test_durations(self):
        for seconds, text in (5.2, "5s"), (65, "1m05s"), (3 * 3600 + 120, "3h02m"):
            self.assertEqual(progress.duration(seconds), text)

    def test_on_a_terminal(self):
        for i in range(6):
            self.task(f"{i}_true-unreach-call.c", "sleep 0.15", "echo true")
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(self.dir)
            os.environ.update(COLUMNS="120", TERM="xterm")
            os.execv(PROGRAM, self.command("."))
        text = b""
        try:
            while True:
                data = os.read(fd, 4096)
                if not data:
                    break
                text += data
        except OSError:
            pass
        os.waitpid(pid, 0)
        os.close(fd)
        text = text.decode()
        self.assertRegex(text, r"3/6 .*3 right.* left")
        self.assertIn("█", text)
        self.assertIn("6/6", text)
