"""The page of --html: what it shows against what Python reads from its data, and how it is used."""

import os
import random
import tempfile
import time
import unittest

import reports
import webdriver


class Pages(unittest.TestCase):
    """One browser for a class; no test ends with a complaint in the console."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = webdriver.Browser(1280, 800)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.resize(1280, 800)
        self.browser.emulate()
        self.browser.console()

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def show(self, *arguments, code=None, name="page.html", link=""):
        """Makes the page once per class and opens it."""
        made = self.__class__.__dict__.get("made") or {}
        type(self).made = made
        key = (name, *arguments)
        if key not in made:
            made[key] = reports.make(self.file(name), *arguments, code=code)
        self.open(self.file(name) + link)
        return made[key]

    def open(self, page):
        self.browser.open("about:blank")  # an address that differs after '#' only would not load anew
        self.browser.open(page)

    def step(self):
        """The number of the selected step, as people see it."""
        return int(self.browser.text(".row.selected .number"))

    def assert_rows_are(self, lines):
        words = []
        for line in lines:
            text = ("… " if "goes_on" in line else "") + line["text"] + (" …" if "unfinished" in line else "")
            words.append(text + (f" ({line['times']} times)" if line["times"] > 1 else ""))
        self.assertEqual(self.browser.run("return Array.from(document.querySelectorAll('.row .what'), e => e.textContent)"), words)


class Failed(Pages):
    """docs/guide/race.c: lanes, rows, values, source, and all ways to step."""

    def setUp(self):
        super().setUp()
        self.data = self.show("docs/guide/race.c", code=10)
        self.cex = reports.counterexample(self.data)
        self.lines = self.cex["lines"]

    def test_banner(self):
        run = self.data["document"]["runs"][0]
        self.assertIn(run["verdict_line"], self.browser.text("h1"))
        self.assertIn("visitors == 2", self.browser.text("#banner"))
        self.assertIn(f"{len(self.lines)} steps", self.browser.text("#banner"))
        self.assertTrue(self.browser.run("return document.title").startswith("VERIFICATION FAILED"))

    def test_lanes_are_threads(self):
        self.assertEqual(self.browser.texts(".lane-head b"), [t["name"] for t in self.cex["threads"]])

    def test_rows_are_told_lines(self):
        self.assert_rows_are(self.lines)
        threads = self.browser.run("return Array.from(document.querySelectorAll('.row'), r => Number(r.dataset.thread))")
        self.assertEqual(threads, [line["thread"] for line in self.lines])
        places = self.browser.texts(".row .line-number")
        self.assertEqual(places, [f":{line['location']['line']}" for line in self.lines])

    def test_rows_stand_in_their_lanes(self):
        heads = self.browser.boxes(".lane-head")
        for box, line in zip(self.browser.boxes(".row .words"), self.lines):
            self.assertGreaterEqual(box["x"], heads[line["thread"]]["x"])
            if line["thread"] + 1 < len(heads):
                self.assertLess(box["x"], heads[line["thread"] + 1]["x"])

    def test_switches_are_drawn(self):
        changes = sum(a["thread"] != b["thread"] for a, b in zip(self.lines, self.lines[1:]))
        self.assertEqual(self.browser.count(".graph .move"), changes)
        self.assertEqual(self.browser.count(".graph .birth"), len(self.cex["threads"]) - 1)

    def test_starts_at_the_violation(self):
        self.assertEqual(self.step(), len(self.lines))
        self.assertEqual(self.browser.count(".row.error"), 1)
        self.assertIn("current", self.browser.run("return document.querySelector('.line[data-line=\"27\"]').className"))

    def test_values_after_each_step(self):
        """Against a simulation of the writes up to the last step of each line."""
        writes = [s for s in self.cex["steps"] if s["kind"] == "assign" and s["lhs"] == "visitors"]
        self.assertEqual([w["value"] for w in writes], ["1", "1"])
        self.browser.press("Home")
        for k, line in enumerate(self.lines):
            done = [w for w in writes if w["index"] <= max(l["step"] for l in self.lines[: k + 1])]
            value = done[-1]["value"] if done else writes[0]["before"]
            row = "tr[data-name=visitors]"
            self.assertEqual(self.browser.text(f"{row} .after"), value, f"after {k + 1}")
            changed = "changed" in self.browser.run(f"return document.querySelector('{row}').className")
            self.assertEqual(changed, line["kind"] == "assign", f"after {k + 1}")
            self.browser.press("ArrowRight")

    def test_keys(self):
        n = len(self.lines)
        for key, step in [
            ("Home", 1), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowDown", 3), ("j", 4), ("k", 3), ("ArrowUp", 2), ("ArrowLeft", 1),
            ("PageDown", min(n, 11)), ("PageUp", 1), ("End", n), ("ArrowRight", n), ("k", n - 1),
        ]:
            self.browser.press(key)
            self.assertEqual(self.step(), step, key)

    def test_keys_between_switches(self):
        switches = [k + 1 for k in range(1, len(self.lines)) if self.lines[k]["thread"] != self.lines[k - 1]["thread"]]
        self.browser.press("Home")
        for key in "n", "Shift+ArrowRight", "Shift+ArrowDown":
            before = self.step()
            self.browser.press(key)
            self.assertEqual(self.step(), next(s for s in switches if s > before), key)
        for key in "p", "Shift+ArrowLeft":
            before = self.step()
            self.browser.press(key)
            self.assertEqual(self.step(), max(s for s in switches if s < before), key)

    def test_buttons(self):
        n = len(self.lines)
        self.assertTrue(self.browser.run("return document.querySelector('#next').disabled"))
        for button, step in ("first", 1), ("next", 2), ("next-switch", 3), ("last", n), ("previous", n - 1), ("previous-switch", 6):
            self.browser.click("#" + button)
            self.assertEqual(self.step(), step, button)

    def test_click_on_a_step(self):
        self.browser.click("#step-2 .what")
        self.assertEqual(self.step(), 3)
        self.assertIn("T1", self.browser.text(".line.current .badge.active"))
        self.assertEqual(self.browser.texts(".row.selected .what"), ["visitors++ …"])

    def test_click_on_a_line_of_the_source(self):
        """Goes round the steps of that line."""
        rows = [k + 1 for k, line in enumerate(self.lines) if line["location"]["line"] == 13]
        self.assertGreater(len(rows), 2)
        for step in rows + rows[:1]:
            self.browser.click('.line[data-line="13"] .text')
            self.assertEqual(self.step(), step)

    def test_click_on_the_overview(self):
        box = self.browser.boxes("#overview")[0]
        n = len(self.lines)
        self.browser.run(
            "arguments[0]; const c = document.querySelector('#overview'); c.dispatchEvent(new PointerEvent('pointerdown',"
            "{clientX: arguments[0], clientY: arguments[1], bubbles: true}))",
            box["x"] + box["width"] * 2.5 / n, box["y"] + 5)
        self.assertEqual(self.step(), 3)

    def test_deep_link(self):
        self.show("docs/guide/race.c", link="#step=4")
        self.assertEqual(self.step(), 4)
        self.browser.press("ArrowRight")
        self.browser.wait("return location.hash === '#step=5'")
        self.browser.reload()
        self.assertEqual(self.step(), 5)
        self.browser.run("location.hash = '#step=2'")
        self.browser.wait("return page.step === 1")
        for odd in "#step=0", "#step=999", "#step=x&run=9", "#%%%", "#property=none":
            self.show("docs/guide/race.c", link=odd)
            self.assertEqual(self.browser.count(".row.selected"), 1, odd)

    def test_writer_of_a_value(self):
        self.browser.click("tr[data-name=visitors] .jump")
        self.assertEqual(self.step(), 5)

    def test_command_for_the_debugger(self):
        self.browser.press("Home")
        self.browser.press("ArrowRight")
        said = self.browser.run("return document.querySelector('.debug .command').textContent")
        command = self.data["document"]["command"]
        program, _, words = command.partition(" ")
        self.assertEqual(said, f"{program} --harness harness {words}; make -C harness debug STEP=2")
        self.assertEqual(self.browser.count("#confirmation"), 0)

    def test_play(self):
        self.browser.press("Space")
        self.browser.wait("return page.step >= 1 && page.step < 5")
        self.browser.press("Space")
        step = self.step()
        time.sleep(1.1)
        self.assertEqual(self.step(), step)

    def test_help(self):
        self.browser.press("?")
        self.assertTrue(self.browser.run("return document.querySelector('#help').open"))
        self.browser.press("ArrowLeft")
        self.browser.press("Escape")
        self.browser.wait("return !document.querySelector('#help').open")
        self.assertEqual(self.step(), len(self.lines))

    def test_hover(self):
        self.browser.hover("#step-3 .what")
        self.browser.wait("return !document.querySelector('#tip').hidden")
        text = self.browser.text("#tip")
        for words in "T2 door", "step 4", "docs/guide/race.c:13", "visitors: 0 → 1":
            self.assertIn(words, text)
        self.browser.hover("h1")
        self.browser.wait("return document.querySelector('#tip').hidden")

    def test_is_accessible(self):
        self.assertEqual(self.browser.count("[role=listbox] [role=option][aria-selected=true]"), 1)
        self.browser.press("Home")
        active = self.browser.run("return document.querySelector('[role=listbox]').getAttribute('aria-activedescendant')")
        self.assertEqual(active, "step-0")
        self.assertIn("Step 1 of", self.browser.run("return document.querySelector('[role=status]').textContent"))
        unnamed = self.browser.run(
            "return Array.from(document.querySelectorAll('button, a, select, [role=slider], [tabindex=\"0\"]'))"
            ".filter(e => !e.textContent.trim() && !e.getAttribute('aria-label') && !e.closest('label')).map(e => e.outerHTML)")
        self.assertEqual(unnamed, [])
        self.assertEqual(self.browser.run("return document.querySelector('#overview').getAttribute('aria-valuenow')"), "1")
        ids = self.browser.run("return Array.from(document.querySelectorAll('[id]'), e => e.id)")
        self.assertEqual(len(ids), len(set(ids)))

    def test_needs_nothing_else(self):
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)

    def test_prints_all(self):
        self.browser.resize(700, 300)
        self.browser.emulate("print")
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assert_rows_are(self.lines)
        height = self.browser.run("return document.querySelector('.lanes-pane').getBoundingClientRect().height")
        self.assertGreater(height, len(self.lines) * 30)
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")


class Compiled(Pages):
    """--confirm and --harness: what the compiled program did, and the command that leads to a step."""

    def test_confirmation(self):
        folder = self.file("it's kept")
        data = self.show("docs/guide/race.c", "--confirm", "--harness", folder, code=10)
        told = next(p for p in data["document"]["runs"][0]["properties"] if p.get("confirmation"))["confirmation"]
        self.assertIn(told["text"], self.browser.text("#confirmation summary"))
        self.assertEqual(self.browser.count("#confirmation.confirmed"), int(told["outcome"] == "confirmed"))
        self.browser.press("Home")
        said = self.browser.run("return document.querySelector('.debug .command').textContent")
        self.assertEqual(said, "make -C '" + folder.replace("'", "'\\''") + "' debug STEP=1")


class Deadlock(Pages):
    def setUp(self):
        super().setUp()
        self.data = self.show("docs/guide/deadlock.c", code=10)
        self.cex = reports.counterexample(self.data)
        self.lines = self.cex["lines"]

    def test_circle(self):
        self.assertEqual(self.browser.count("#why .node"), len(self.cex["waits"]))
        self.assertEqual(self.browser.count("#why .edge"), len(self.cex["waits"]))
        self.assertEqual(self.browser.count("#why .edge.in-circle"), 2)
        words = " ".join(self.browser.run("return Array.from(document.querySelectorAll('#why text'), e => e.textContent)"))
        for part in "T1 save", "T2 spend", "holds checking", "holds savings", "wants savings", "wants checking", "deadlock.c:12":
            self.assertIn(part, words)

    def test_nodes_do_not_overlap(self):
        boxes = self.browser.boxes("#why .node rect")
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                self.assertFalse(overlap(a, b), (a, b))

    def test_locks_after_each_step(self):
        """Against a simulation of what is acquired and released."""
        self.browser.press("Home")
        for k in range(len(self.lines)):
            until = max(line["step"] for line in self.lines[: k + 2]) if k + 1 < len(self.lines) else len(self.cex["steps"])
            held = {}
            for s in self.cex["steps"][:until]:
                if s["kind"] == "acquire":
                    held[s["lhs"]] = self.cex["threads"][s["thread"]]["name"]
                elif s["kind"] == "release":
                    held.pop(s["lhs"], None)
            for lock in "&checking", "&savings":
                shown = self.browser.text(f'tr[data-lock="{lock}"] .value')
                self.assertEqual(shown, held.get(lock, "free"), f"{lock} after {k + 1}")
            self.browser.press("ArrowRight")

    def test_holding_and_waiting_are_drawn(self):
        self.assertEqual(self.browser.count(".graph .hold"), 2)
        self.assertGreaterEqual(self.browser.count(".graph .wait"), 3)
        states = self.browser.texts(".lane-state")
        self.assertTrue(all(state.startswith("waits for") for state in states), states)


class Race(Pages):
    def test_both_accesses(self):
        data = self.show("--data-races-check", "docs/guide/race.c", code=10)
        cex = reports.counterexample(data)
        self.assertEqual(self.browser.count("#why .access"), 2)
        cards = self.browser.texts("#why .access")
        for access, card in zip(cex["accesses"], cards):
            self.assertIn("writes" if access["write"] else "reads", card)
            self.assertIn("visitors++", card)
            self.assertIn(cex["threads"][access["thread"]]["name"], card)
        rows = [k for k, line in enumerate(cex["lines"]) if "access" in line]
        self.assertEqual(self.browser.count(".row.error"), 2)
        self.assertEqual(self.browser.count(".graph .clash"), 1)
        for k, row in enumerate(rows):
            self.browser.click(f"#why .access:nth-of-type({k + 1})")
            self.assertEqual(self.step(), row + 1)


class Memory(Pages):
    def test_where_it_was_allocated_and_freed(self):
        data = self.show("regression/reports/use-after-free/unsafe.c", code=10)
        places = reports.counterexample(data)["places"]
        self.assertEqual([place["what"] for place in places], ["freed", "allocated"])
        cards = self.browser.texts("#why .access")
        self.assertEqual(len(cards), 2)
        for card, words in zip(cards, [["main", "allocated here", "calloc"], ["T1 worker", "freed here", "free(job)"]]):
            for word in words:
                self.assertIn(word, card)


class Several(Pages):
    PROGRAM = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[3];
int half(int n) { return n / 2; }
int first(void) {
	int n = __VERIFIER_nondet_int();
	assert(n != 4);
	a[half(6)] = n;
	assert(n == n);
	return 0;
}
int second(void) { return half(3); }
"""

    def setUp(self):
        super().setUp()
        self.source = self.file("several.c")
        with open(self.source, "w", encoding="utf-8") as f:
            f.write(self.PROGRAM)

    def test_properties(self):
        data = self.show("--multi-property", "--function", "first", self.source, code=10)
        properties = data["document"]["runs"][0]["properties"]
        violated = [p for p in properties if p["status"] == "violated"]
        self.assertEqual(len(violated), 2)
        self.assertEqual(self.browser.count("#picker option"), 2)
        self.assertEqual(self.browser.count(".property"), len(properties))
        texts = set()
        for i in range(2):
            self.browser.run(
                "const p = document.querySelector('#picker'); p.value = arguments[0]; p.dispatchEvent(new Event('change'))", i)
            texts.add(self.browser.text(".claim-text"))
            shown = next(p for p in violated if p["text"] == self.browser.text(".claim-text"))
            self.assert_rows_are(shown["counterexample"]["lines"])
        self.assertEqual(texts, {p["text"] for p in violated})
        self.browser.click(".property.bad button:not(:disabled).quiet")
        self.assertIn(self.browser.text(".claim-text"), texts)
        other = next(p for p in violated if p["text"] != self.browser.text(".claim-text"))
        self.show("--multi-property", "--function", "first", self.source, link=f"#property={other['id']}&step=1")
        self.assertEqual((self.browser.text(".claim-text"), self.step()), (other["text"], 1))

    def test_inputs(self):
        data = self.show("--function", "first", self.source, code=10, name="one.html")
        inputs = reports.counterexample(data)["inputs"]
        self.assertEqual(self.browser.texts(".input-value"), [i["value"] for i in inputs])
        self.assertIn(f"n = {inputs[0]['value']}", self.browser.text("#banner"))

    def test_runs(self):
        """Two entry points: what fails is shown first, what holds can be chosen."""
        arguments = ("--function", "second", "--function", "first", self.source)
        data = self.show(*arguments, code=10, name="both.html")
        self.assertEqual([run["verdict"] for run in data["document"]["runs"]], ["safe", "unsafe"])
        self.assertEqual(self.browser.count("#picker option"), 2)
        self.assertEqual(self.browser.count(".run-row"), 2)
        self.assertIn("FAILED", self.browser.text("h1"))
        self.show(*arguments, name="both.html", link="#run=2&step=1")
        self.assertIn("FAILED", self.browser.text("h1"))
        self.assertEqual(self.step(), 1)
        self.browser.run("const p = document.querySelector('#picker'); p.value = 0; p.dispatchEvent(new Event('change'))")
        self.assertIn("SUCCESSFUL", self.browser.text("h1"))
        self.assertEqual(self.browser.count(".row"), 0)
        self.browser.wait("return location.hash === '#run=1'")
        self.browser.click(".run-row button:not(:disabled)")
        self.assertIn("FAILED", self.browser.text("h1"))
        self.assertGreater(self.browser.count(".row"), 0)


