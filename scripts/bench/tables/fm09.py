"""tables/fm09 -- the programs of Wang, Kundu, Ganai and Gupta (FM 2009, Table 1), our CPU times beside theirs.

Columns of ours, as far as the program has the strategy
    lazy        the tree of schedules
    order       --strategy=partial-order: all schedules of the whole program in one formula
    order 2     the same with --context-bound 2
    predict     --strategy=predict: all permutations of the events of one run
    predict 2   the same with --context-bound 2
and of the paper: slicing (to record and slice the trace), predict, predict with at most two context
switches, a bounded model checker, an explicit search.  regression/fm09/README.md says more.

'-' marks a run that has no error within the bound: the paper's times count causal steps between threads, and a program with
many threads needs more changes of the running thread than two to reach its end.

Wrong is a row with a verdict that is wrong or missing, or with more than 2 s of CPU time of order or predict.
"""

import collections
import re

import bench_run
import matrix

FOLDER = "regression/fm09"
TIME, LIMIT = 20, 2  # seconds: of a run; of order and predict
STRATEGIES = ("lazy", "order-theory", "predict")
WIDTH = 12

Column = collections.namedtuple("Column", "name strategy options limit")
COLUMNS = (
    Column("lazy", "lazy", (), None),
    Column("order", "order-theory", (), LIMIT),
    Column("order 2", "order-theory", ("--context-bound", "2"), None),
    Column("predict", "predict", (), LIMIT),
    Column("predict 2", "predict", ("--context-bound", "2"), None),
)

# slicing, predict, predict with bound 2, BMC, explicit
PAPER = {
    "banking-2": (1.4, 0.1, 0.1, 0.3, 36.5),
    "banking-2a": (1.4, 0.1, 0.1, 7.2, 1.2),
    "banking-5": (1.7, 0.3, 0.1, 2.7, ">600"),
    "banking-5a": (1.7, 0.1, 0.1, ">600", 1.8),
    "banking-10": (7.0, 1.6, 0.6, 31.8, ">600"),
    "banking-10a": (7.0, 0.1, 0.1, "MO", 2.8),
    "indexer-10": (1.1, 0.1, 0.1, 0.1, 12.8),
    "indexer-15": (2.3, 0.1, 0.1, ">600", ">600"),
    "indexer-15a": (2.2, 0.4, 0.2, ">600", ">600"),
    "indexer-20": (4.0, 0.4, 0.1, "MO", ">600"),
    "indexer-20a": (4.1, 3.2, 0.7, "MO", ">600"),
    "indexer-25": (6.0, 0.9, 0.1, "MO", ">600"),
    "indexer-25a": (6.1, 26.1, 9.8, "MO", ">600"),
}


Row = collections.namedtuple("Row", "name paper")
ROWS = [Row(name, paper) for name, paper in PAPER.items()]


def command(name, column):
    """regression/fm09/banking.c -DACCOUNTS=5 -DBUG ... of banking-5a"""
    family, number, bug = re.fullmatch(r"(\w+)-(\d+)(a?)", name).groups()
    size = {"banking": "ACCOUNTS", "indexer": "THREADS"}[family]
    words = [f"{FOLDER}/{family}.c", f"-D{size}={number}", *(["-DBUG"] if bug else [])]
    return [*words, *matrix.options_of(column.strategy), *column.options, "--trace=none"]


def cell(name, column, options):
    """Text of a column, and what is wrong with it or None."""
    result = bench_run.measure(command(name, column), options)
    expect = "FAILED" if name.endswith("a") else "SUCCESSFUL"
    if expect == "FAILED" and column.options and result.verdict == "SUCCESSFUL" and "context bound" in result.bounds:
        return f"- {result.cpu:.2f}", None
    complaint = bench_run.wrong(result, expect)
    if not complaint and column.limit and (result.stopped or result.cpu > column.limit):
        complaint = f"over {column.limit} s"
    return bench_run.seconds_of(result), f"{column.name}: {complaint}" if complaint else None


def columns(options):
    return [c for c in COLUMNS if c.strategy in options.have]


def head(_, before, options):
    if before:
        return None
    heads = " ".join(f"{c.name:>9}" for c in columns(options))
    papers = " ".join(f"{name:>8}" for name in ("slicing", "predict", "bound 2", "BMC", "explicit"))
    return f"{'':{WIDTH}} {'CPU s':{len(heads)}} | paper\n{'':{WIDTH}} {heads} | {papers}"


def measure(row, options):
    cells = [cell(row.name, column, options) for column in columns(options)]
    paper = " ".join(f"{time:>8}" for time in row.paper)
    return f"{' '.join(f'{text:>9}' for text, _ in cells)} | {paper}", [complaint for _, complaint in cells if complaint]
