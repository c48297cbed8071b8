"""The page of --html: what it shows against what Python reads from its data, and how it is used."""

import os
import tempfile
import unittest

import reports
import webdriver


class Pages(unittest.TestCase):
    """One browser for a class; every test ends without a complaint in the console."""

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

    def show(self, *arguments, code=None, name="page.html"):
        data = reports.make(self.file(name), *arguments, code=code)
        self.browser.open(self.file(name))
        return data

    def step(self):
        return self.browser.run("return page.step")


class Failed(Pages):
    """docs/guide/race.c: lanes, rows, values, source."""

    def setUp(self):
        super().setUp()
        self.data = self.show("docs/guide/race.c", code=10)
        self.cex = reports.counterexample(self.data)
        self.told = reports.told(self.cex)

    def test_banner(self):
        run = self.data["document"]["runs"][0]
        self.assertIn(run["verdict_line"], self.browser.text("h1"))
        self.assertIn("visitors == 2", self.browser.text("#banner"))
        self.assertIn("VERIFICATION FAILED", self.browser.run("return document.title"))

    def test_lanes_are_threads(self):
        self.assertEqual(self.browser.count(".lane-head"), len(self.cex["threads"]))
        names = self.browser.texts(".lane-head b")
        self.assertEqual(names, [t["name"] for t in self.cex["threads"]])

    def test_rows_are_told_steps(self):
        self.assertEqual(self.browser.texts(".row .what"), [s["told"] for s in self.told])
        threads = self.browser.run("return Array.from(document.querySelectorAll('.row'), r => Number(r.dataset.thread))")
        self.assertEqual(threads, [s["thread"] for s in self.told])

    def test_switches_are_drawn(self):
        changes = sum(a["thread"] != b["thread"] for a, b in zip(self.told, self.told[1:]))
        self.assertEqual(self.browser.count(".graph .move"), changes)


if __name__ == "__main__":
    unittest.main()
