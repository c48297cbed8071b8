"""A spool: the folder through which a batch and its workers on other machines speak to each other.

    spool/state.json        what was handed out: engine, configuration, submissions
    spool/plan-K            the runs of submission K (batch/plan.py), cut into elements of `size` runs
    spool/out/K-A.N         what attempt N at element A has to say: one line about itself, then results
    spool/log/              what schedulers write
    spool/cancelled         is there: nobody wants more results

An element may be attempted more than once, one after the other or, when a machine was given up too
early, at the same time.  Every attempt has a file of its own that it alone appends to, so attempts
never disturb each other; whoever reads takes the first result of a run and drops the others.
"""

import dataclasses
import json
import os
import platform
import shutil
import signal
import time

from batch import BatchError, plan, results

LOOK = 3.0  # seconds between looks of a worker whether the batch is cancelled
SIGNAL_DELAY = 0.2  # seconds between the ends of two processes of one job


@dataclasses.dataclass
class Submission:
    """Runs handed to a scheduler in one go."""

    number: int
    name: str  # unique: what the scheduler calls it
    size: int  # runs per element
    keys: list  # of the runs, in the order of the plan
    handle: object = None  # the scheduler's, once it has answered

    def elements(self):
        return -(-len(self.keys) // self.size)

    def keys_of(self, element):
        return self.keys[element * self.size : (element + 1) * self.size]


@dataclasses.dataclass
class Attempt:
    """What the file of an attempt says about it."""

    host: str = ""
    read: int = 0  # bytes seen so far


class Spool:
    """The side of the batch."""

    def __init__(self, folder, engine=None, config=None):
        """Without engine and configuration it takes those it finds."""
        self.folder = os.path.abspath(folder)
        self.engine = engine
        self.config = config
        self.submissions = []
        self.attempts = {}  # (number, element) -> {file name: Attempt}
        self.forgotten = set()

    def load(self):
        """What an earlier process left; False if there is nothing."""
        try:
            with open(self.path("state.json"), encoding="utf-8") as f:
                state = json.load(f)
        except FileNotFoundError:
            return False
        except (OSError, ValueError) as e:
            raise BatchError(f"{self.folder}: {e}; remove it to start afresh") from e
        self.engine = self.engine or state["engine"]
        self.config = self.config or state["config"]
        if (state["engine"], state["config"]) != (self.engine, self.config):
            raise BatchError(
                f"{self.folder}: belongs to a batch of engine '{state['engine']}' with other options; "
                "'cbmc-mt-batch cancel' ends it"
            )
        for data in state["submissions"]:
            runs = plan.load(self.path(f"plan-{data['number']}")).runs
            self.submissions.append(Submission(keys=[run.key for run in runs], **data))
        return True

    def create(self):
        self.submissions.clear()
        self.attempts.clear()
        self.forgotten.clear()
        os.makedirs(self.path("out"), exist_ok=True)
        os.makedirs(self.path("log"), exist_ok=True)
        self.save()

    def cancelled(self):
        return os.path.exists(self.path("cancelled"))

    def cancel(self):
        """Workers end when they see it, and whoever watches hands out nothing any more."""
        try:
            os.close(os.open(self.path("cancelled"), os.O_WRONLY | os.O_CREAT, 0o644))
        except FileNotFoundError:
            pass  # nothing was ever handed out

    def save(self):
        fields = ("number", "name", "size", "handle")
        listed = [{f: getattr(s, f) for f in fields} for s in self.submissions]
        state = {"engine": self.engine, "config": self.config, "submissions": listed}
        new = self.path("state.new")
        with open(new, "w", encoding="utf-8") as f:
            json.dump(state, f)
            f.flush()
            os.fsync(f.fileno())
        os.replace(new, self.path("state.json"))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def add(self, whole, runs, size, name):
        """A submission of these runs of the plan, not yet handed to the scheduler.

        It is written down before the scheduler hears of it: were we killed in between, the name
        finds what the scheduler made of it.
        """
        number = len(self.submissions) + 1
        part = dataclasses.replace(whole, runs=list(runs))
        part.save(self.path(f"plan-{number}"))
        submission = Submission(number, f"{name}-{number}", size, [run.key for run in runs])
        self.submissions.append(submission)
        self.save()
        return submission

    def withdraw(self, submission):
        """Undoes the last add(): the scheduler has refused it."""
        self.submissions.remove(submission)
        self.save()

    def forget(self, number, element):
        """Nothing of an element is of interest any more."""
        self.forgotten.add((number, element))
        self.attempts.pop((number, element), None)

    def collect(self):
        """Results that arrived since the last call; a run may be among them more than once."""
        poke(self.path("out"))
        with os.scandir(self.path("out")) as entries:
            found = [(element_of(entry.name), entry) for entry in entries]
        for at, entry in found:
            if at is not None and at not in self.forgotten:
                attempt = self.attempts.setdefault(at, {}).setdefault(entry.name, Attempt())
                yield from read_new(entry.path, attempt)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def poke(folder):
    """A change of our own makes a network file system show those of other machines."""
    name = os.path.join(folder, f".poke-{platform.node()}-{os.getpid()}")
    try:
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT, 0o600))
        os.unlink(name)
    except OSError:
        pass


def element_of(name):
    """(number, element) from the name of an attempt's file."""
    number, _, rest = name.partition(".")[0].partition("-")
    return (int(number), int(rest)) if number.isdigit() and rest.isdigit() else None


def read_new(path, attempt):
    """The results in the complete lines from where the last reading ended."""
    with open(path, "rb") as f:
        f.seek(attempt.read)
        data = f.read()
    end = data.rfind(b"\n") + 1
    attempt.read += end
    for line in data[:end].splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue  # a machine that died in the middle of a line, and a later one that went on
        if "attempt" in value:
            attempt.host = value["attempt"]
        else:
            yield value


def work(folder, number, element, size, most, execute):
    """The side of a worker: the runs of an element that no earlier attempt has done.

    execute(plan, runs, done) runs them.  After `most` attempts nothing is done any more: something
    about the element ends its machines, and the batch will say so.
    """
    if os.path.exists(os.path.join(folder, "cancelled")):
        return
    there = set()
    for count in range(most):
        path = os.path.join(folder, "out", f"{number}-{element}.{count}")
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            there |= {results.key_of(r) for r in read_new(path, Attempt())}
            continue
        break
    else:
        return
    wanted = range(element * size, (element + 1) * size)
    part = plan.load(os.path.join(folder, f"plan-{number}"), wanted)
    host = os.environ.get("SLURMD_NODENAME") or platform.node()
    writer = results.Writer(path, fresh=False)

    def done(result):
        # Who ends a job ends the verifier with it, maybe a moment before us: that is no result.
        if result["status"] == "error" or result["verdict"] == "unknown":
            time.sleep(SIGNAL_DELAY)
        writer.write(dict(result, host=host))

    try:
        writer.write({"attempt": host})
        watch(folder)
        execute(part, [r for r in part.runs if r.key not in there], done)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        writer.close()


def watch(folder):
    """Has us interrupted once the batch is cancelled or gone, wherever we are.

    A timer, not a thread: whoever starts verifiers forks.
    """
    marker = os.path.join(folder, "cancelled")

    def look(_number, _frame):
        if os.path.exists(marker) or not os.path.isdir(folder):
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
