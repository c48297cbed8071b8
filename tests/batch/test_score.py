"""Right or wrong, and the points."""

import unittest

import support  # noqa: F401 (sets the path)

from batch import score

CASES = [
    # expected, property, verdict, status, points
    ("true", "unreach-call", "true", "correct", 2),
    ("true", "unreach-call", "false(unreach-call)", "wrong", -16),
    ("false", "unreach-call", "true", "wrong", -32),
    ("false", "unreach-call", "false(unreach-call)", "correct", 1),
    ("false", "unreach-call", "false", "correct", 1),
    ("false", "unreach-call", "false(valid-deref)", "unknown", 0),
    ("true", "unreach-call", "false(valid-deref)", "unknown", 0),
    ("false(valid-deref)", "valid-memsafety", "false(valid-deref)", "correct", 1),
    ("false(valid-deref)", "valid-memsafety", "false(valid-free)", "wrong", -16),
    ("false(valid-deref)", "valid-memsafety", "false", "unknown", 0),
    ("false(valid-deref)", "valid-memsafety", "true", "wrong", -32),
    ("true", "valid-memsafety", "false(valid-memtrack)", "wrong", -16),
    ("false", "no-data-race", "false(no-data-race)", "correct", 1),
    ("true", "no-overflow", "unknown", "unknown", 0),
    ("true", "no-overflow", "TIMEOUT", "error", 0),
    ("false", "no-overflow", "OUT OF MEMORY", "error", 0),
    ("false", "no-overflow", "error(signal 11)", "error", 0),
    (None, None, "true", "unjudged", 0),
    (None, None, "true within argc 4", "qualified", 0),
    ("true", "unreach-call", "true within unwind 5", "qualified", 0),
    ("false", "unreach-call", "true within unwind 5", "qualified", 0),
    (None, None, "false if 'recv' may return 32", "qualified", 0),
    ("false", "unreach-call", "false if 'recv' may return 32", "qualified", 0),
    (None, None, "false(x)", "unjudged", 0),
    (None, None, "unknown", "unknown", 0),
]


class Score(unittest.TestCase):
    def test_table(self):
        for expected, prop, verdict, status, points in CASES:
            case = (expected, prop, verdict)
            self.assertEqual(score.status(expected, prop, verdict), status, case)
            result = {"expected": expected, "verdict": verdict, "status": status}
            self.assertEqual(score.points(result), points, case)

    def test_outcome(self):
        for verdict, status, outcome in (
                ("true", "correct", "correct"), ("TIMEOUT", "error", "timeout"),
                ("OUT OF MEMORY", "error", "memory"), ("error(signal 11)", "error", "error"),
                ("true", "unjudged", "safe"), ("false(x)", "unjudged", "unsafe"),
                ("true within argc 4", "qualified", "qualified"), ("unknown", "unknown", "unknown")):
            got = score.outcome({"verdict": verdict, "status": status})
            self.assertEqual(got, outcome)
            self.assertIn(got, score.OUTCOMES)

    def test_best(self):
        for expected, best in ("true", 2), ("false(valid-free)", 1), ("false", 1), (None, 0):
            self.assertEqual(score.best({"expected": expected}), best)
