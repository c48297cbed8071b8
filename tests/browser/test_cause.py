"""The page of --html about causes: the sentence, marks, folds and patches against the data."""

import unittest

import reports
from test_html import CONTRAST, Pages

DIFF = """--- a/docs/guide/race.c
+++ b/docs/guide/race.c
@@ -10,5 +10,7 @@
 static void *door(void *unused)
 {
+\tpthread_mutex_lock(&counter); /* a line that is longer than any telephone is wide, and must not make the page so */
 \tvisitors++;
-\treturn unused;
+\treturn unused; /* <b>not markup</b> */
 }
"""
SENTENCE = "T1 read visitors (race.c:13) before T2 wrote it (race.c:13) and wrote it back (race.c:13): T2's change is lost."


def add_cause(data):
    """A lost update, as the run has it, two changes, and folds."""
    run = data["document"]["runs"][0]
    p = next(p for p in run["properties"] if "counterexample" in p)
    cex = p["counterexample"]
    accesses = [s for s in cex["steps"] if s.get("lhs") == "visitors" and s["kind"] in ("read", "assign")]

    def event(step, kind):
        return {"kind": kind, "text": f"T{step['thread']} {kind}s visitors ({step['value']})", "thread": step["thread"], "step": step["index"],
                "object": "visitors", "value": step["value"], "function": "door", "location": step["location"], "holds": []}

    read = event(next(s for s in accesses if s["kind"] == "read"), "read")
    between, back = (event(s, "write") for s in accesses if s["kind"] == "assign")
    p["cause"] = {"class": "order", "kind": "lost-update", "words": "lost update", "sentence": SENTENCE,
                  "holds_if": "T1 writes visitors (race.c:13) before T2 reads it (race.c:13)",
                  "facts": [{"type": "order", "text": "", "first": read, "second": between, "shown": True}],
                  "roles": [read, between, back], "point": {**back}, "minimal": True, "sufficient": False, "runs": 9}
    run["fixes"] = {"tried": 6, "note": None, "proved": [
        {"property": p["id"], "what": what, "verified": "no violation, no deadlock", "seconds": 0.8, "diff": DIFF, "edits": []}
        for what in ("hold counter around visitors++", "make visitors atomic")]}
    return p, cex


