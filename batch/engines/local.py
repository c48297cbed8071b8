"""This machine: -j runs at a time."""

import os
import time

from batch import properties, results, score, shares, supervise, verifiers
from batch.limits import Outcome
from batch.progress import duration

TICK = 1.0  # seconds between signs of life
LONG = 5.0  # seconds after which a run is worth a word
HEAD = TAIL = 1 << 20  # bytes of the output that are read for the verdict


class Engine:
    name = "local"
    note = staticmethod(lambda text: None)
    needless = staticmethod(lambda run: False)

    @staticmethod
    def add_arguments(group):
        pass

    def __init__(self, plan, options):
        self.plan = plan
        self.jobs = options.jobs
        self.supervisor = supervise.Supervisor(plan.limits, self.jobs, plan.grouping)
        self.property_files = {}
        self.spare_logs = []
        for folder in plan.logs, plan.witnesses, plan.journals, plan.reports:
            if folder:
                os.makedirs(folder, exist_ok=True)

    def describe(self):
        return {"jobs": self.jobs, "enforced by": self.supervisor.describe()}

    def slots(self):
        return self.jobs

    def run(self, runs, done):
        waiting = iter(runs)
        busy = 0
        more = True
        while more or busy:
            while more and busy < self.jobs:
                run = next(waiting, None)
                if run is None:
                    more = False
                elif self.needless(run):
                    continue
                elif self.start(run, done):
                    busy += 1
            self.tell()
            for tag, outcome in self.supervisor.wait(TICK):
                busy -= 1
                done(self.result(tag, outcome))
        self.supervisor.close()

    def cancel(self):
        self.supervisor.close()

    def tell(self):
        """Says which run keeps us waiting."""
        children = self.supervisor.children.values()
        oldest = min(children, key=lambda c: c.start, default=None)
        spent = time.monotonic() - oldest.start if oldest else 0
        name = os.path.basename(oldest.tag[0].task.name) if oldest else ""
        self.note(f"{duration(spent)} on {name}" if spent >= LONG else "")

    def start(self, run, done):
        """False: the verifier does not know the property, so there was nothing to start."""
        verifier = self.plan.verifiers[run.verifier]
        try:
            command = verifier.command(run.task, self.property_file(run.task), self.plan.limits,
                                       path_for(self.plan.witnesses, run, ""), run.share,
                                       shares.free_journal(path_for(self.plan.journals, run, ".journal")),
                                       path_for(self.plan.reports, run, ".html"))
        except verifiers.Unsupported as e:
            reason = f"no adapter for {e}"
            done(results.make(run, "unknown", reason, Outcome(), self.name, results.now()))
            return False
        self.forget_page(run)
        log = self.open_log(run, command)
        self.supervisor.start((run, log, results.now()), command, log)
        return True

    def forget_page(self, run):
        """One of an earlier batch is not about this run."""
        page = path_for(self.plan.reports, run, ".html")
        if page and os.path.exists(page):
            os.unlink(page)

    def property_file(self, task):
        if task.property is None:
            return None
        if task.property_file:
            return task.property_file
        name = task.formulas
        if name not in self.property_files:
            path = os.path.join(self.supervisor.temp, name + ".prp")
            with open(path, "w", encoding="utf-8") as f:
                f.write(properties.text_of(properties.FORMULAS.get(name, [])))
            self.property_files[name] = path
        return self.property_files[name]

    def open_log(self, run, command):
        """A file descriptor for the output of a run."""
        path = path_for(self.plan.logs, run, ".log")
        if path is None:
            return self.spare_logs.pop() if self.spare_logs else self.new_log()
        log = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o644)
        os.write(log, f"# {' '.join(command)}\n".encode("utf-8", "replace"))
        return log

    def new_log(self):
        """A file without a name, used for one run after the other."""
        path = os.path.join(self.supervisor.temp, "output")
        log = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        os.unlink(path)
        return log

    def close_log(self, log):
        if self.plan.logs:
            os.close(log)
        else:
            os.ftruncate(log, 0)
            self.spare_logs.append(log)

    def result(self, tag, outcome):
        run, log, start = tag
        output = text_of(log)
        self.close_log(log)
        verdict, reason, split = {
            "cpu": ("TIMEOUT", "", None), "wall": ("TIMEOUT", "wall time", None),
            "memory": ("OUT OF MEMORY", "", None),
        }.get(outcome.exceeded) or self.plan.verifiers[run.verifier].judge(
            run.task.property, outcome.code, output, run.share)
        return results.make(run, verdict, reason, outcome, self.name, start, split, self.details(run, verdict, output))

    def details(self, run, verdict, output):
        """What a reader wants to know beside the verdict: the violation, and where the page is."""
        more = self.plan.verifiers[run.verifier].violation(output) if score.is_violation(verdict) else {}
        if "place" in more:
            more["place"] = run.task.shown(more["place"])
        page = path_for(self.plan.reports, run, ".html")
        return dict(more, html=page) if page and os.path.exists(page) else more


def text_of(log):
    size = os.fstat(log).st_size
    data = os.pread(log, HEAD, 0)
    if size > HEAD:
        data += os.pread(log, TAIL, max(HEAD, size - TAIL))
    return data.decode("utf-8", "replace")


def path_for(folder, run, suffix):
    """A name in the folder that belongs to this run alone."""
    if folder is None:
        return None
    task = run.task.name.strip("/").replace("/", "+")
    parts = [task, run.task.property or "default", run.verifier.replace("/", "+").replace(" ", "_")]
    if run.share:
        parts.append("share-" + run.share.replace("/", "-of-"))
    name = ".".join(parts)
    return os.path.join(folder, name[-200:] + suffix)
