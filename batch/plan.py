"""A plan: every run of a batch (a task with a verifier), and all that a machine needs to do one.

As a file it is lines of JSON, the configuration first and then one run per line, so that an engine
can hand out runs by number: line N + 1 holds run N.
"""

import dataclasses
import hashlib
import json

from batch import limits, tasks, verifiers


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    index: int  # place in the plan
    task: tasks.Task
    verifier: str  # label of a verifier of the plan
    share: str | None = None  # "2/4": the second of four runs that do the task together (batch/shares.py)

    @property
    def key(self):
        """The same run in every batch with this configuration."""
        return (self.verifier, self.task.name, self.task.property, self.share)


@dataclasses.dataclass
class Plan:
    verifiers: dict  # label -> verifiers.Verifier
    limits: limits.Limits
    runs: list
    logs: str | None = None  # folder for the output of each run
    witnesses: str | None = None  # folder for the witness of each run
    grouping: str = "auto"  # how limits are enforced: auto, cgroup, rlimit
    shares: int = 1  # runs that do a task together
    journals: str | None = None  # folder for the journal of each run
    reports: str | None = None  # folder for the page of each run

    def config(self):
        """What a result depends on besides its task."""
        config = {
            "verifiers": {k: v.to_json() for k, v in self.verifiers.items()},
            "limits": dataclasses.asdict(self.limits),
        }
        return config if self.shares == 1 else dict(config, shares=self.shares)

    def fingerprint(self):
        text = json.dumps(self.config(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def save(self, path):
        head = dict(self.config(), logs=self.logs, witnesses=self.witnesses, grouping=self.grouping,
                    shares=self.shares, journals=self.journals, reports=self.reports)
        with open(path, "w", encoding="utf-8") as f:
            f.write(json.dumps(head) + "\n")
            for run in self.runs:
                line = dict(dataclasses.asdict(run.task), verifier=run.verifier, share=run.share)
                f.write(json.dumps(line) + "\n")


def load(path, wanted=None):
    """The plan in a file; with `wanted`, only the runs of these numbers."""
    with open(path, encoding="utf-8") as f:
        head = json.loads(f.readline())
        runs = []
        for index, line in enumerate(f):
            if wanted is None or index in wanted:
                data = json.loads(line)
                label, share = data.pop("verifier"), data.pop("share")
                data["files"] = tuple(data["files"])
                runs.append(Run(index, tasks.Task(**data), label, share))
    return Plan(
        {k: verifiers.Verifier.from_json(v) for k, v in head["verifiers"].items()},
        limits.Limits(**head["limits"]), runs, head["logs"], head["witnesses"], head["grouping"],
        head["shares"], head["journals"], head.get("reports"),
    )