class Cause(Pages):
    def setUp(self):
        super().setUp()
        self.data = self.show("docs/guide/race.c", code=10)
        self.property, self.cex = add_cause(self.data)
        self.lines = self.cex["lines"]
        for line in self.lines:
            line["folded"] = True
        self.marked = [k for k, line in enumerate(self.lines) for role in self.property["cause"]["roles"]
                       if line["thread"] == role["thread"] and line["first"] <= role["step"] <= line["last"]]
        reports.replace_data(self.file("page.html"), self.data, self.file("cause.html"))
        self.open(self.file("cause.html"))

    def rows(self):
        return self.browser.run("return Array.from(document.querySelectorAll('.row'), r => Number(r.dataset.step))")

    def test_sentence(self):
        """Its positions lead to the steps, in the order in which they are named."""
        self.assertEqual(self.browser.run("return document.querySelector('.cause-kind').textContent"), "lost update")
        text = self.browser.run("const p = document.querySelector('.cause-sentence').cloneNode(true);"
                                "for (const e of p.querySelectorAll('.cause-mark, b')) e.remove(); return p.textContent.trim()")
        self.assertEqual(text, SENTENCE)
        self.assertEqual(self.browser.texts(".cause-sentence .cause-mark"), ["1", "2", "3"])
        for n, k in enumerate(self.marked):
            self.browser.click(f".cause-sentence .event[data-event='{n + 1}']")
            self.assertEqual(self.step(), k + 1)
        self.assertIn("T1 writes visitors", self.browser.text(".holds-if"))
        self.assertEqual(self.browser.count(".holds-if .cause-mark"), 0)

    def test_one_place_for_several_events(self):
        """Each has its number."""
        self.property["cause"]["sentence"] = "At race.c:13, T1 read visitors before T2 wrote it, and then wrote it back."
        reports.replace_data(self.file("page.html"), self.data, self.file("at.html"))
        self.open(self.file("at.html"))
        self.assertEqual(self.browser.texts(".cause-sentence .cause-mark"), ["1", "2", "3"])
        self.browser.click(".cause-sentence .event[data-event='3']")
        self.assertEqual(self.step(), self.marked[2] + 1)

    def test_marks_are_never_folded(self):
        self.assertEqual(len(self.marked), 3)
        rows = "return Array.from(document.querySelectorAll(arguments[0]), r => Number(r.dataset.step))"
        self.assertEqual(self.browser.run(rows, ".row.in-cause"), self.marked)
        self.assertEqual(self.browser.run(rows, ".row.no-return"), self.marked[2:])
        self.assertEqual(self.browser.count(".graph .cause-ring"), 3)
        self.assertTrue({0, *self.marked, len(self.lines) - 1} <= set(self.rows()))
        self.assertIn("in-cause", self.browser.run("return document.querySelector('.line[data-line=\"13\"]').className"))

    def test_folds(self):
        """They are counted, keys pass over them, and they can be opened and closed."""
        hidden = [k for k in range(len(self.lines)) if k not in self.rows()]
        self.assertGreater(len(hidden), 1)
        self.assertEqual(self.browser.text("#folds"), f"{len(hidden)} steps folded: show all")
        self.browser.press("Home")
        for k in self.rows()[1:]:
            self.browser.press("ArrowRight")
            self.assertEqual(self.step(), k + 1)
        self.browser.press("ArrowLeft")
        self.assertEqual(self.step(), self.rows()[-2] + 1)
        self.browser.click(".fold")
        self.assertEqual(self.rows(), list(range(len(self.lines))))
        self.browser.click("#folds")
        self.assertNotIn(hidden[0], self.rows())
        self.browser.click("#folds")
        self.assertEqual(self.rows(), list(range(len(self.lines))))
        self.assertEqual(self.browser.text("#folds"), f"fold {len(hidden)} steps")

    def test_link_opens_a_fold(self):
        hidden = [k for k in range(len(self.lines)) if k not in self.rows()]
        self.open(self.file("cause.html") + f"#step={hidden[0] + 1}")
        self.assertEqual(self.step(), hidden[0] + 1)

    def test_patch(self):
        """Beside the trace; the first one is open."""
        self.assertEqual(self.browser.count("#fixes .fix"), 2)
        self.assertEqual(self.browser.count("#fixes .fix[open]"), 1)
        self.assertEqual(self.browser.run("return Array.from(document.querySelectorAll('.fix[open] .diff-line'), e => e.textContent).join('\\n')"), DIFF.rstrip("\n"))
        self.assertEqual(self.browser.count(".fix[open] .added"), 2)
        self.assertEqual(self.browser.count(".fix[open] .removed"), 1)
        self.assertEqual(self.browser.count(".diff b"), 0)
        self.assertIn("no violation, no deadlock", self.browser.text(".fix[open] .verified"))
        lanes, fix = self.browser.boxes("#lanes")[0], self.browser.boxes("#fixes")[0]
        self.assertGreaterEqual(fix["x"], lanes["x"] + lanes["width"])
        self.assertLess(fix["y"], lanes["y"] + 20)

    def test_nothing_was_proved(self):
        for proved, tried, note, words in ([], 14, None, "Tried 14 changes, none suffices."), ([], 0, "no change is known", "No change was tried: no change is known."):
            self.data["document"]["runs"][0]["fixes"] = {"tried": tried, "note": note, "proved": proved}
            reports.replace_data(self.file("page.html"), self.data, self.file("none.html"))
            self.open(self.file("none.html"))
            self.assertEqual(self.browser.text(".tried"), words)
            self.assertTrue(self.browser.run("return document.querySelector('#fixes').hidden"))

    def test_fits_and_can_be_read(self):
        seen = ".cause p, .cause b, .cause-mark, .event, .holds-if, .fold-words, .fix summary, .verified, .diff-line, .row.in-cause .what"
        for scheme in "light", "dark":
            self.browser.emulate(prefers_color_scheme=scheme)
            for width in 1280, 420:
                self.browser.resize(width, 900)
                self.open(self.file("cause.html"))
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                for ratio, what in self.browser.run(CONTRAST, seen):
                    self.assertGreaterEqual(ratio, 4.4, (scheme, what))

    def test_is_printed(self):
        """The whole patch, and the steps as they are folded."""
        self.browser.emulate("print")
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run("const f = document.querySelector('#fixes'); return f.scrollHeight <= f.clientHeight + 1"), True)
        self.assertGreater(self.browser.count(".fold"), 0)
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")


class Needs(Pages):
    """The table of --why-safe."""

    def test_table(self):
        data = self.show("--why-safe", "-DFIXED", "docs/guide/race.c", code=0)
        needs = data["document"]["runs"][0]["needs"]
        self.assertEqual({e["outcome"] for e in needs["elements"]}, {"needed"})
        rows = self.browser.texts("#needs .need")
        self.assertEqual(len(rows), len(needs["elements"]))
        for row, element in zip(rows, needs["elements"]):
            for words in element["what"], element["violation"]["text"]:
                self.assertIn(words, row)
        self.assertIn("in-cause", self.browser.run("return document.querySelector('.line[data-line=\"11\"]').className"))
        self.browser.click("#needs .place")
        self.browser.wait("return document.querySelector('.line.flash[data-line=\"11\"]')")
        for outcome, words in ("not-needed-alone", "it holds without it"), ("open", "took too long"), ("not-reached", "not reached"):
            needs["elements"][0].update(outcome=outcome, violation=None, reason="took too long" if outcome == "open" else None)
            needs["warning"] = "the properties may be too weak"
            reports.replace_data(self.file("page.html"), data, self.file("needs.html"))
            self.browser.resize(420, 800)
            self.open(self.file("needs.html"))
            self.assertIn(words, self.browser.text("#needs .need"))
            self.assertEqual(self.browser.text(".need-warning"), "the properties may be too weak")
            self.assertTrue(self.browser.run("const box = document.querySelector('#needs .table-box'); return box.scrollWidth <= box.clientWidth + 1"))


if __name__ == "__main__":
    unittest.main()
