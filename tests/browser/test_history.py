"""The chart of a library's calls, and the part of a schedule that goes on for ever, against the data."""

import unittest

import reports
from test_html import Pages

LIBRARY = "regression/libraries/michael-scott"
# Each bar of the chart: its text, its box, and whether it is marked.
BARS = """
    return Array.from(document.querySelectorAll('#why .calls .call'), call => {
        const b = call.querySelector('path').getBoundingClientRect();
        return {text: call.querySelector('text').textContent, title: call.querySelector('title').textContent,
            from: b.x, to: b.x + b.width, top: b.y, marked: call.classList.contains('in-conflict'), pending: call.classList.contains('pending')};
    });"""


class Calls(Pages):
    """A queue that is linked too late: three calls, of which one is pending."""

    def setUp(self):
        super().setUp()
        self.data = self.show("--api", f"{LIBRARY}/queue.api", "--threads", "3", "--ops", "1", "--mm", "sc", "-DLATE_LINK",
                              f"{LIBRARY}/queue.c", code=10)
        self.cex = reports.counterexample(self.data)
        self.calls = self.cex["history"]["calls"]
        self.bars = self.browser.run(BARS)

    def test_bars_are_calls(self):
        self.assertEqual(len(self.calls), 3)
        self.assertEqual([b["title"] for b in self.bars], [c["text"] for c in self.calls])
        self.assertEqual([b["marked"] for b in self.bars], [bool(c.get("in_conflict")) for c in self.calls])
        self.assertEqual([b["pending"] for b in self.bars], [c["result"] is None for c in self.calls])
        self.assertEqual(len({b["top"] for b in self.bars}), len({c["thread"] for c in self.calls}))

    def test_real_time(self):
        """A bar ends left of another one just if the call returned before that one began."""
        for a, one in zip(self.bars, self.calls):
            for b, other in zip(self.bars, self.calls):
                before = one["result"] is not None and one["ends_at"] < other["begins_at"]
                self.assertEqual(a["to"] < b["from"], before, (one["text"], other["text"]))

    def test_sentence(self):
        self.assertEqual(self.browser.text("#why .history-why"), self.cex["history"]["sentence"])

    def test_click_shows_where_it_begins(self):
        for i, call in enumerate(self.calls):
            self.browser.run(f"document.querySelectorAll('#why .calls .call')[{i}].dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
            line = self.cex["lines"][self.step() - 1]
            self.assertEqual(line["thread"], call["thread"], call["text"])
            self.assertTrue(line["first"] <= call["begins"] <= line["last"], call["text"])


class Lasso(Pages):
    """Two threads that give way to each other for ever."""

    def test_the_repeated_part_is_marked(self):
        data = self.show("--liveness", "-DBUG", "regression/liveness/flags-polite.c", code=10)
        cex = reports.counterexample(data)
        looping = [bool(line.get("in_loop")) for line in cex["lines"]]
        self.assertTrue(any(looping) and not all(looping))
        marked = self.browser.run("return Array.from(document.querySelectorAll('.row'), r => r.classList.contains('in-loop'))")
        self.assertEqual(marked, looping)
        self.assertEqual(self.browser.texts(".loop-note"), ["from here for ever"])
        first = self.browser.run("return Array.from(document.querySelectorAll('.row')).findIndex(r => r.querySelector('.loop-note'))")
        self.assertEqual(first, looping.index(True))


if __name__ == "__main__":
    unittest.main()
