"""webdriver.py -- headless Chromium, driven through chromedriver with the standard library.

    with Browser(1280, 800) as browser:
        browser.open("/tmp/report.html")
        browser.click("#next")
        browser.press("ArrowRight")
        assert browser.run("return document.title") == "..."
        assert browser.console() == []

missing() says why there is no browser, or is None.  A selector is one of CSS; whatever a script
returns comes back as JSON makes it.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
]

# What WebDriver calls the keys that have no character.
KEYS = {
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}

COUNT_KEYS = """
    if (window.keysThatCame === undefined) window.addEventListener("keydown", () => window.keysThatCame++, true);
    window.keysThatCame = 0;
"""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """Why there is no browser to test with; None if there is one."""
    for program, package in ("chromium", "chromium"), ("chromedriver", "chromium-driver"):
        if not shutil.which(program):
            return f"{program} is not there (Debian package {package})"
    return None


class Error(Exception):
    """What the browser could not do, in its own words."""


class Browser:
    def __init__(self, width=1280, height=800, timeout=60):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="browser-")
        self.session = None
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        try:
            self._start()
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    def _start(self):
        port = None
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                port = int(found.group(1))
                break
        if port is None:
            raise Error("chromedriver does not start")
        # It goes on writing; a full pipe would stop it.
        threading.Thread(target=self.driver.stdout.read, daemon=True).start()
        self.url = f"http://127.0.0.1:{port}"
        options = {"args": [*FLAGS, f"--user-data-dir={self.profile}"], "binary": shutil.which("chromium")}
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = answer["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session:
            try:
                self._call("DELETE", f"/session/{self.session}")
            except (Error, OSError):
                pass
            self.session = None
        self.driver.terminate()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        # A proxy of the environment is for others than this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=self.timeout) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            try:
                value = json.load(error)["value"]
                text = f"{value['error']}: {value['message']}"
            except (ValueError, KeyError):
                text = str(error)
            raise Error(text) from None

    def _do(self, method, path, body=None):
        return self._call(method, f"/session/{self.session}{path}", body)

    # Pages

    def open(self, target):
        """A file or a URL; a file may end in '#fragment'."""
        if "://" not in target:
            file, hash_sign, fragment = target.partition("#")
            target = pathlib.Path(file).resolve().as_uri() + hash_sign + fragment
        self._do("POST", "/url", {"url": target})
        self._loaded(target)

    def _loaded(self, target, seconds=30):
        """Until the page is there: on a busy machine the driver may answer while the one before still is."""
        script = "return document.readyState === 'complete' && (location.href === 'about:blank') === arguments[0]"
        end = time.monotonic() + seconds
        while True:
            try:
                if self.run(script, target == "about:blank"):
                    return
            except Error:
                if time.monotonic() > end:
                    raise
            if time.monotonic() > end:
                raise Error(f"never loaded: {target}")
            time.sleep(0.02)

    def reload(self):
        self._do("POST", "/refresh", {})

    def resize(self, width, height):
        """Sets the size of the page, not of the window around it."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.cdp("Emulation.setDeviceMetricsOverride", metrics)

    def emulate(self, media="", **features):
        """emulate(prefers_color_scheme="dark"), emulate("print"); replaces what was said before."""
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", {"media": media, "features": named})

    def cdp(self, command, parameters=None):
        """A command of the Chrome DevTools Protocol."""
        return self._do("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters or {}})

    def console(self):
        """What the page has complained about since the last call: [(level, message), ...]."""
        entries = self._do("POST", "/se/log", {"type": "browser"})
        return [(e["level"], e["message"]) for e in entries if e["level"] in ("SEVERE", "WARNING")]

    # Acting on them

    def run(self, script, *args):
        """The value that a script, the body of a function over 'arguments', returns."""
        return self._do("POST", "/execute/sync", {"script": script, "args": list(args)})

    def wait(self, condition, *args, seconds=10):
        """Until the script returns something true, which is the result."""
        script = """
            const done = arguments[arguments.length - 1], until = Date.now() + arguments[0] * 1000;
            const test = new Function(arguments[1]), args = Array.from(arguments).slice(2, -1);
            (function poll() {
                const value = test.apply(null, args);
                if (value || Date.now() > until) done(value);
                else setTimeout(poll, 20);
            })();"""
        value = self._do("POST", "/execute/async", {"script": script, "args": [seconds, condition, *args]})
        if not value:
            raise Error(f"never came true: {condition}")
        return value

    def _find(self, selector):
        return self._do("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._do("POST", f"/element/{self._find(selector)}/click", {})

    def type(self, selector, text):
        self._do("POST", f"/element/{self._find(selector)}/value", {"text": text})

    def hover(self, selector):
        origin = {ELEMENT: self._find(selector)}
        move = {"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move]}
        self._do("POST", "/actions", {"actions": [mouse]})

    def press(self, *keys):
        """One after the other: "ArrowRight", "j", "Shift+ArrowLeft"."""
        actions = []
        for key in keys:
            parts = key.split("+") if len(key) > 1 else [key]
            values = [KEYS.get(part, part) for part in parts]
            actions += [{"type": "keyDown", "value": value} for value in values]
            actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        downs = sum(action["type"] == "keyDown" for action in actions)
        self.run(COUNT_KEYS)
        for _ in range(5):
            self._do("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})
            came = self._keys_that_came(downs)
            if came >= downs:
                return
            if came:
                raise Error(f"{came} of {downs} keys came: {keys}")
        raise Error(f"the page gets no key: {keys}")

    def _keys_that_came(self, wanted):
        """Chromium may answer before the page has seen the keys; while the page has no focus yet, they are lost."""
        until = time.monotonic() + 3
        while True:
            came = self.run("return window.keysThatCame ?? Infinity")  # none counts in the page that a key has opened
            if came is None or came >= wanted:
                return wanted
            if time.monotonic() > until:
                return came
            time.sleep(0.01)

    # Reading them

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def text(self, selector):
        """As it is shown."""
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def texts(self, selector):
        return self.run("return Array.from(document.querySelectorAll(arguments[0]), e => e.innerText)", selector)

    def boxes(self, selector):
        """The rectangles of the elements in the window: [{"x", "y", "width", "height", "text"}, ...]."""
        script = """
            return Array.from(document.querySelectorAll(arguments[0]), e => {
                const r = e.getBoundingClientRect();
                return {x: r.x, y: r.y, width: r.width, height: r.height, text: e.textContent};
            });"""
        return self.run(script, selector)

    def screenshot(self, file, selector=None):
        """Of the window, or of an element, as PNG."""
        path = f"/element/{self._find(selector)}/screenshot" if selector else "/screenshot"
        with open(file, "wb") as out:
            out.write(base64.b64decode(self._do("GET", path)))
        return os.path.abspath(file)
