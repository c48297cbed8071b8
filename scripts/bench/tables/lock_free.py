"""tables/lock_free -- a list, a skip list and a hash table without locks: CPU seconds against threads and operations.

Columns: the structure as it should be and with its bug, each with --strategy=lazy, and with --strategy=partial-order.  Under the
seconds are nodes of the tree.  regression/lock-free/README.md says what the threads do.

'?' marks a run without an answer.  Wrong is a row with a wrong verdict, or with more than 60 s of CPU time of lazy.
"""

import collections
import itertools
import re

import bench_run

FOLDER = "regression/lock-free"
STRUCTURES = ("list", "skiplist", "hashtable")
TIME, LIMIT = 61, 60  # seconds: of a run; of lazy
WIDTH = 15

Column = collections.namedtuple("Column", "name strategy bug")
COLUMNS = (Column("lazy", "lazy", False), Column("bug", "lazy", True), Column("order", "partial-order", False))
STRATEGIES = ("lazy", "partial-order")

# The bug shows in all other cases: too few operations to meet, or to make the table grow.
NO_BUG = {("skiplist", 2, 1), ("skiplist", 3, 1), ("hashtable", 2, 1), ("hashtable", 2, 2), ("hashtable", 2, 3)}


class Row(collections.namedtuple("Row", "structure threads operations")):
    @property
    def name(self):
        return f"{self.structure} {self.threads} {self.operations}"


ROWS = [Row(*values) for values in itertools.product(STRUCTURES, (2, 3), (1, 2, 3))]


def cell(row, column, options):
    """Text of a column, and what is wrong with it or None."""
    words = [f"{FOLDER}/{row.structure}.c", f"-DTHREADS={row.threads}", f"-DOPS={row.operations}", *(["-DBUG"] if column.bug else [])]
    result = bench_run.measure([*words, f"--strategy={column.strategy}", "--stats", "--trace=none"], options)
    nodes = re.search(r"^nodes: (\d+)", result.output, re.M)
    complaint = bench_run.wrong(result, "FAILED" if column.bug and row not in NO_BUG else "SUCCESSFUL")
    if complaint and column.strategy != "lazy" and complaint.startswith("UNKNOWN"):
        complaint = None
    if column.strategy == "lazy" and (result.stopped or result.cpu > LIMIT):
        complaint = f"over {LIMIT} s"
    mark = "?" if result.verdict == "UNKNOWN" and not result.stopped else ""
    return (mark + bench_run.seconds_of(result)).rjust(8) + f" {nodes[1] if nodes else '-':>9}", complaint and f"{column.name}: {complaint}"


def head(_, before, __):
    if before:
        return None
    return f"{'':{WIDTH}} {'CPU seconds and nodes'}\n{'threads, ops':{WIDTH}} " + " | ".join(f"{c.name:>18}" for c in COLUMNS)


def measure(row, options):
    cells = [cell(row, column, options) for column in COLUMNS]
    return " | ".join(text for text, _ in cells), [complaint for _, complaint in cells if complaint]
