"""case_folder.py -- folders in which cases of regression/ run.

What a case writes stays in its folder.  Folders of regression/ have up to hundreds of files, of which a case reads one or two, so files become
symbolic links (no option of a case names a file that is there as one to write), and the next case finds the folder as the first one did:
what a case has left is removed.  The file of the cases is left out.
"""

import collections
import contextlib
import os
import shutil
import tempfile

import regression_cases


class Folders:
    """Several threads may use one; to be closed by 'with'."""

    def __init__(self):
        self.top = tempfile.TemporaryDirectory(prefix="cbmc-mt-")
        self.free = collections.defaultdict(list)  # by folder of regression/; its methods are atomic

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.top.cleanup()

    @contextlib.contextmanager
    def of(self, source):
        """A folder with the files of 'source', for one run."""
        source = os.path.abspath(source)
        try:
            work = self.free[source].pop()
        except IndexError:
            work = os.path.join(tempfile.mkdtemp(dir=self.top.name), "case")
            make(source, work)
        yield work
        if clean(source, work):
            self.free[source].append(work)
        else:
            shutil.rmtree(os.path.dirname(work))


def make(source, work):
    os.mkdir(work)
    with os.scandir(source) as entries:
        for entry in entries:
            if entry.is_dir():
                shutil.copytree(entry.path, os.path.join(work, entry.name))
            elif entry.name != regression_cases.FILE:
                os.symlink(os.path.abspath(entry.path), os.path.join(work, entry.name))


def clean(source, work):
    """Is the folder as it was made, after what is new was removed?"""
    with os.scandir(source) as entries:
        missing = {entry.name for entry in entries if entry.name != regression_cases.FILE}
    with os.scandir(work) as entries:
        for entry in list(entries):
            if entry.name in missing and entry.is_symlink():
                missing.remove(entry.name)
            elif entry.name in missing or entry.is_dir(follow_symlinks=False):
                return False
            else:
                os.unlink(entry.path)
    return not missing