class Safe(Pages):
    def test_no_bound(self):
        data = self.show("-DFIXED", "docs/guide/race.c", code=0)
        run = data["document"]["runs"][0]
        self.assertIn("VERIFICATION SUCCESSFUL", self.browser.text("h1"))
        self.assertEqual(self.browser.count(".property"), len(run["properties"]))
        self.assertEqual(self.browser.count(".row"), 0)
        self.assertIn("every execution was checked", self.browser.text("#unchecked"))
        self.assertIn("--data-races-check", self.browser.text("#unchecked"))
        self.assertIn("deadlocks", self.browser.text("#properties"))
        self.assertIn("pthread_mutex_lock(&counter);", self.browser.text("#source"))
        self.browser.click("#properties .place")
        self.browser.wait("return document.querySelector('.line.flash[data-line=\"27\"]')")
        self.browser.press("ArrowRight", "n", "End", "Space")

    def test_races_were_looked_for(self):
        self.show("-DFIXED", "--data-races-check", "docs/guide/race.c", code=0, name="races.html")
        self.assertIn("data races", self.browser.text("#properties"))
        self.assertNotIn("--data-races-check", self.browser.text("#unchecked"))

    def test_bound(self):
        data = self.show("-DFIXED", "--context-bound", "1", "docs/guide/race.c", code=0, name="bound.html")
        gaps = data["document"]["runs"][0]["gaps"]
        self.assertTrue(gaps)
        for gap in gaps:
            self.assertIn(gap["text"], self.browser.text("#unchecked"))
        self.assertIn("within", self.browser.text("h1"))

    def test_unknown(self):
        """What is known all the same, and what would help."""
        source = self.file("unknown.c")
        with open(source, "w", encoding="utf-8") as f:
            f.write("int nondet_int(void);\nint main(void) { int x = nondet_int(); if (x == 3) __asm__(\"frob\"); return x != x; }\n")
        data = self.show(source, code=5, name="unknown.html")
        self.assertEqual(self.browser.texts("#unfinished li"),
                         ["established no violation in any execution that reaches nothing unsupported"])
        run = data["document"]["runs"][0]
        run["unfinished"] = {"established": [], "under": None, "doing": "unwinding the loop at a.c:3, round 4",
                             "advice": [{"option": "--unwindset main.0:4", "change": None, "reason": "it holds",
                                         "tried_seconds": 2, "text": "with --unwindset main.0:4 it holds (tried, 2 s)"}]}
        reports.replace_data(self.file("unknown.html"), data, self.file("other.html"))
        self.open(self.file("other.html"))
        self.assertEqual(self.browser.texts("#unfinished li"), ["with --unwindset main.0:4 it holds (tried, 2 s)"])
        self.assertIn("it was unwinding the loop at a.c:3, round 4.", " ".join(self.browser.texts("#unfinished p")))

    def test_error(self):
        source = self.file("broken.c")
        with open(source, "w", encoding="utf-8") as f:
            f.write("int main(void) { return 0 }\n")
        self.show(source, code=2, name="broken.html")
        self.assertIn("expected ';'", self.browser.text("#banner"))
        self.assertIn("return 0 }", self.browser.text("#source"))


