"""--changed: the tasks that a change in a git repository touches.

A task is touched if one of its sources, its definition or its property file has changed, or a file that
its sources include, directly or through others.  Includes are read from the text, whatever conditions
they stand under, and one that cannot be found is taken for any changed file whose path ends like it: a
task too many costs time, a task too few hides a bug.
"""

import os
import re
import subprocess

from batch import BatchError

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*(?:include|include_next|import)\b[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|(.))', re.M)
SPLICE = re.compile(rb"\\\r?\n")
WITH_FOLDER = ("-I", "-iquote", "-isystem", "-idirafter", "-include")


def git(*arguments):
    try:
        done = subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as e:
        raise BatchError(f"--changed: git cannot be run: {e.strerror}") from e
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BatchError(f"--changed: git {arguments[0]}: {said[0] if said else 'failed'}")
    return done.stdout


def files_since(revision):
    """Absolute paths of what differs from the point where the branch left the revision: commits, the
    index, the working tree, new files that are not ignored."""
    top = os.fsdecode(git("rev-parse", "--show-toplevel")).rstrip("\n")
    base = last_commit() if revision == "HEAD" else merge_base(revision)
    names = git("diff", "--name-only", "--no-renames", "-z", base, "--").split(b"\0")
    names += git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/").split(b"\0")
    return {os.path.realpath(os.path.join(top, os.fsdecode(name))) for name in names if name}


def last_commit():
    """Before the first commit everything is new."""
    try:
        return os.fsdecode(git("rev-parse", "--verify", "HEAD")).strip()
    except BatchError:
        return os.fsdecode(git("hash-object", "-t", "tree", os.devnull)).strip()


def merge_base(revision):
    try:
        return os.fsdecode(git("merge-base", "--", revision, "HEAD")).strip()
    except BatchError as e:
        raise BatchError(f"{e} (no common commit of {revision} and HEAD is here: a shallow clone?)") from e


class Includes:
    """Which files each file includes, read once."""

    def __init__(self, folders):
        self.folders = folders
        self.known = {}

    def of(self, path):
        """[(absolute path or None, as it is spelled)] of one file; spelled None: known to macros only."""
        if path not in self.known:
            self.known[path] = list(self.read(path))
        return self.known[path]

    def read(self, path):
        try:
            with open(path, "rb") as f:
                text = SPLICE.sub(b"", f.read())
        except OSError:
            return
        for quoted, angled, _ in INCLUDE.findall(text):
            name = os.fsdecode(quoted or angled)
            beside = [os.path.dirname(path)] if quoted else []
            found = [p for p in (os.path.join(d, name) for d in beside + self.folders) if os.path.isfile(p)]
            yield (os.path.realpath(found[0]) if found else None), name or None

    def reach(self, path, changed):
        """Does the file, or one that it includes, belong to the changed ones?"""
        seen, todo = set(), [os.path.realpath(path)]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            if at in changed:
                return True
            for found, name in self.of(at):
                if found:
                    todo.append(found)
                elif name is None and any(is_header(c) for c in changed):
                    return True
                elif name is not None and any(ends_like(c, name) for c in changed):
                    return True
        return False


def is_header(path):
    return path.endswith((".h", ".inc", ".def", ".c"))


def ends_like(path, name):
    """'a/b.h' and '../b.h' may both mean '/x/a/b.h'."""
    tail = [p for p in name.split("/") if p not in ("", ".", "..")]
    return path.split("/")[-len(tail):] == tail


def include_folders(option_lists):
    """The folders and files of -I and its like among the options of verifiers."""
    folders, files = [], []
    for options in option_lists:
        waiting = None
        for word in options:
            flag = waiting or next((f for f in WITH_FOLDER if word == f), None)
            if waiting is None and flag:
                waiting = flag
                continue
            joined = next((f for f in WITH_FOLDER if word.startswith(f) and f != "-include"), None)
            if waiting or joined:
                value = word if waiting else word[len(joined):]
                (files if waiting == "-include" else folders).append(os.path.abspath(value))
            waiting = None
    return folders, files


def touched(tasks, changed, option_lists):
    """Those of the tasks that the changed files touch."""
    folders, files = include_folders(option_lists)
    includes = Includes(folders)
    if any(includes.reach(f, changed) for f in files):
        return list(tasks)
    return [t for t in tasks if any(includes.reach(f, changed) for f in t.files)
            or any(os.path.realpath(p) in changed for p in (t.definition, t.property_file) if p)]
