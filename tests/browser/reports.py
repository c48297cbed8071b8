"""reports.py -- pages of real runs for the tests, and their data as Python reads it."""

import html.parser
import json
import os
import subprocess

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Scripts(html.parser.HTMLParser):
    """Finds the data the way a browser does."""

    def __init__(self):
        super().__init__()
        self.inside = False
        self.data = []

    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script" and dict(attributes).get("id") == "data"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.data.append(data)


def data_of(page):
    """What a page is about: {"document": ..., "files": [...]}."""
    parser = Scripts()
    with open(page, encoding="utf-8") as f:
        parser.feed(f.read())
    return json.loads("".join(parser.data))


def make(page, *arguments, code=None):
    """Runs cbmc-mt with --html; returns the data of the page."""
    command = [os.path.join(TOP, "cbmc-mt"), "--quiet", *arguments, "--html", page]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=120)
    if code is not None and run.returncode != code:
        raise AssertionError(f"exit code {run.returncode}, not {code}: {' '.join(command)}\n{run.stdout}")
    return data_of(page)


def replace_data(page, data, to):
    """The same page about something else, for what would take long to verify."""
    with open(page, encoding="utf-8") as f:
        text = f.read()
    mark = 'id="data">\n'
    start = text.index(mark) + len(mark)
    end = text.index("</script>", start)
    with open(to, "w", encoding="utf-8") as f:
        f.write(text[:start] + json.dumps(data).replace("<", "\\u003c") + text[end:])


def counterexample(data, run=0):
    """The first one of a run."""
    return next(p["counterexample"] for p in data["document"]["runs"][run]["properties"] if "counterexample" in p)