def place(line, holds, **more):
    return {"thread": "visitor", "function": "visitor", "lines": str(line), "locations": [{"file": "docs/guide/race.c", "line": line, "column": 2}],
            "holds": holds, "only_one": False, "one_thread": False, **more}


PROOF = {
    "method": "pairs of threads", "atoms": 9, "queries": 212, "counters": [{"name": "n1", "meaning": "threads between lines 14 and 16"}],
    "everywhere": ["now <= next"], "between": [],
    "places": [place(13, []), place(14, ["mine < next", "now <= mine"]), place(16, ["mine == now"], only_one=True),
               place(27, ["a_rather_long_name_of_a_variable[a_rather_long_index] == another_rather_long_name + yet_another_one"],
                     thread="main", function="main", one_thread=True)],
    "sections": [[2]],
    "pairs": [{"first": 1, "second": 1, "never": False, "holds": ["t1.mine != t2.mine"]},
              {"first": 1, "second": 2, "never": False, "holds": ["t1.mine != t2.mine"]},
              {"first": 2, "second": 2, "never": True, "holds": []}, {"first": 2, "second": 3, "never": True, "holds": []},
              {"first": 3, "second": 3, "never": True, "holds": []}],
}


class Proof(Pages):
    """What holds for any number of threads: at each line, and between two of them."""

    def setUp(self):
        super().setUp()
        data = self.show("-DFIXED", "docs/guide/race.c", code=0)
        run = data["document"]["runs"][0]
        run.update(proof=PROOF, any_threads=True, deadlocks_open=True,
                   verdict_line="VERIFICATION SUCCESSFUL (for any number of threads; deadlocks not excluded)")
        reports.replace_data(self.file("page.html"), data, self.file("proof.html"))
        self.open(self.file("proof.html"))

    def test_is_told(self):
        self.assertIn("deadlocks not excluded", self.browser.text("h1"))
        self.assertEqual(self.browser.texts(".proof-row td:first-child"), ["13", "14", "16", "27"])
        self.assertEqual(self.browser.texts(".proof-function"), ["visitor, any number of threads", "main, one thread"])
        row = "return Array.from(document.querySelectorAll('.proof-row')[1].querySelectorAll('.fact'), e => e.textContent)"
        self.assertEqual(self.browser.run(row), ["mine < next", "now <= mine"])
        self.assertEqual(self.browser.run("return Array.from(document.querySelectorAll('#proof .pairs li'), e => e.textContent)"), [
            "At most one thread at a time is at visitor 16.", "No two threads are at visitor 16 and main 27.",
            "t1 at visitor 14, t2 at visitor 14, 16: t1.mine != t2.mine"])
        self.assertIn("now <= next", self.browser.text("#proof .gaps"))
        self.assertNotIn("every execution was checked", self.browser.text("body"))
        self.assertIn("deadlocks", self.browser.text("#unchecked"))
        self.assertNotIn("deadlocks", self.browser.text("#properties .hint"))

    def test_lines_are_links(self):
        self.browser.click(".proof-row button.place")
        self.browser.wait("return document.querySelector('.line.flash[data-line=\"13\"]')")

    def test_fits(self):
        for width in 1280, 800, 420:
            self.browser.resize(width, 800)
            self.open(self.file("proof.html"))
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.assertTrue(self.browser.run("const box = document.querySelector('#proof .table-box'); return box.scrollWidth <= box.clientWidth"), width)
            for box in self.browser.boxes("#proof .fact, #proof .pairs li"):
                self.assertLessEqual(box["x"] + box["width"], width)


