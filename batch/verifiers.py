"""The adapter table: how each verifier is called, and how its verdict is read.

The table is data, verifiers.toml, and a file of the user's (--adapter) has the same form.
"""

import dataclasses
import os
import re
import shlex
import shutil
import subprocess
import tomllib

from batch import BatchError, properties

KEYS = {"program", "version", "command", "model", "properties", "witness", "share", "journal",
        "html", "violation", "confirmation", "verdict"}
RULE_KEYS = {"exit", "output", "property", "verdict", "reason", "share", "split"}
WORDS = {"program", "options", "model", "property", "property_file", "files", "witness", "share", "journal", "html",
         "time", "memory", "cores"}
VIOLATION_FIELDS = {"place", "violated", "message"}
VERSION_TIMEOUT = 20


class Unsupported(Exception):
    """The adapter has no arguments for the property of a task."""


@dataclasses.dataclass
class Verifier:
    """An adapter with the options of one batch."""

    adapter: dict
    path: str  # of the program
    options: list
    version: str

    def to_json(self):
        return dataclasses.asdict(self)

    @staticmethod
    def from_json(data):
        return Verifier(**data)

    def command(self, task, property_file, limits, witness=None, share=None, journal=None,
                html=None):
        """The arguments for a task; property_file: a path if the task has a property."""
        known = self.adapter["properties"]
        if (task.property or "") not in known:
            raise Unsupported(task.property or "no property")
        values = {
            "program": [self.path],
            "options": self.options,
            "model": listed(self.adapter["model"].get(task.data_model)),
            "property_file": listed(property_file),
            "files": list(task.files),
            "time": listed(limits.cpu and str(int(limits.cpu))),
            "memory": listed(limits.memory and str(limits.memory >> 20)),
            "cores": listed(limits.cores and str(limits.cores)),
            "witness": listed(witness),
            "share": listed(share),
            "journal": listed(journal),
            "html": listed(html),
        }
        values["property"] = expand(known[task.property or ""], values)
        for key in "witness", "share", "journal", "html":
            values[key] = expand(self.adapter[key], values) if values[key] else []
        return expand(self.adapter["command"], values)

    def judge(self, prop, code, output, share=None):
        """(verdict, reason, split) from the exit code and the output; the verdict is "error(...)" if no
        rule fits.  Rules about shares are only for runs that do one."""
        for rule in self.adapter["verdict"]:
            if "exit" in rule and code not in listed(rule["exit"]):
                continue
            if "property" in rule and (prop or "") not in listed(rule["property"]):
                continue
            match = None
            if "output" in rule:
                match = re.search(rule["output"], output, re.M)
                if not match:
                    continue
            if "share" in rule and (share is None or fill(rule["share"], match) != share):
                continue
            verdict = properties.complete(fill(rule["verdict"], match), prop)
            return verdict, fill(rule.get("reason", ""), match), fill(rule.get("split", ""), match) or None
        if code < 0:
            return f"error(signal {-code})", "", None
        return f"error(exit {code})", last_line(output), None


    def violation(self, output):
        """What the first line about a violation says, as fields of a result: place, violated, message; and
        whether the compiled program has shown it: confirmation."""
        fields = {}
        for key in "violation", "confirmation":
            found = re.search(self.adapter[key], output, re.M) if self.adapter.get(key) else None
            fields.update({k: v for k, v in found.groupdict().items() if v} if found else {})
        return fields


def listed(value):
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def expand(template, values):
    words = []
    for word in template:
        whole = re.fullmatch(r"\{(\w+)\}", word)
        if whole:
            words.extend(values[whole.group(1)])
            continue
        names = re.findall(r"\{(\w+)\}", word)
        if all(values[n] for n in names):
            words.append(re.sub(r"\{(\w+)\}", lambda m: " ".join(values[m[1]]), word))
    return words


def fill(text, match):
    if match is None:
        return text
    return re.sub(r"\\(\d)", lambda m: (match.group(int(m[1])) or "").strip(), text)


def last_line(output):
    lines = output.strip().splitlines()
    return lines[-1][:200] if lines else ""


def load_table(files):
    """All adapters: ours, then those of the files, which win."""
    table = {}
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "verifiers.toml")
    for file in [own, *files]:
        try:
            with open(file, "rb") as f:
                found = tomllib.load(f)
        except OSError as e:
            raise BatchError(f"{file}: {e.strerror}") from e
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
            raise BatchError(f"{file}: {e}") from e
        for name, adapter in found.items():
            table[name] = checked(file, name, adapter)
    return table


