"""The page of cbmc-mt-batch: filters, sorting, plots, keys, light and dark, ten thousand results."""

import collections
import os
import subprocess
import sys
import tempfile
import unittest

import webdriver

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, TOP)

import batch_results  # noqa: E402
from batch import results, score  # noqa: E402

READY = "return document.documentElement.dataset.ready === 'true'"


def make_page(folder, name, *files):
    page = os.path.join(folder, name)
    paths = [os.path.join(folder, f) for f in files]
    subprocess.run([os.path.join(TOP, "cbmc-mt-batch"), "show", *paths, "--html", page, "-q"], check=False)
    return page


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for label, seed, speed in ("ours", 1, 0.5), ("other", 2, 2.5):
            batch_results.write(os.path.join(cls.folder.name, label + ".jsonl"), label, 300, seed, speed)
        cls.ours = results.read(os.path.join(cls.folder.name, "ours.jsonl")).results
        cls.other = results.read(os.path.join(cls.folder.name, "other.jsonl")).results
        cls.page = make_page(cls.folder.name, "page.html", "ours.jsonl", "other.jsonl")
        cls.browser = webdriver.Browser(1440, 1400)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.emulate(prefers_color_scheme="light")
        self.browser.open("about:blank")  # a page that only differs in its hash is not loaded anew
        self.browser.open(self.page)
        self.browser.wait(READY)

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])

    def count(self):
        return self.browser.text("#count")

    def shown(self):
        """Names of the tasks in sight."""
        return self.browser.texts("tr.row td.task")

    def choose(self, selector, value):
        self.browser.run("const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                         "s.dispatchEvent(new Event('change'))", selector, value)


class Summary(PageTest):
    def test_cards(self):
        for i, mine in enumerate((self.ours, self.other)):
            text = self.browser.texts(".card")[i]
            counts = collections.Counter(r["status"] for r in mine)
            self.assertIn(str(sum(score.points(r) for r in mine)), text)
            self.assertIn(f"of {sum(score.best(r) for r in mine)}", text)
            self.assertIn(f"{counts['correct']} right", text)
            self.assertIn(f"{counts['wrong']} wrong", text)

    def test_groups(self):
        first = self.browser.texts("#sums tbody tr:first-child td")
        mine = [r for r in self.ours if r["folder"] == "ldv-races"]
        self.assertEqual(first[0], "ldv-races")
        self.assertEqual(first[1], str(len(mine)))
        self.assertEqual(first[3], str(sum(r["status"] == "correct" for r in mine)))
        self.choose("#by", "property")
        self.assertEqual(self.browser.count("#sums tbody tr"), 5)
        self.browser.click("[data-group='no-data-race']")
        self.assertIn(f"{sum(r['property'] == 'no-data-race' for r in self.ours)} of 300", self.count())


class Filters(PageTest):
    def test_search(self):
        self.browser.press("/")
        self.browser.type("#search", "task0001")
        self.assertEqual(self.count(), "10 of 300 tasks")
        self.assertTrue(all("task0001" in name for name in self.shown()))
        self.browser.run("const s = document.querySelector('#search'); s.value = '/task000[0-2]1/';"
                         "s.dispatchEvent(new Event('input'))")
        self.assertEqual(self.count(), "3 of 300 tasks")
        self.browser.click("#reset")
        self.assertEqual(self.count(), "300 tasks")

    def test_reasons_are_text(self):
        self.browser.type("#search", "<b>solver</b>")
        n = sum("<b>" in a["reason"] or "<b>" in b["reason"] for a, b in zip(self.ours, self.other))
        self.assertGreater(n, 0)
        self.assertEqual(self.count(), f"{n} of 300 tasks")

    def test_status_of_one_verifier(self):
        self.browser.click(".card:nth-child(2) .counts [data-status='wrong@1']")
        wrong = [r for r in self.other if r["status"] == "wrong"]
        self.assertEqual(self.count(), f"{len(wrong)} of 300 tasks")
        self.assertEqual(self.browser.count("td.first.tone-wrong"), len(wrong) + sum(
            a["status"] == "wrong" for a, b in zip(self.ours, self.other) if b["status"] == "wrong"))

    def test_differ(self):
        self.browser.click("#differ")
        n = sum(a["verdict"] != b["verdict"] and not (a["status"] == b["status"] == "error")
                for a, b in zip(self.ours, self.other))
        self.assertEqual(self.count(), f"{n} of 300 tasks")

    def test_address_keeps_the_view(self):
        self.choose("#folder", "pthread")
        self.browser.click("th[data-sort='cpu@1'] button")
        address = self.browser.run("return location.href")
        names = self.shown()
        self.browser.open("about:blank")
        self.browser.cdp("Page.navigate", {"url": address})
        self.browser.wait(READY)
        self.assertEqual(self.shown(), names)
        self.assertEqual(self.browser.run("return document.querySelector('#folder').value"), "pthread")

    def test_nothing_fits(self):
        self.browser.type("#search", "no such task")
        self.assertEqual(self.count(), "0 of 300 tasks")
        self.assertIn("No task fits", self.browser.text("#none"))


class Table(PageTest):
    def test_sort(self):
        self.browser.click("th[data-sort='cpu@0'] button")
        slowest = sorted(self.ours, key=lambda r: -r["cpu"])
        self.assertTrue(slowest[0]["task"].endswith(self.shown()[0]))
        self.browser.click("th[data-sort='cpu@0'] button")
        fastest = min(r["cpu"] for r in self.ours)
        self.assertIn(f"{fastest:.2f} s", self.browser.texts("tr.row:nth-child(2) td")[4])
        self.browser.click("th[data-sort='verdict@0'] button")
        self.assertIn("✓", self.browser.texts("tr.row td.first")[0])

    def test_every_row_can_be_reached(self):
        seen = set()
        for _ in range(200):
            seen |= set(self.browser.run("return [...document.querySelectorAll('tr.row')].map(r => +r.dataset.row)"))
            if len(seen) == 300:
                break
            self.browser.run("const s = document.querySelector('#scroller'); s.scrollTop += 400")
            self.browser.run("drawRows(false)")
        self.assertEqual(len(seen), 300)
        self.assertLess(self.browser.count("tr.row"), 100)

    def test_rows_have_the_height_the_script_thinks(self):
        heights = {b["height"] for b in self.browser.boxes("tr.row")}
        self.assertEqual(heights, {33})

    def test_detail_and_keys(self):
        self.browser.press("j", "j")
        self.assertEqual(self.browser.count("tr.chosen"), 1)
        self.browser.press("Enter")
        second = self.browser.text("#detail h2")
        self.assertEqual(second, self.shown()[1])
        self.browser.press("j")
        self.assertEqual(self.browser.text("#detail h2"), self.shown()[2])
        self.browser.press("Escape")
        self.assertTrue(self.browser.run("return document.querySelector('#detail').hidden"))
        self.browser.click("tr.row:nth-child(5)")
        self.assertIn("cpu", self.browser.text("#detail").lower())
        self.assertEqual(self.browser.count("#detail h3"), 2)


class Plots(PageTest):
    def place_of_a_point(self, plot):
        """Where on the screen a point is that has no neighbour."""
        return self.browser.run(
            "const p = " + plot + ", box = p.canvas.getBoundingClientRect();"
            "const q = p.points.find(a => p.points.every(b => a === b || Math.hypot(a.x - b.x, a.y - b.y) > 6));"
            "return [box.left + q.x, box.top + q.y, q.row.name]")

    def move(self, kind, x, y):
        self.browser.cdp("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left",
                                                      "clickCount": 1})

    def test_points(self):
        solved = [sum(r["status"] == "correct" for r in mine) for mine in (self.ours, self.other)]
        self.assertEqual(self.browser.run("return +document.querySelector('#cactus').dataset.points"), sum(solved))
        either = sum(a["status"] == "correct" or b["status"] == "correct" for a, b in zip(self.ours, self.other))
        self.assertEqual(self.browser.run("return +document.querySelector('#scatter').dataset.points"), either)
        self.assertIn(str(solved[0]), self.browser.text("#cactus-note"))

    def test_hover_and_click(self):
        for plot in "scatter", "cactus":
            self.browser.run("scrollTo(0, 0)")
            x, y, name = self.place_of_a_point(plot)
            self.move("mouseMoved", x, y)
            self.assertIn(name, self.browser.text("#tip"))
            self.move("mousePressed", x, y)
            self.move("mouseReleased", x, y)
            self.assertEqual(self.browser.text("#detail h2"), name)
            self.assertIn(name, [t.replace("\n", "") for t in self.browser.texts("tr.chosen td.task")])
            self.browser.press("Escape")

    def test_quantity_and_columns(self):
        before = self.browser.run("return scatter.points[3].x")
        self.choose("#quantity", "memory")
        self.assertNotEqual(self.browser.run("return scatter.points[3].x"), before)
        self.choose("#scatter-x", "1")
        self.choose("#scatter-y", "0")
        self.assertIn("Only other solves", self.browser.text("#scatter-note"))

    def test_something_is_drawn(self):
        """The canvas has pixels of both series."""
        for plot in "cactus", "scatter":
            colours = self.browser.run(
                "const c = document.getElementById(arguments[0]);"
                "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                "const s = new Set(); for (let i = 0; i < d.length; i += 4) if (d[i + 3] === 255)"
                "s.add(d[i] + ',' + d[i + 1] + ',' + d[i + 2]); return [...s]", plot)
            self.assertGreater(len(colours), 3)


