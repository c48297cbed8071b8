"""Tasks: what is to be verified, and the verdict that is expected if anybody knows.

Inputs are sources (.c, .i), task definitions (.yml), sets (.set, one pattern per line), folders, and
lists of any of these.  A file that cannot be read becomes a message; the rest goes on.
"""

import dataclasses
import glob
import os
import re

from batch import properties, taskyaml

OLD_NAME = re.compile(
    r"_(true|false)-(unreach-call|valid-memsafety|valid-deref|valid-free|valid-memtrack"
    r"|valid-memcleanup|no-overflow|no-data-race|termination|no-deadlock)"
)
MEMSAFETY = {"valid-memsafety", "valid-deref", "valid-free", "valid-memtrack"}


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    name: str  # as the user would write it; with the property it is unique in a batch
    files: tuple  # absolute paths
    property: str | None  # unreach-call, ...; None: what the verifier checks by default
    property_file: str | None  # None: made from the name of the property
    formulas: str | None  # name in properties.FORMULAS of the file to be made
    data_model: str | None  # ILP32, LP64; None: the verifier's choice
    expected: str | None  # true, false, false(valid-deref), ...
    folder: str  # name of the folder it lies in
    set: str | None  # name of the set it comes from
    definition: str | None = None  # absolute path of the task definition it comes from

    def shown(self, path):
        """A path in the output of a verifier, as the user would write it."""
        folder, below = os.path.dirname(self.files[0]), os.path.dirname(self.name)
        if os.path.isabs(self.name) or not (folder == below or folder.endswith("/" + below) or not below):
            return path
        start = folder[: len(folder) - len(below)].rstrip("/") + "/"
        return path[len(start):] if path.startswith(start) else path


class Finder:
    """Collects tasks from inputs; what went wrong is in `problems`."""

    def __init__(self, prop=None, data_model=None, start=None):
        self.wanted_file = os.path.abspath(prop) if prop and os.path.isfile(prop) else None
        self.wanted = prop
        if self.wanted_file:
            self.wanted = property_of_file(self.wanted_file)
        self.data_model = data_model
        self.start = start or os.getcwd()
        self.tasks = {}
        self.problems = []
        self.models = {}

    def add(self, path):
        """One input of the command line."""
        if not os.path.exists(path):
            self.problems.append(f"{path}: no such file or folder")
        elif os.path.isdir(path):
            self.add_folder(path)
        elif path.endswith(".set"):
            self.add_set(path)
        elif path.endswith((".c", ".i", ".yml", ".yaml")):
            self.add_file(path, None)
        else:
            self.add_list(path)

    def add_list(self, path):
        try:
            with open(path, encoding="utf-8") as f:
                lines = f.read().splitlines()
        except (OSError, UnicodeDecodeError) as e:
            self.problems.append(f"{path}: {reason(e)}")
            return
        self.add_lines(lines, path)

    def add_lines(self, lines, origin):
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if os.path.isdir(line) or line.endswith((".c", ".i", ".yml", ".yaml", ".set")):
                self.add(line)
            else:
                self.problems.append(f"{origin}:{number}: neither a task nor a set nor a folder: {line}")

    def add_folder(self, folder):
        for path, below, names in os.walk(folder):
            below.sort()
            names = sorted(names)
            described = set()
            for name in names:
                if name.endswith((".yml", ".yaml")) and is_task_definition(os.path.join(path, name)):
                    described |= self.add_file(os.path.join(path, name), None)
            for name in prefer_preprocessed(n for n in names if n.endswith((".c", ".i"))):
                file = os.path.join(path, name)
                if os.path.abspath(file) not in described:
                    self.add_file(file, None)

    def add_set(self, path):
        base = os.path.dirname(path)
        label = os.path.basename(path)[: -len(".set")]
        try:
            with open(path, encoding="utf-8") as f:
                patterns = f.read().splitlines()
        except (OSError, UnicodeDecodeError) as e:
            self.problems.append(f"{path}: {reason(e)}")
            return
        for number, pattern in enumerate(patterns, 1):
            pattern = pattern.strip()
            if not pattern or pattern.startswith("#"):
                continue
            files = sorted(glob.glob(os.path.join(glob.escape(base), pattern), recursive=True))
            if not files:
                self.problems.append(f"{path}:{number}: no file matches {pattern}")
            for file in files:
                self.add_file(file, label)

    def add_file(self, path, label):
        """One task file; returns the absolute paths of the sources it names."""
        try:
            if path.endswith((".yml", ".yaml")):
                return self.add_definition(path, label)
            return self.add_source(path, label)
        except (OSError, UnicodeDecodeError, taskyaml.YamlError, ValueError) as e:
            self.problems.append(f"{path}: {reason(e)}")
            return set()

    def add_source(self, path, label):
        file = os.path.abspath(path)
        found = expected_of_name(os.path.basename(path))
        model = self.data_model
        if found and not model:
            model = self.model_of_folder(os.path.dirname(file))
        if self.wanted:
            found = {self.wanted: found.get(self.wanted)}
        for prop, expected in (found or {None: None}).items():
            old = prop == "unreach-call" and mentions_old_error(file)
            self.keep(Task(
                self.name(path), (file,), prop, self.wanted_file,
                None if prop is None else "unreach-error" if old else prop,
                model, expected, folder_of(file), label,
            ))
        return {file}

    def add_definition(self, path, label):
        with open(path, encoding="utf-8") as f:
            data = taskyaml.parse(f.read())
        base = os.path.dirname(os.path.abspath(path))
        files = sources_of(data, base)
        options = data.get("options")
        model = options.get("data_model") if isinstance(options, dict) else None
        if model not in (None, "ILP32", "LP64"):
            raise ValueError(f"data_model is neither ILP32 nor LP64: {model}")
        for entry in listed(data.get("properties")):
            if not isinstance(entry, dict) or not isinstance(entry.get("property_file"), str):
                raise ValueError("a property without property_file")
            file = os.path.normpath(os.path.join(base, entry["property_file"]))
            there = os.path.isfile(file)
            prop = property_of_file(file) if there else stem(file)
            if not there and prop not in properties.FORMULAS:
                raise ValueError(f"no such property file: {entry['property_file']}")
            if self.wanted and prop != self.wanted:
                continue
            self.keep(Task(
                self.name(path), files, prop, self.wanted_file or (file if there else None),
                None if there else prop, self.data_model or model, expected_of_entry(entry),
                folder_of(path), label, os.path.abspath(path),
            ))
        return set(files)

    def keep(self, task):
        self.tasks.setdefault((task.name, task.property), task)

    def name(self, path):
        """Relative to where the batch was started if it lies below, else absolute."""
        absolute = os.path.abspath(path)
        below = self.start.rstrip("/") + "/"
        return absolute[len(below):] if absolute.startswith(below) else absolute

    def model_of_folder(self, folder):
        """Sets of 2016 say it in a README or .cfg of the folder; 32 bit if they do not."""
        if folder not in self.models:
            self.models[folder] = "ILP32"
            for name in os.listdir(folder):
                if name.upper().startswith("README") or name.endswith(".cfg"):
                    with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
                        if re.search(r"\b64[ -]?bit|Architecture:\s*64", f.read(), re.I):
                            self.models[folder] = "LP64"
        return self.models[folder]


