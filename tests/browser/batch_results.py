"""Result files of batches that never ran, always the same, for the page of cbmc-mt-batch."""

import json
import random

from batch import properties, results, score

FOLDERS = ["ldv-races", "pthread", "pthread-atomic", "pthread-ext", "pthread-wmm"]
PROPERTIES = ["unreach-call", "no-data-race", "no-overflow", "valid-memsafety"]
REASONS = ["loop 3 of main is not unwound completely", "inline assembly", "<b>solver</b> & co gave up"]


def head(label, n):
    return {
        "format": results.FORMAT, "config": "x", "started": "2026-01-02T03:04:05.000+00:00", "runs": n,
        "engine": "local", "verifiers": {label: {"version": f"{label} 1.0", "options": []}},
        "limits": {"cpu": 900.0, "wall": 1360, "memory": 15 << 30, "cores": 2, "grace": 3.0},
        "host": {"name": "node1", "cpus": 8, "machine": "x86_64"}, "enforced by": "cgroup v2",
    }


def expectation(world):
    prop = world.choice(PROPERTIES)
    expected = world.choice(["true", "true", "true", "false"])
    if prop == "valid-memsafety" and expected == "false":
        expected = "false(valid-deref)"
    return prop, expected


def verdict(rnd, prop, expected, seconds):
    """(verdict, reason), right most of the time."""
    chance = rnd.random()
    if seconds > 900:
        return "TIMEOUT", ""
    if chance < 0.06:
        return "unknown", rnd.choice(REASONS)
    if chance < 0.07:
        return "error(signal 11)", ""
    if chance < 0.08:
        return ("true" if expected != "true" else f"false({properties.KINDS[prop][0]})"), ""
    return (properties.complete("false", prop) if expected == "false" else expected), ""


def write(path, label, n, seed, speed):
    """n results; those of all files are of the same tasks."""
    world, rnd = random.Random(7), random.Random(seed)
    with open(path, "w", encoding="utf-8") as f:
        f.write(json.dumps(head(label, n)) + "\n")
        for i in range(n):
            folder = world.choice(FOLDERS)
            prop, expected = expectation(world)
            seconds = max(0.02, 10 ** world.gauss(-0.3, 1.1) * speed * 10 ** rnd.gauss(0, 0.35))
            said, reason = verdict(rnd, prop, expected, seconds)
            f.write(json.dumps({
                "task": f"c/{folder}/task{i:05}.yml", "property": prop, "verifier": label,
                "expected": expected, "verdict": said, "status": score.status(expected, prop, said),
                "reason": reason, "cpu": round(min(seconds, 901), 3), "wall": round(seconds * 1.05, 3),
                "memory": int(2e7 + 4e7 * seconds ** 0.6), "exit": -11 if "signal" in said else 0,
                "host": "node1", "engine": "local", "start": "2026-01-02T03:04:05.000+00:00",
                "folder": folder, "set": "Concurrency",
            }) + "\n")