class Looks(PageTest):
    def test_dark(self):
        dark = "return getComputedStyle(document.body).backgroundColor"
        light = self.browser.run(dark)
        self.browser.press("t")
        self.assertNotEqual(self.browser.run(dark), light)
        self.browser.press("t")
        self.assertEqual(self.browser.run(dark), light)
        self.browser.emulate(prefers_color_scheme="dark")
        self.browser.wait("return document.documentElement.dataset.theme === 'dark'")

    def test_nothing_sticks_out(self):
        for width in 1440, 900, 400:
            self.browser.resize(width, 900)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.browser.resize(1440, 1400)

    def test_contrast(self):
        """Text on its background, by the rule of WCAG: at least 4.5 to 1."""
        for theme in "light", "dark":
            self.browser.run("setTheme(arguments[0])", theme)
            ratios = self.browser.run("""
                const style = getComputedStyle(document.documentElement);
                const of = name => { const h = style.getPropertyValue('--' + name).trim();
                    return [1, 3, 5].map(i => parseInt(h.slice(i, i + 2), 16) / 255)
                        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                        .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0); };
                const pairs = [];
                for (const text of ['ink', 'muted', 'link', 'correct', 'wrong', 'unknown', 'timeout', 'memory', 'error', 'safe', 'unsafe', 'qualified'])
                    for (const ground of ['panel', 'raised', 'bg']) {
                        const [a, b] = [of(text), of(ground)].sort((p, q) => q - p);
                        pairs.push([text, ground, (a + 0.05) / (b + 0.05)]);
                    }
                return pairs;""")
            for text, ground, ratio in ratios:
                self.assertGreaterEqual(ratio, 4.5, (theme, text, ground))


