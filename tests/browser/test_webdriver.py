"""The browser does as it is told: what the other tests of this folder rest on."""

import os
import tempfile
import unittest

import webdriver

PAGE = """<!doctype html><meta charset=utf-8><title>page</title>
<style>body { margin: 0; background: white } @media (prefers-color-scheme: dark) { body { background: black } }</style>
<button id=b style="width:100px;height:40px" onclick="document.title = 'clicked'">button</button>
<input id=i>
<script>onkeydown = e => document.body.dataset.key = (e.shiftKey ? 'shift ' : '') + e.key</script>
"""


class Driver(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.page = os.path.join(cls.folder.name, "a page.html")
        with open(cls.page, "w", encoding="utf-8") as f:
            f.write(PAGE)
        cls.browser = webdriver.Browser(640, 480)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.emulate()
        self.browser.open(self.page)
        self.browser.console()

    def test_click(self):
        self.browser.click("#b")
        self.assertEqual(self.browser.run("return document.title"), "clicked")

    def test_keys(self):
        for press, key in ("ArrowLeft", "ArrowLeft"), ("End", "End"), ("j", "j"), ("Shift+ArrowRight", "shift ArrowRight"):
            self.browser.press(press)
            self.assertEqual(self.browser.run("return document.body.dataset.key"), key)

    def test_type(self):
        self.browser.type("#i", "text")
        self.assertEqual(self.browser.run("return document.querySelector('#i').value"), "text")

    def test_size(self):
        self.assertEqual(self.browser.run("return [innerWidth, innerHeight]"), [640, 480])
        box = self.browser.boxes("#b")[0]
        self.assertEqual((box["width"], box["height"], box["text"]), (100, 40, "button"))

    def test_dark(self):
        colour = "return getComputedStyle(document.body).backgroundColor"
        self.assertEqual(self.browser.run(colour), "rgb(255, 255, 255)")
        self.browser.emulate(prefers_color_scheme="dark")
        self.assertEqual(self.browser.run(colour), "rgb(0, 0, 0)")

    def test_console(self):
        self.assertEqual(self.browser.console(), [])
        self.browser.run("setTimeout(() => { throw new Error('thrown on purpose') })")
        self.browser.wait("return true")
        messages = self.browser.console()
        self.assertEqual([level for level, _ in messages], ["SEVERE"])
        self.assertIn("thrown on purpose", messages[0][1])

    def test_errors(self):
        with self.assertRaises(webdriver.Error):
            self.browser.click("#nothing")

    def test_screenshot(self):
        file = self.browser.screenshot(os.path.join(self.folder.name, "shot.png"))
        with open(file, "rb") as f:
            self.assertEqual(f.read(8), b"\x89PNG\r\n\x1a\n")