def reason(error):
    if isinstance(error, UnicodeDecodeError):
        return f"not text: byte {error.start} is not UTF-8"
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def folder_of(path):
    return os.path.basename(os.path.dirname(os.path.abspath(path)))


def listed(value):
    return value if isinstance(value, list) else [] if value is None else [value]


def is_task_definition(path):
    """Folders hold other YAML too; those are passed over, broken task files are not."""
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return re.search(r"^\s*(input_files|properties)\s*:", f.read(1 << 16), re.M) is not None
    except OSError:
        return True


def sources_of(data, base):
    if not isinstance(data, dict):
        raise ValueError("not a task definition")
    version = str(data.get("format_version", ""))
    if version not in ("1.0", "2.0", "2.1"):
        raise ValueError(f"format_version {version or 'missing'}; 1.0 to 2.1 are understood")
    names = listed(data.get("input_files"))
    if not names or not all(isinstance(n, str) for n in names):
        raise ValueError("input_files names no file")
    files = []
    for name in names:
        matches = sorted(glob.glob(os.path.join(glob.escape(base), name)))
        if not matches:
            raise ValueError(f"no such input file: {name}")
        files.extend(os.path.normpath(m) for m in matches)
    return tuple(files)


def expected_of_entry(entry):
    verdict = entry.get("expected_verdict")
    if verdict is None:
        return None
    if not isinstance(verdict, bool):
        raise ValueError(f"expected_verdict is neither true nor false: {verdict}")
    kind = entry.get("subproperty")
    return "true" if verdict else f"false({kind})" if kind else "false"


def expected_of_name(name):
    """Property to expected verdict, from a name such as x_true-unreach-call_false-valid-deref.i."""
    found = {}
    for verdict, kind in OLD_NAME.findall(name):
        prop = "valid-memsafety" if kind in MEMSAFETY else kind
        single = kind == "valid-memsafety" or prop == kind
        expected = verdict if verdict == "true" or single else f"false({kind})"
        if not found.get(prop, "true").startswith("false"):
            found[prop] = expected
    return found


def property_of_file(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return properties.name_of(f.read(), stem(path))


def mentions_old_error(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    return "reach_error" not in text and "__VERIFIER_error" in text


def prefer_preprocessed(names):
    """Where a source is there both as it is and preprocessed, only the latter is a task."""
    names = list(names)
    stems = {n[:-2] for n in names if n.endswith(".i")}
    return [n for n in names if not (n.endswith(".c") and (n[:-2] in stems or n in stems))]