class Others(unittest.TestCase):
    def test_one_verifier(self):
        with tempfile.TemporaryDirectory() as folder, webdriver.Browser(1200, 900) as browser:
            batch_results.write(os.path.join(folder, "one.jsonl"), "one", 50, 1, 1)
            browser.open(make_page(folder, "one.html", "one.jsonl"))
            browser.wait(READY)
            self.assertEqual(browser.count(".card"), 1)
            self.assertEqual(browser.text("#scatter-title"), "Time against memory")
            self.assertEqual(browser.run("return scatter.points.length"), 50)
            self.assertEqual(browser.console(), [])

    def test_reports(self):
        """A row tells the violation and leads to the page of its run; a qualified verdict is no plain one."""
        source = "#include <assert.h>\nint main(int argc, char **argv) {\n\tassert(argc < %d && argv);\n}\n"
        with tempfile.TemporaryDirectory() as folder, webdriver.Browser(1200, 900) as browser:
            for name, most in ("bad.c", 2), ("good.c", 100):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(source % most)
            subprocess.run([os.path.join(TOP, "cbmc-mt-batch"), "-q", "bad.c", "good.c", "--reports", "pages",
                            "--html", "page.html"], cwd=folder, check=True)
            browser.open(os.path.join(folder, "page.html"))
            browser.wait(READY)
            bad, good = browser.texts("tr.row td.first")
            self.assertIn("bad.c:3:2: assertion 'argc < 2 && argv' fails [assertion]", bad)
            self.assertRegex(good, r"true within argc 4")
            self.assertEqual(browser.count("[data-status='qualified'].chip"), 1)
            self.assertEqual(browser.count("[data-status='safe'].chip"), 0)
            browser.click("tr.row:nth-child(2)")
            self.assertIn("bad.c:3:2", browser.text("#detail"))
            browser.press("Escape")
            browser.click("tr.row:nth-child(2) a.report")
            browser.wait("return document.title.startsWith('VERIFICATION FAILED')")
            self.assertIn("argc < 2", browser.text("body"))
            self.assertEqual(browser.console(), [])

    def test_ten_thousand(self):
        with tempfile.TemporaryDirectory() as folder, webdriver.Browser(1440, 1000) as browser:
            batch_results.write(os.path.join(folder, "big.jsonl"), "big", 10000, 1, 1)
            browser.open(make_page(folder, "big.html", "big.jsonl"))
            browser.wait(READY)
            # Work that does not grow with the tasks, on however busy a machine.
            self.assertLess(browser.count("*"), 3000)
            self.assertEqual(browser.text("#count"), "10,000 tasks")
            browser.run("document.querySelector('#scroller').scrollTop = 1e9; drawRows(false)")
            self.assertIn("task", browser.texts("tr.row td.task")[-1])
            self.assertEqual(browser.run("return table.last"), 10000)
            self.assertEqual(browser.console(), [])