class Hostile(Pages):
    """Whatever the source holds is text."""

    SOURCE = b"""#include <assert.h>
/* </script><script>document.title = "taken"</script> <!-- <script> --> \xe2\x80\xa8 \xe2\x80\xa9 */
/* no UTF-8: \xff\xfe \xc3( \xed\xa0\x80; '"` ${1} \\u003c &lt; <b>bold</b> */
int __VERIFIER_nondet_int(void);
int main(void)
{
	int x = __VERIFIER_nondet_int();
	assert(x != 3 || !"</script><img src=x onerror=alert(1)><!--");
	return 0;
}
"""

    def test_is_text(self):
        source = self.file("<img src=x onerror=alert(1)>&amp;'.c")
        with open(source, "wb") as f:
            f.write(self.SOURCE)
        self.show(source, code=10)
        self.assertEqual(self.browser.count(".line"), self.SOURCE.count(b"\n"))
        self.assertIn('</script><script>document.title = "taken"</script>', self.browser.text('.line[data-line="2"]'))
        self.assertIn("&lt; <b>bold</b>", self.browser.text('.line[data-line="3"]'))
        self.assertIn("\ufffd\ufffd", self.browser.text('.line[data-line="3"]'))
        self.assertIn('!"</script><img', self.browser.text("#banner"))
        self.assertEqual(self.browser.count("img, b.bold, script:not([id=data]) ~ script"), 0)
        self.assertTrue(self.browser.run("return document.title").startswith("VERIFICATION FAILED"))
        self.browser.press("Home", "ArrowRight")


