"""The pictures of who waits for whom: arrows against the data, and nothing in the way of anything else."""

import unittest

import reports
from test_html import Pages, overlap

PLACE = {"file": "docs/guide/deadlock.c", "line": 12, "column": 2}
LONG = "a_name_that_is_much_longer_than_any_box_could_be_and_has_to_be_cut_somewhere"

# Each box as {threads, x, y, width, height, texts}, each arrow with the point where its head is.
BOXES = """
    return Array.from(document.querySelectorAll('#why .wait-graph'), picture => ({
        boxes: Object.fromEntries(Array.from(picture.querySelectorAll('.node'), node => {
            const b = node.querySelector('rect').getBoundingClientRect();
            return [node.dataset.node, {title: node.querySelector('title').textContent, box: {x: b.x, y: b.y, width: b.width, height: b.height},
                texts: Array.from(node.querySelectorAll('text'), t => { const r = t.getBoundingClientRect();
                    return {text: t.textContent, x: r.x, y: r.y, width: r.width, height: r.height}; })}];
        })),
        arrows: Array.from(picture.querySelectorAll('.edge'), edge => {
            const b = edge.querySelector('.edge-head').getBoundingClientRect();
            return {from: edge.dataset.from, to: edge.dataset.to, x: b.x + b.width / 2, y: b.y + b.height / 2};
        }),
    }));"""


def wait(thread, holder, what="mutex", name="&m"):
    return {"thread": thread, "what": what, "object": None if what == "join" else name, "holder": holder, "location": PLACE}


def circle(n):
    return [wait(t + 1, (t + 1) % n + 1, name=f"&m{t}") for t in range(n)]


