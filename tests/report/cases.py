"""cases.py -- real programs and their results, for the tests of all formats.

The programs are those of regression/, with the options of their cases; 'run' executes one in a folder of its
own.  'run_all' asks for all formats at once, so that one run serves every script: scripts/run-tests names a folder
(REPORT_RUNS) where the script that comes first leaves what a case has written.
"""

import concurrent.futures
import fcntl
import itertools
import os
import pickle
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "scripts")]
import case_folder  # noqa: E402
import regression_cases  # noqa: E402
import server  # noqa: E402
from checks import Checks  # noqa: E402,F401 -- for the scripts of this folder

REGRESSION = os.path.join(ROOT, "regression")
PROGRAM = os.path.abspath(os.environ.get("CBMC_MT", os.path.join(ROOT, "cbmc-mt")))

# Folders whose cases have something of their own to say in a report: of them 1 of so many (an odd number: a case and its
# twin alternate); of the other folders the first.
EACH = ["atomicity", "deadlock", "lock-order", "races", "svcomp"]
SOME = 9

# What 'run_all' asks for.
FILES = {"--json": "out.json", "--html": "out.html", "--sarif": "out.sarif", "--junit": "out.xml"}
FORMATS = [*(word for option in FILES.items() for word in option), "--github"]


def named(name):
    """That case of regression/."""
    return regression_cases.load(os.path.join(REGRESSION, name))[0]


def is_usable(case):
    """It ends by itself and verifies something."""
    return (
        case.mode == "core"
        and not case.signal
        and case.verdict not in ("NONE", "ERROR")
        and not any(o.startswith(("--json", "--show", "--result-only", "--quiet", "-q")) for o in case.options)
    )


def usable():
    return [case for case in regression_cases.load(REGRESSION) if is_usable(case)]


def cases(thorough, every=1):
    """Of each folder one, of those that matter here more, or every second, third... of these; thorough: all of all."""
    chosen = list(_cases(thorough))[:: 1 if thorough else every]
    left_out = sum(1 for _ in _cases(True)) - len(chosen)
    if left_out:
        print(f"left out: {left_out} cases of regression/ in {os.path.basename(sys.argv[0])}: only with --thorough")
    return chosen


def _cases(thorough):
    for folder, found in itertools.groupby(usable(), lambda case: case.name.split("/")[0]):
        found = list(found)
        matters = folder in EACH
        yield from found if thorough else found[::SOME] if matters else found[:1]


class Result:
    """The outcome of one run: code, out, err, and text(name) of a file it wrote."""

    def __init__(self, process, files):
        self.code, self.out, self.err, self.files = process.returncode, process.stdout, process.stderr, files

    def text(self, name):
        return self.files.get(name, "")


def execute(folder, args, outputs=(), **more):
    command = [PROGRAM, *args]
    if more:
        process = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=120, **more)
    else:
        process = server.completed(command, 120, folder)
    files = {}
    for name in outputs:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                files[name] = f.read()
    return Result(process, files)


FOLDERS = case_folder.Folders()  # removed when the script ends


def run(case, args, outputs=()):
    """Runs a case with further arguments."""
    with FOLDERS.of(case.folder) as folder:
        return execute(folder, [*case.options, *args, *case.sources], outputs)


def run_shared(case):
    """Runs a case in all formats, or takes what another script has left."""
    shared = os.environ.get("REPORT_RUNS")
    if not shared:
        return run(case, FORMATS, FILES.values())
    with open(os.path.join(shared, case.name.replace("/", "+")), "a+b") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)  # whoever comes meanwhile waits for the result
        kept.seek(0)
        data = kept.read()
        if data:
            return pickle.loads(data)
        result = run(case, FORMATS, FILES.values())
        kept.write(pickle.dumps(result))
        return result


def run_all(chosen):
    """Each case with its result in all formats, side by side on all processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(chosen, pool.map(run_shared, chosen))