def checked(file, name, adapter):
    """The adapter with all keys; an error names what is wrong in it."""
    def wrong(what):
        return BatchError(f"{file}: [{name}]: {what}")

    if not isinstance(adapter, dict):
        raise wrong("not a table")
    for key in adapter.keys() - KEYS:
        raise wrong(f"unknown key '{key}'")
    for key in ("command", "verdict"):
        if not adapter.get(key):
            raise wrong(f"'{key}' is missing")
    full = {"program": name, "version": [], "model": {}, "witness": [], "share": [], "journal": [],
            "html": [], "violation": "", "confirmation": "", "properties": {"": [], **{p: [] for p in properties.KINDS}}, **adapter}
    templates = [full["command"], full["version"], full["witness"], full["share"], full["journal"],
                 full["html"], *full["properties"].values()]
    for template in templates:
        if not isinstance(template, list) or not all(isinstance(w, str) for w in template):
            raise wrong("arguments are lists of strings")
        for word in re.findall(r"\{(\w+)\}", " ".join(template)):
            if word not in WORDS:
                raise wrong(f"nothing is known to put for {{{word}}}")
    check_groups("violation", full["violation"], VIOLATION_FIELDS, wrong)
    check_groups("confirmation", full["confirmation"], {"confirmation"}, wrong)
    for rule in full["verdict"]:
        check_rule(rule, wrong)
    return full


def check_groups(key, expression, fields, wrong):
    try:
        names = set(re.compile(expression).groupindex)
    except (re.error, TypeError) as e:
        raise wrong(f"{key}: {e}") from e
    if not names <= fields:
        raise wrong(f"{key}: its groups are called {', '.join(sorted(fields))}")


def check_rule(rule, wrong):
    if not isinstance(rule, dict) or "verdict" not in rule or not rule.keys() <= RULE_KEYS:
        raise wrong(f"a rule has the keys {', '.join(sorted(RULE_KEYS))}, 'verdict' always")
    try:
        groups = re.compile(rule.get("output", "")).groups
    except re.error as e:
        raise wrong(f"{rule['output']}: {e}") from e
    texts = "".join(rule.get(key, "") for key in ("verdict", "reason", "share", "split"))
    used = [int(n) for n in re.findall(r"\\(\d)", texts)]
    if max(used, default=0) > groups:
        raise wrong(f"\\{max(used)} in a rule whose output has {groups} groups")
    if not re.match(r"true($| \\\d$)|false($| \\\d$|\()|unknown$|error\(|\\\d", rule["verdict"]):
        raise wrong(f"verdict is true, 'true \\1', false, 'false \\1', false(...), unknown or error(...): {rule['verdict']}")


def choose(table, wanted):
    """Label -> Verifier for arguments of the form [LABEL=]PROGRAM [OPTION]..."""
    chosen = {}
    for text in wanted:
        label, verifier = parse(table, text)
        if label in chosen:
            raise BatchError(f"--verifier {label} is there twice; give one a name: NAME={text}")
        chosen[label] = verifier
    return chosen


def parse(table, text):
    try:
        words = shlex.split(text)
    except ValueError as e:
        raise BatchError(f"--verifier {text}: {e}") from e
    if not words:
        raise BatchError("--verifier needs the name of a verifier")
    label = None
    match = re.match(r"([\w.+-]+)=(.+)", words[0])
    if match:
        label, words[0] = match.groups()
    program = words[0]
    name = os.path.basename(program)
    adapter = table.get(name) or table.get(label)
    if adapter is None:
        raise BatchError(f"no adapter for the verifier '{name}'; known are {', '.join(sorted(table))}; "
                         "--adapter FILE adds others")
    path = find(program if "/" in program else adapter["program"])
    if path is None:
        raise BatchError(f"the verifier '{name}' is not installed: "
                         f"no program '{adapter['program'] if '/' not in program else program}'")
    shown = " ".join([name, *words[1:]])
    return label or shown, Verifier(adapter, path, words[1:], version_of(path, adapter))


def find(program):
    """The absolute path; a program that lies beside cbmc-mt-batch comes before those in PATH."""
    if "/" in program:
        path = os.path.abspath(program)
        return path if os.access(path, os.X_OK) and os.path.isfile(path) else None
    package = os.path.dirname(os.path.abspath(__file__))
    beside = [os.path.join(package, "..", program), os.path.join(package, "../../../bin", program)]
    for path in beside:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.normpath(path)
    return shutil.which(program)


def version_of(path, adapter):
    if not adapter["version"]:
        return ""
    try:
        done = subprocess.run(
            [path, *adapter["version"]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=VERSION_TIMEOUT, text=True, errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as e:
        raise BatchError(f"{path} does not say its version: {e}") from e
    lines = done.stdout.strip().splitlines()
    return lines[0].strip()[:200] if lines else ""
