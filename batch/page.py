"""Results as one self-contained page: page/ holds its parts, this puts them and the data together."""

import html
import json
import os
import urllib.parse

from batch import BatchError, results, score

PARTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")
SCRIPTS = ["data.js", "dom.js", "filter.js", "summary.js", "groups.js", "plot.js", "cactus.js", "scatter.js",
           "table.js", "detail.js", "page.js"]


class Strings:
    """Texts that many results share, each stored once."""

    def __init__(self):
        self.all, self.at = [], {}

    def __call__(self, text):
        if text is None:
            return -1
        if text not in self.at:
            self.at[text] = len(self.all)
            self.all.append(text)
        return self.at[text]


def data_of(files, columns, folder):
    """folder: of the page, from which links lead to the pages of runs."""
    strings = Strings()
    rows = {}
    for i, column in enumerate(columns):
        for r in column.results:
            key = (column.names[r["task"]], r["property"] or "")
            if key not in rows:
                rows[key] = [key[0], strings(r["property"]), -1, strings(r.get("folder")),
                             strings(r.get("set")), [0] * len(columns)]
            row = rows[key]
            row[2] = strings(r["expected"]) if row[2] < 0 else row[2]
            row[5][i] = [strings(r["verdict"]), score.OUTCOMES.index(score.outcome(r)), r["cpu"], r["wall"],
                         r["memory"], r["exit"], strings(r["reason"] or None), strings(r.get("host")),
                         r.get("start"), score.points(r), strings(r.get("place")), strings(r.get("violated")),
                         strings(r.get("message")), link(r.get("html"), folder), strings(r.get("confirmation"))]
    return {
        "made": results.now(), "statuses": score.OUTCOMES, "strings": strings.all,
        "columns": headers_of(files, columns), "rows": [rows[k] for k in sorted(rows)],
    }


def link(path, folder):
    """The address of a run's page as seen from this one; None: there is none, or it is gone."""
    if not path or not os.path.exists(path):
        return None
    return urllib.parse.quote(os.path.relpath(path, folder))


def headers_of(files, columns):
    described = []
    for file in files:
        head = file.header
        for name, verifier in head.get("verifiers", {}).items():
            described.append({
                "name": name, "version": verifier.get("version", ""),
                "options": " ".join(verifier.get("options", [])), "limits": head.get("limits", {}),
                "host": head.get("host", {}), "started": head.get("started"),
                "engine": head.get("engine"), "enforced": head.get("enforced by"),
                "file": os.path.basename(file.path),
            })
    return [dict(d, label=c.label) for d, c in zip(described, columns)]


def part(name):
    with open(os.path.join(PARTS, name), encoding="utf-8") as f:
        return f.read()


def text_of(files, columns, folder="."):
    title = " and ".join(os.path.basename(f.path) for f in files)
    # Inside a script, only '</' and '<!--' could end it early.
    data = json.dumps(data_of(files, columns, folder), ensure_ascii=False, separators=(",", ":"))
    fields = {
        "TITLE": html.escape(title), "STYLE": part("style.css"),
        "DATA": data.replace("<", "\\u003c"),
        "SCRIPT": "".join(part(name) for name in SCRIPTS),
    }
    text = part("page.html")
    # Split once, so that a field in the data is not taken for one of the template.
    pieces = text.split("@@")
    return "".join(fields[p] if i % 2 else p for i, p in enumerate(pieces))


def write(path, files, columns):
    text = text_of(files, columns, os.path.dirname(os.path.abspath(path)))
    try:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    except OSError as e:
        raise BatchError(f"{path}: {e.strerror}") from e