class Preprocessed(Pages):
    """Places are told as line markers say, and shown in the file that is there."""

    SOURCE = """# 1 "gone.c"
# 1 "<built-in>"
# 1 "header \\"h\\".h" 1
extern void __VERIFIER_error(void);
# 40 "gone.c" 2
int main(void)
{
	__VERIFIER_error();
}
"""

    def test_markers(self):
        source = self.file("task.i")
        with open(source, "w", encoding="utf-8") as f:
            f.write(self.SOURCE)
        data = self.show(source, code=10)
        self.assertEqual(reports.counterexample(data)["lines"][-1]["location"]["line"], 42)
        self.assertIn("gone.c:42", self.browser.text("#banner"))
        self.assertEqual(self.browser.text(".row.selected .line-number"), ":42")
        self.assertIn("__VERIFIER_error();", self.browser.text(".line.current .text"))
        self.assertEqual(self.browser.text(".line.current .line-no"), "8")
        self.browser.click("#banner .place")
        self.browser.wait("return document.querySelector('.line.flash[data-line=\"8\"]')")


def synthetic(page, threads, steps, to):
    """A page like the given one with as many threads and lines; the rest does not matter."""
    data = reports.data_of(page)
    cex = reports.counterexample(data)
    chance = random.Random(1)
    cex["threads"] = [{"index": t, "name": f"T{t}" if t else "main", "function": "work" if t else "main", "created": None}
                      for t in range(threads)]
    cex["steps"], cex["lines"], cex["waits"], cex["holds"] = [], [], [], []
    values = {}

    def add(kind, thread, words, effect="", **more):
        index = len(cex["steps"])
        place = {"file": "docs/guide/race.c", "line": chance.randint(9, 25), "column": 2}
        cex["steps"].append({"index": index, "kind": kind, "thread": thread, "function": "work", "location": place, **more})
        if words:
            cex["lines"].append({"step": index, "first": index, "last": index, "thread": thread, "kind": kind, "text": words,
                                 "values": effect, "location": place, "depth": 0, "times": 1})

    for t in range(1, threads):
        add("create", 0, f"create T{t}", other=t)
    while len(cex["lines"]) < steps - 1:
        t, lock, v = chance.randrange(1, threads), f"&lock[{chance.randrange(5)}]", f"v{chance.randrange(9)}"
        add("call", t, f"lock {lock}")
        add("acquire", t, "", lhs=lock, text="mutex", in_model=True)
        old, values[v] = values.get(v, "0"), str(chance.randrange(100))
        add("assign", t, f"{v} = next({v})", f"{v}: {old} -> {values[v]}", lhs=v, value=values[v], before=old, place=v, shared=True)
        add("call", t, f"unlock {lock}")
        add("release", t, "", lhs=lock, in_model=True)
    del cex["lines"][steps - 1 :]
    add("violation", 0, "assert(v0)", "error: v0 is 0", text="v0")
    reports.replace_data(page, data, to)
    return data, values


