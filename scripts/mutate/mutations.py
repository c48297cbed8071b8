"""mutations -- mutations of our own source: copies of the tree where they are applied, and the list tests/mutations/list.toml."""

import os
import re
import shutil
import signal
import subprocess
import threading
import tomllib

import regression_cases

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
LIST = "tests/mutations/list.toml"
REQUIRED = {"name", "reduction", "breaks", "file", "old", "new", "tries"}
OPTIONAL = {"builds", "missed"}
LEAST = 40
IGNORED = ("build", ".git", ".mirror", "cbmc-mt")
ENTRY = re.compile(r'^(?:REDUCTION|PASS|SHORTCUT)\(\w+,(?: \w+,)? "([\w-]+)"', re.M)


def read_list(root=ROOT):
    with open(os.path.join(root, LIST), "rb") as f:
        return tomllib.load(f)["mutation"]


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read()


def reductions(root=ROOT):
    """The names of the entries of the table."""
    return ENTRY.findall(read(root, "symex/reductions.def"))


def apply(root, mutation):
    """Replaces the text in the tree below root."""
    path = os.path.join(root, mutation["file"])
    text = read(root, mutation["file"])
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(mutation["old"], mutation["new"]))


def problems_of(root, mutation):
    """What is wrong with one entry."""
    keys = set(mutation)
    if not REQUIRED <= keys or not keys <= REQUIRED | OPTIONAL:
        yield f"keys missing: {sorted(REQUIRED - keys)}, unknown: {sorted(keys - REQUIRED - OPTIONAL)}"
        return
    if not os.path.isfile(os.path.join(root, mutation["file"])):
        yield f"there is no file {mutation['file']}"
        return
    found = read(root, mutation["file"]).count(mutation["old"])
    if found != 1:
        yield f"its text stands {found} times in {mutation['file']}, not once: {mutation['old'].strip().splitlines()[0]}"
    if mutation["old"] == mutation["new"]:
        yield "it changes nothing"
    for what in mutation["tries"]:
        path = f"tests/unit/test_{what[5:]}.c" if what.startswith("unit:") else what
        if what.startswith("libraries:"):  # random libraries of this kind
            continue
        path = os.path.join(root, path)
        if not os.path.exists(path) and not regression_cases.find([path])[0]:
            yield f"there is no {what}"


def problems(root=ROOT):
    """What is wrong with the list."""
    mutations, table, names = read_list(root), reductions(root), set()
    if not table:
        yield "cannot read symex/reductions.def"
    for mutation in mutations:
        name = mutation.get("name", "?")
        if name in names:
            yield f"{name}: stands twice"
        names.add(name)
        for problem in problems_of(root, mutation):
            yield f"{name}: {problem}"
        if mutation.get("reduction") not in table:
            yield f"{name}: the table has no reduction {mutation.get('reduction')}"
    for name in table:
        if name not in {mutation.get("reduction") for mutation in mutations}:
            yield f"no mutation breaks the condition of {name}"
    if len(mutations) < LEAST:
        yield f"{len(mutations)} mutations, should be {LEAST}"


def copy_tree(scratch):
    """The tree with its objects, whose times are kept so that only what changes is built."""
    shutil.copytree(ROOT, scratch, symlinks=True, ignore=lambda d, names: [n for n in names if n in IGNORED and d == ROOT])
    source = os.path.join(ROOT, "build")
    for path, below, names in os.walk(source):
        below[:] = [name for name in below if name not in ("san", "stress", "nosat", "clang", "reach", "mutants-source", "fuzz-threads", "fuzz-long")]
        to = os.path.join(scratch, "build", os.path.relpath(path, source))
        os.makedirs(to, exist_ok=True)
        for name in names:
            if name.endswith((".o", ".d", ".c", "flavour")) or name == "explicit":
                shutil.copy2(os.path.join(path, name), to)


def fails(command, scratch, failed, limit):
    """The first line of the output like 'failed'; '' if none; the command is ended as soon as there is one."""
    process = subprocess.Popen(command, cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)

    def end():
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, end)
    timer.start()
    try:
        return next((line.strip() for line in process.stdout if re.search(failed, line)), "")
    finally:
        timer.cancel()
        end()
        process.wait()
