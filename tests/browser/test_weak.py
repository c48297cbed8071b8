"""The page of --html under weak memory models: arrows, marks and reasons against the graph in its data."""

import unittest

import reports
from test_html import Pages

LITMUS = "regression/litmus/"


class Weak(Pages):
    """Message passing where the store of the flag is relaxed."""

    def setUp(self):
        super().setUp()
        data = self.show("--mm", "c11", "--strategy=partial-order", LITMUS + "mp-rlx-acq.c", code=10)
        self.cex = reports.counterexample(data)
        self.graph = self.cex["execution"]

    def row_of(self, event):
        """The number of the line with a step of the event."""
        for k, line in enumerate(self.cex["lines"]):
            for step in self.cex["steps"][line["first"] : line["last"] + 1]:
                if step["thread"] == line["thread"] and step.get("event") == event:
                    return k
        return None

    def arrows(self, name):
        return sorted(
            tuple(pair)
            for pair in self.browser.run(
                "return Array.from(document.querySelectorAll(arguments[0]), e => [Number(e.dataset.from), Number(e.dataset.to)])",
                f".relation.{name}",
            )
        )

    def test_arrows_are_the_relations(self):
        for name, key in ("rf", "reads_from"), ("mo", "modification_order"):
            pairs = {(self.row_of(a), self.row_of(b)) for a, b in self.graph[key]}
            wanted = sorted(p for p in pairs if None not in p and p[0] != p[1])
            self.assertEqual(self.arrows(name), wanted, name)
        reason = self.graph["reasons"][0]
        self.assertIn((self.row_of(reason["store"]), self.row_of(reason["load"])), self.arrows("rf"))
        self.assertNotIn((self.row_of(reason["store"]), self.row_of(reason["load"])), self.arrows("sw"))

    def test_old_value_is_marked(self):
        old = {self.row_of(e["index"]) for e in self.graph["events"] if "newer" in e}
        self.browser.wait("return document.querySelector('.row.old')")
        marked = self.browser.run("return Array.from(document.querySelectorAll('.row.old'), r => Number(r.dataset.step))")
        self.assertEqual(set(marked), old)
        self.assertEqual(len(old), 1)
        self.assertIn("an older value", self.browser.text(".row.old .effect"))

    def test_reasons(self):
        self.assertEqual(len(self.graph["reasons"]), 1)
        reason = self.graph["reasons"][0]
        texts = [reason["claim"], *(s["text"] for s in reason["sentences"]), reason["suggestion"]["text"]]
        self.assertEqual(self.browser.texts(".reason-text"), texts)
        self.assertIn("is acquire, but line 13 stored it relaxed: they do not synchronise", texts[1])
        self.browser.click(".reason.because")
        self.assertEqual(self.step(), self.row_of(reason["load"]) + 1)
        self.browser.click(".reason.suggestion")
        self.assertEqual(self.step(), self.row_of(reason["store"]) + 1)

    def test_happens_before_on_hover(self):
        """Against a search over the edges of the data."""
        edges = self.graph["program_order"] + self.graph["synchronises_with"]
        rows = {}
        for event in self.graph["events"]:
            rows.setdefault(self.row_of(event["index"]), []).append(event["index"])
        load = self.row_of(self.graph["reasons"][0]["load"])
        for css, a, b in (".happens-before", 1, 0), (".happens-after", 0, 1):
            seen, work = set(rows[load]), list(rows[load])
            while work:
                event = work.pop()
                for edge in edges:
                    if edge[a] == event and edge[b] not in seen:
                        seen.add(edge[b])
                        work.append(edge[b])
            wanted = {self.row_of(e) for e in seen} - {None, load}
            self.browser.hover(f"#step-{load} .what")
            found = self.browser.run("return Array.from(document.querySelectorAll(arguments[0]), r => Number(r.dataset.step))", ".row" + css)
            self.assertLessEqual(wanted, set(found), css)
        store = self.row_of(self.graph["reasons"][0]["store"])
        self.assertNotIn(store, self.browser.run("return Array.from(document.querySelectorAll('.row.happens-before'), r => Number(r.dataset.step))"))
        self.assertIn("acquire", self.browser.text("#tip"))


class Synchronised(Pages):
    """What synchronises has arrows of its own, and is marked."""

    def test_arrow(self):
        data = self.show("--mm", "c11", "--strategy=partial-order", LITMUS + "rs-store-other.c", code=10)
        graph = reports.counterexample(data)["execution"]
        self.assertEqual(self.browser.count(".relation.sw") > 0, bool(graph["synchronises_with"]))
        self.assertIn("Two accesses that nothing orders", self.browser.texts("#why h2"))


class Buffers(Pages):
    """Store buffers: memory has what has reached it."""

    def test_values(self):
        data = self.show("--mm", "tso", "--strategy=lazy", LITMUS + "sb-rlx.c", code=10)
        cex = reports.counterexample(data)
        flush = next(k for k, line in enumerate(cex["lines"]) if line["kind"] == "flush" and line["text"].startswith("x = "))
        store = next(k for k, line in enumerate(cex["lines"]) if "x = 1 (buffered)" in line["values"])
        self.assertLess(store, flush)
        for k, value in (store, "0"), (flush - 1, "0"), (flush, "1"):
            self.browser.click(f"#step-{k} .what")
            shown = self.browser.texts("tr[data-name=x] .after")
            self.assertIn(shown, ([value],) if value == "1" else ([value], [], ["?"]), k)
        self.assertIn("reaches memory", self.browser.text(f"#step-{flush} .what"))


if __name__ == "__main__":
    unittest.main()