class Scale(Pages):
    def nodes_made(self, script):
        """The most nodes that the page makes at once: the work of a step, on however busy a machine."""
        return self.browser.run(f"""
            const size = node => 1 + [...node.childNodes].reduce((sum, child) => sum + size(child), 0);
            const observer = new MutationObserver(() => 0);
            observer.observe(document.body, {{childList: true, subtree: true}});
            let most = 0;
            for (let i = 0; i < 40; i++) {{
                {script};
                let made = 0;
                for (const record of observer.takeRecords())
                    for (const node of record.addedNodes)
                        made += size(node);
                most = Math.max(most, made);
            }}
            return most;""")

    def test_five_thousand_steps(self):
        self.show("docs/guide/race.c", code=10)
        data, values = synthetic(self.file("page.html"), 30, 5000, self.file("large.html"))
        self.open(self.file("large.html"))
        self.assertEqual(self.step(), 5000)
        self.assertEqual(self.browser.count(".lane-head"), 30)
        self.assertLess(self.browser.count("*"), 6000)
        for name, value in values.items():
            self.assertEqual(self.browser.text(f"tr[data-name={name}] .after"), value)
        self.assertIn(self.nodes_made("page.select(i % 2 ? 4900 - i : 100 + i)"), range(1, 3000))
        self.browser.press("Home", "PageDown", "j")
        self.assertEqual(self.step(), 12)
        self.browser.run("document.querySelector('.lane-scroll').scrollTop = 2500 * 34")
        self.browser.wait("return document.querySelector('#step-2505')")
        lines = reports.counterexample(data)["lines"]
        self.assertEqual(self.browser.text("#step-2505 .what"), lines[2505]["text"])
        self.assertLess(self.browser.count(".row"), 120)

    def test_twenty_thousand_variables(self):
        self.show("docs/guide/race.c", code=10)
        data, _ = synthetic(self.file("page.html"), 3, 50, self.file("wide.html"))
        cex = reports.counterexample(data)
        step = next(s for s in cex["steps"] if s["kind"] == "assign")
        line = next(l for l in cex["lines"] if l["step"] == step["index"])
        new = [{**step, "lhs": f"a[{i}]", "place": f"a[{i}]", "value": str(i)} for i in range(20000)]
        cex["steps"][step["index"] : step["index"]] = new
        for i, s in enumerate(cex["steps"]):
            s["index"] = i
        for l in cex["lines"]:
            if l["step"] >= line["step"] and l is not line:
                l.update(step=l["step"] + 20000, first=l["first"] + 20000, last=l["last"] + 20000)
        line.update(step=line["step"] + 20000, last=line["last"] + 20000)
        reports.replace_data(self.file("page.html"), data, self.file("wide.html"))
        self.open(self.file("wide.html"))
        self.assertIn(self.nodes_made("page.select(i)"), range(1, 6000))
        self.assertLess(self.browser.count(".values tr"), 200)
        self.assertIn("written last of 20,0", self.browser.text("#state"))
        self.browser.run("page.select(arguments[0])", cex["lines"].index(line))
        changed = self.browser.texts(".values.shared tr.changed th")
        self.assertEqual(len(changed), 150)
        self.assertIn("a[19999]", changed)

    def test_words_are_seen_with_any_number_of_threads(self):
        self.show("docs/guide/race.c", code=10)
        for threads in 2, 5, 9, 16, 30:
            synthetic(self.file("page.html"), threads, 60, self.file("some.html"))
            for width in 1280, 800, 420:
                self.browser.resize(width, 800)
                self.open(self.file("some.html"))
                pane = self.browser.boxes(".lane-scroll")[0]
                for box in self.browser.boxes(".row .words"):
                    if pane["y"] < box["y"] < pane["y"] + pane["height"]:
                        self.assertGreaterEqual(box["x"], pane["x"], (threads, width))
                        self.assertLessEqual(box["x"] + box["width"], pane["x"] + pane["width"] + 1, (threads, width))
                        self.assertGreater(box["width"], 60, (threads, width))


