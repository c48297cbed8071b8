"""--staged: the files as the next commit will have them.

The index is written to a folder of its own, and the batch runs there: what is not staged does not
count, and files that git does not know are not there.
"""

import contextlib
import os
import re
import tempfile

from batch import BatchError
from batch.changed import git

PATHS = ("output", "logs", "witness", "reports", "journals", "csv", "html")


def line_of(*arguments):
    return os.fsdecode(git(*arguments)).rstrip("\n")


def absolute_program(text):
    """'[NAME=]PROGRAM [OPTION]...' with the program by its full path, if it is named by one."""
    match = re.match(r"([\w.+-]+=)?(\S+)", text)
    if not match or "/" not in match.group(2):
        return text
    return (match.group(1) or "") + os.path.abspath(match.group(2)) + text[match.end():]


def keep_paths(options, top):
    """Where results go, and what comes from elsewhere, stays; what is in the repository is the index's."""
    for name in PATHS:
        path = getattr(options, name)
        if path and path != "-":
            setattr(options, name, os.path.abspath(path))
    options.adapter = [os.path.abspath(path) for path in options.adapter]
    options.verifier = [absolute_program(text) for text in options.verifier or []]
    here = os.getcwd()
    options.input = [os.path.relpath(path, here) if path.startswith(top + os.sep) else path
                     for path in options.input]


@contextlib.contextmanager
def checked_out(options):
    """In here the current folder and git's working tree are those of the index."""
    if options.engine != "local":
        raise BatchError("--staged: other machines do not have the folder; it needs --engine local")
    top, below = line_of("rev-parse", "--show-toplevel"), line_of("rev-parse", "--show-prefix")
    before, environment = os.getcwd(), dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="cbmc-mt-staged-") as folder:
        os.environ["GIT_DIR"] = os.path.abspath(line_of("rev-parse", "--absolute-git-dir"))
        os.environ["GIT_INDEX_FILE"] = os.path.join(before, line_of("rev-parse", "--git-path", "index"))
        os.environ["GIT_WORK_TREE"] = os.path.realpath(folder)
        keep_paths(options, top)
        try:
            git("checkout-index", "--all", "--prefix", os.path.realpath(folder) + os.sep)
            os.makedirs(os.path.join(folder, below), exist_ok=True)
            os.chdir(os.path.join(folder, below))
            yield
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)
