"""checks.py -- counts what a test script checks, and ends it as scripts/run-tests expects.

A check is named 'CASE: ASPECT'.  All checks of one case count as one: failed if any of them is.
A script that checks nothing fails.
"""

import sys


class Checks:
    def __init__(self, name):
        self.name, self.good = name, {}

    def check(self, what, condition, *details):
        """Counts, prints the name and the details of a check that fails; true if it holds."""
        case = what.partition(": ")[0]
        self.good[case] = self.good.get(case, True) and bool(condition)
        if not condition:
            print(f"failed: {what}")
            for detail in filter(None, map(str, details)):
                print("    " + detail[:3000].replace("\n", "\n    "))
        return bool(condition)

    def done(self):
        """The last line: 'NAME: N passed, M failed'; ends the process."""
        passed = sum(self.good.values())
        failed = len(self.good) - passed
        if not self.good:
            print(f"{self.name}: nothing was checked")
        print(f"{self.name}: {passed} passed, {failed} failed")
        sys.exit(1 if failed or not passed else 0)