def overlap(a, b):
    return (a["x"] + a["width"] > b["x"] + 1.5 and b["x"] + b["width"] > a["x"] + 1.5
            and a["y"] + a["height"] > b["y"] + 1.5 and b["y"] + b["height"] > a["y"] + 1.5)


# What an element's text is painted on, up to the first ancestor with a background.
CONTRAST = """
    function parse(c) { const n = c.match(/[\\d.]+/g).map(Number); return c.startsWith("color(srgb") ? n.map((v, i) => i < 3 ? v * 255 : v) : n; }
    function light(c) {
        const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
    function ground(e) {
        for (; e; e = e.parentElement) {
            const c = parse(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] > 0.99) return c;
        }
        return [255, 255, 255];
    }
    return Array.from(document.querySelectorAll(arguments[0])).filter(e => e.textContent.trim()).map(e => {
        const a = light(parse(getComputedStyle(e).color)), b = light(ground(e));
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className + ": " + e.textContent];
    });"""

READ = (".verdict, .claim-text, .facts li, .row:not(.future) .what, .row:not(.future) .effect, .row .number, .line-number, .chip, .badge, "
        ".line .text span, .line-no, .lane-name b, .lane-state, .values th, .values td span, .jump, .hint, .list td, .list th, .place, "
        ".position, .tab, .status, .tally-item, .where, .versus, .inline-note, dt, dd, .class")