class Waiting(Pages):
    """Pages about waits that would take long to make otherwise."""

    def setUp(self):
        super().setUp()
        self.data = self.show("docs/guide/deadlock.c", code=10)

    def show_waits(self, waits, ended=(), function="work"):
        """A page about these waits; returns its pictures, and who is said to wait for whom."""
        cex = reports.counterexample(self.data)
        n = 1 + max(t for w in waits for t in (w["thread"], w["holder"] or 0))
        cex["threads"] = [{"index": t, "name": f"T{t}" if t else "main", "function": function if t else "main", "created": None} for t in range(n)]
        cex["steps"] = [{"index": 0, "kind": "violation", "thread": 0, "function": "main", "location": PLACE, "text": "deadlock"}]
        cex["steps"] += [{"index": i, "kind": "create", "thread": 0, "other": i, "function": "main", "location": PLACE} for i in range(1, n)]
        cex["steps"] += [{"index": n + i, "kind": "thread-end", "thread": t, "function": function, "location": PLACE} for i, t in enumerate(ended)]
        last = len(cex["steps"]) - 1
        cex["lines"] = [{"step": last, "first": 0, "last": last, "thread": 0, "kind": "create", "text": "create", "values": "", "location": PLACE,
                         "depth": 0, "times": 1}]
        cex["waits"], cex["holds"] = waits, []
        reports.replace_data(self.file("page.html"), self.data, self.file("waits.html"))
        self.open(self.file("waits.html"))
        return self.browser.run(BOXES)

    def assert_is_drawn(self, waits, pictures):
        """Every wait has an arrow whose head touches the box of the thread that must act first."""
        names = {}
        for k, picture in enumerate(pictures):
            for node, box in picture["boxes"].items():
                title = box["title"].split("\n")[0]
                for name in title.split(": ")[1].split(", ") if " threads: " in title else [title.split(" ")[0]]:
                    names[name] = (k, node)
        for w in waits:
            k, node = names[f"T{w['thread']}" if w["thread"] else "main"]
            arrow = next(a for a in pictures[k]["arrows"] if a["from"] == node)
            target = "nobody" if w["holder"] is None else f"T{w['holder']}" if w["holder"] else "main"
            self.assertEqual((k, arrow["to"]), names[target], w)
            box = pictures[k]["boxes"][arrow["to"]]["box"]
            touches = {"x": arrow["x"] - 9, "y": arrow["y"] - 9, "width": 18, "height": 18}
            self.assertTrue(overlap(touches, box), (w, arrow, box))

    def assert_nothing_overlaps(self, pictures):
        boxes = [node for picture in pictures for node in picture["boxes"].values()]
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                self.assertFalse(overlap(a["box"], b["box"]), (a["title"], b["title"]))
            for text in a["texts"]:
                self.assertGreaterEqual(text["x"], a["box"]["x"] - 1, a["title"])
                self.assertLessEqual(text["x"] + text["width"], a["box"]["x"] + a["box"]["width"] + 1, (text, a["title"]))
            for k, text in enumerate(a["texts"]):
                for other in a["texts"][:k]:
                    lower = {**text, "y": text["y"] + 3, "height": text["height"] - 6}
                    self.assertFalse(overlap(lower, other), (text, other))

    def check(self, waits, **more):
        pictures = self.show_waits(waits, **more)
        self.assert_is_drawn(waits, pictures)
        self.assert_nothing_overlaps(pictures)
        return pictures

    def test_circles(self):
        for n in 1, 2, 3, 4, 5, 8:
            self.assertEqual(len(self.check(circle(n))), 1, n)

    def test_others_wait_for_any_of_a_circle(self):
        for n in 2, 3, 5, 6:
            for target in range(1, n + 1):
                self.check(circle(n) + [wait(n + 1, target, "join"), wait(n + 2, n + 1, "join"), wait(0, n + 1, "join")])

    def test_many_waiters(self):
        """For the same they are one box; the arrow of a join goes to the thread that is joined all the same."""
        for n in 4, 5, 9:
            waits = [wait(t, None, "condition variable", "&c") for t in range(1, n + 1)] + [wait(0, n, "join")]
            boxes = self.check(waits)[0]["boxes"]
            self.assertEqual(len(boxes), 4, "main, the one that it joins, the others, nobody")
        waits = [wait(t, None, "condition variable", f"&c[{t}]") for t in range(1, 7)] + [wait(0, 3, "join")]
        self.assertEqual(len(self.check(waits)[0]["boxes"]), 8)

    def test_joins_of_many(self):
        waits = [wait(t, None, "condition variable", f"&c[{t}]") for t in range(1, 6)]
        waits += [wait(t + 5, 6 - t, "join") for t in range(1, 6)]
        self.check(waits + [wait(0, 8, "join")])

    def test_holder_that_has_ended(self):
        """It is there, although it does not wait."""
        pictures = self.check([wait(2, 1), wait(0, 2, "join")], ended=[1])
        self.assertEqual(len(pictures), 1)
        self.assertIn("has ended", " ".join(box["title"] for box in pictures[0]["boxes"].values()))

    def test_what_does_not_hang_together(self):
        """A circle, and a thread outside of it that nobody will ever wake."""
        waits = circle(2) + [wait(3, None, "condition variable", "&c"), wait(0, 1, "join")]
        self.assertEqual(len(self.check(waits)), 2)

    def test_long_names_are_cut(self):
        waits = [wait(1, None, "condition variable", "&" + LONG), wait(0, 1, "join")]
        pictures = self.check(waits, function=LONG)
        box = next(b for b in pictures[0]["boxes"].values() if b["title"].startswith("T1"))
        self.assertIn("waits for " + LONG, box["title"])
        self.assertTrue(all(text["text"].endswith("…") for text in box["texts"][:2]), box["texts"])


class Names(Pages):
    """What is cut has a title; nothing sticks out, on a telephone either."""

    SOURCE = f"""#include <pthread.h>
        int {LONG};
        void *work_of_{LONG}(void *unused) {{ {LONG}++; return unused; }}
        int main(void) {{
            pthread_t t;
            pthread_create(&t, 0, work_of_{LONG}, 0);
            {LONG}++;
            pthread_join(t, 0);
        }}"""

    def test_race(self):
        with open(self.file("names.c"), "w", encoding="utf-8") as f:
            f.write(self.SOURCE)
        for width in 1280, 420:
            self.browser.resize(width, 900)
            self.show("--data-races-check", self.file("names.c"), code=10)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            out = self.browser.run("""
                return Array.from(document.querySelectorAll("#banner *, .access *")).filter(e => {
                    const inner = e.getBoundingClientRect(), outer = e.closest("#banner, .access").getBoundingClientRect();
                    return inner.right > outer.right + 1 && !e.closest(".access-line");
                }).map(e => e.className + ": " + e.textContent);""")
            self.assertEqual(out, [], width)
            cut = self.browser.run("""
                return Array.from(document.querySelectorAll(".access-head > *, .values th, .lane-head"))
                    .filter(e => e.scrollWidth > e.clientWidth + 1 && !e.title).map(e => e.textContent);""")
            self.assertEqual(cut, [], width)


if __name__ == "__main__":
    unittest.main()