class Looks(Pages):
    """Screens compared by structure: nothing overlaps or is cut off, all of it can be read."""

    PROGRAMS = [("docs/guide/race.c",), ("docs/guide/deadlock.c",), ("docs/guide/account.c",), ("--data-races-check", "docs/guide/race.c"),
                ("docs/demo/queue.c",), ("-DFIXED", "docs/guide/race.c")]

    def each(self):
        for i, arguments in enumerate(self.PROGRAMS):
            for width, height in (1600, 900), (1280, 800), (1000, 700), (420, 800):
                self.browser.resize(width, height)
                self.show(*arguments, name=f"{i}.html")
                yield f"{' '.join(arguments)} {width}x{height}", width

    def test_nothing_overlaps(self):
        for name, width in self.each():
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width, name)
            parts = [box for box in self.browser.boxes("#banner, #why, #transport, #lanes, #source, #state, .sheets > .sheet")
                     if box["width"] and box["height"]]
            for i, a in enumerate(parts):
                for b in parts[:i]:
                    self.assertFalse(overlap(a, b), (name, a["text"][:60], b["text"][:60]))
            for selector in ".row .words", ".line", ".lane-head", ".values tbody tr", ".buttons button":
                boxes = self.browser.boxes(selector)
                for a, b in zip(boxes, boxes[1:]):
                    self.assertFalse(overlap(a, b), (name, selector, a["text"], b["text"]))

    def test_nothing_is_cut_off(self):
        cut = """
            return Array.from(document.querySelectorAll(".verdict, .claim-text, .facts li, h2, .access b, .chip, .tally-item"))
                .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" && e.clientWidth)
                .map(e => e.textContent);"""
        for name, _ in self.each():
            self.assertEqual(self.browser.run(cut), [], name)

    def test_words_of_nested_calls(self):
        """However deep the calls and narrow the window, a row shows what it does, and not only the values."""
        source = """#include <assert.h>
            #include <pthread.h>
            struct counter { int value; };
            struct counter counter;
            static void store(struct counter *c, int value) { c->value = value; }
            static void raise(struct counter *c, int by) { store(c, c->value + by); }
            static void twice(struct counter *c) { raise(c, 1); raise(c, 1); }
            static void all(struct counter *c) { twice(c); }
            static void *run(void *unused) { all(&counter); return unused; }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
                pthread_join(a, 0); pthread_join(b, 0);
                assert(counter.value == 4);
            }"""
        with open(self.file("nested.c"), "w", encoding="utf-8") as f:
            f.write(source)
        for width, wanted in (420, 90), (1280, 120):
            self.browser.resize(width, 1400)
            data = self.show(self.file("nested.c"), code=10, name="nested.html")
            self.assertGreaterEqual(max(line["depth"] for line in reports.counterexample(data)["lines"]), 3)
            seen = self.browser.run("return Array.from(document.querySelectorAll('.row .what'), e => [e.clientWidth, e.scrollWidth, e.textContent])")
            self.assertGreater(len(seen), 8)
            for client, scroll, text in seen:
                self.assertGreaterEqual(client, min(scroll, wanted), (width, text))
            for box in self.browser.boxes(".row .effect"):
                self.assertGreater(box["width"], 30, (width, box["text"]))

    def test_freed_memory_is_shown_so(self):
        """Before the step that frees a block its parts have values; from it on they are freed, and by whom is said."""
        source = """#include <pthread.h>
            #include <stdlib.h>
            struct job { int id, done; };
            static struct job *job, *other;
            static void *reaper(void *unused) { free(job); return unused; }
            int main(void) {
                pthread_t t;
                job = malloc(sizeof *job);
                other = malloc(sizeof *other);
                if (!job || !other) return 1;
                job->id = 7; other->id = 8;
                pthread_create(&t, 0, reaper, 0);
                job->done = 1;
                pthread_join(t, 0);
            }"""
        with open(self.file("freed.c"), "w", encoding="utf-8") as f:
            f.write(source)
        self.browser.resize(1280, 800)
        data = self.show(self.file("freed.c"), code=10, name="freed.html")
        lines = reports.counterexample(data)["lines"]
        at = next(k for k, line in enumerate(lines) if line["text"].startswith("free("))
        id_row = "[data-name='job->id']"
        for k in range(len(lines)):
            self.browser.run("document.querySelector('.lane-scroll').scrollTop = arguments[0]", max(0, k * 34 - 100))
            self.browser.wait("return document.querySelector(arguments[0])", f"#step-{k}")
            self.browser.click(f"#step-{k} .what")
            freed = self.browser.count(f"tr.freed{id_row}")
            self.assertEqual(freed, int(k >= at), (k, at, lines[k]["text"]))
            self.assertEqual(self.browser.count("tr.freed[data-name='other->id']"), 0)
        self.assertIn("freed", self.browser.text(f"tr{id_row} .value"))
        self.assertIn(f"T1, step {at + 1}", self.browser.text(f"tr{id_row} .writer"))
        self.browser.click(f"tr{id_row} .jump")
        self.assertEqual(self.step(), at + 1)

    def test_badges_are_names(self):
        """The class of a violation in words, and the threads at a line by name as long as there is room."""
        self.browser.resize(1280, 800)
        with open(self.file("wait.c"), "w", encoding="utf-8") as f:
            f.write("""#include <pthread.h>
                #include <stdlib.h>
                pthread_barrier_t all;
                int *p;
                void *meet(void *unused) { pthread_barrier_wait(&all); return unused; }
                int main(void) {
                    pthread_t t[3];
                    pthread_barrier_init(&all, 0, 5);
                    for (int i = 0; i < 3; i++)
                        pthread_create(&t[i], 0, meet, 0);
                    pthread_barrier_wait(&all);
                }""")
        self.show(self.file("wait.c"), "--deadlock-check", code=10, name="wait.html")
        names = self.browser.texts(".line[data-line='5'] .badge")
        self.assertEqual(sorted(names), ["T1", "T2", "T3"])
        self.browser.resize(420, 800)
        self.show(self.file("wait.c"), "--deadlock-check", code=10, name="wait.html")
        self.assertEqual(len(self.browser.texts(".line[data-line='5'] .badge")), 2)
        self.browser.resize(1280, 800)
        for checks, words, name in ((), "assertion violated", "race"), (("--data-races-check",), "data race", "races"):
            self.show(*checks, "docs/guide/race.c", code=10, name=name + ".html")
            self.assertEqual(self.browser.text(".claim .class"), words)

    def test_contrast(self):
        for scheme in "light", "dark":
            self.browser.emulate(prefers_color_scheme=scheme)
            for i, arguments in enumerate(self.PROGRAMS):
                self.show(*arguments, name=f"{i}.html")
                self.assertEqual(self.browser.run("return document.documentElement.dataset.theme"), scheme)
                for ratio, what in self.browser.run(CONTRAST, READ):
                    self.assertGreaterEqual(ratio, 4.4, (scheme, arguments, what))

    def test_theme(self):
        self.show(*self.PROGRAMS[0], name="0.html")
        ground = "return getComputedStyle(document.body).backgroundColor"
        light = self.browser.run(ground)
        self.browser.emulate(prefers_color_scheme="dark")
        self.browser.wait("return document.documentElement.dataset.theme === 'dark'")
        dark = self.browser.run(ground)
        self.assertNotEqual(light, dark)
        self.browser.click("#theme")
        self.assertEqual(self.browser.run(ground), light)
        self.browser.press("t")
        self.assertEqual(self.browser.run(ground), dark)


if __name__ == "__main__":
    unittest.main()
