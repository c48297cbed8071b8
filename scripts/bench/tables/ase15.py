"""tables/ase15 -- the small programs of Guo, Kusano, Yang, Wang and Gupta (Table 2), our figures beside theirs.

The paper is "Assertion guided symbolic execution of multithreaded programs" (ESEC/FSE 2015).  A run is a path of
the tree of schedules from its root to an end, or to the node at which a reduction or a bound ends it.

Columns of ours, each depth first and with runs and CPU seconds
    none        every reduction off, and no stop at the first violation
    order       partial-order reduction only, likewise
    all         every reduction, likewise
    verdict     the same, up to the first violation
and of the paper: without reduction, with dynamic partial-order reduction, and with that and its summaries.
Loops that spin run for ever without a state cache: then 'none' and 'order' cut them after two rounds.
regression/ase15/README.md says more.

Wrong is a row with a verdict that is wrong or missing, or
if 'verdict' takes more runs than the paper's last column (which does not say whether it counts runs after the first error),
or if 'all' or 'verdict' takes more than 5 s of CPU time.
"""

import collections
import re
import shlex

import bench_run

HERE, ICSE = "regression/ase15", "regression/icse11"
TIME = 10  # seconds of a run with few reductions
LIMIT = 5  # with every reduction
STRATEGIES = ("lazy",)
WIDTH = 16
REDUCTIONS = ("por", "state-cache", "assertion-guided", "symmetry", "slice")
SPIN = ("--unwind", "3", "--no-unwinding-assertions")

# options: a reduction that stays on, "" for none of them, or None for all
Column = collections.namedtuple("Column", "name only limited options")
COLUMNS = (
    Column("none", "", True, ("--all-runs",)),
    Column("order", "por", True, ("--all-runs",)),
    Column("all", None, False, ("--all-runs",)),
    Column("verdict", None, False, ()),
)

# paper: runs and seconds of each of its columns; None: more than 1800 s
Row = collections.namedtuple("Row", "name source defines expect spins paper")


def row(name, source, defines, expect, *paper, spins=False):
    return Row(name, source, shlex.split(defines), expect, spins, paper)


FAILED, SUCCESSFUL = "FAILED", "SUCCESSFUL"
ROWS = (
    row("fibbenchfalse1", f"{HERE}/fibbench.c", "-DBUG -DROUNDS=2", FAILED, 924, 61.4, 48, 2.0, 15, 1.8),
    row("fibbenchfalse2", f"{HERE}/fibbench.c", "-DBUG -DROUNDS=3", FAILED, None, None, 628, 36.2, 34, 3.9),
    row("fibbenchfalse3", f"{HERE}/fibbench.c", "-DBUG -DROUNDS=4", FAILED, None, None, 8704, 503.8, 378, 13.7),
    row("indexertrue", f"{ICSE}/indexer_ok.c", "-DTHREADS=2", SUCCESSFUL, None, None, 81, 2.8, 24, 6.0),
    row("lazy01false", f"{ICSE}/lazy01_bad.c", "", FAILED, 11, 0.5, 3, 0.3, 3, 1.1),
    row("reorder2false1a", f"{HERE}/reorder2.c", "-DBUG -DSETTERS=1", FAILED, 7, 0.3, 3, 0.3, 3, 1.2),
    row("reorder2false1b", f"{HERE}/reorder2.c", "-DBUG -DSETTERS=2", FAILED, 91, 1.4, 26, 0.6, 9, 1.2),
    row("reorder2false1c", f"{HERE}/reorder2.c", "-DBUG -DSETTERS=3", FAILED, 2421, 89.1, 205, 3.2, 39, 1.6),
    row("reorder2false2a", f"{HERE}/reorder2.c", "-DBUG -DSETTERS=1 -DROUNDS=2", FAILED, 23, 0.6, 14, 0.5, 14, 1.5),
    row("reorder2false2b", f"{HERE}/reorder2.c", "-DBUG -DSETTERS=2 -DROUNDS=2", FAILED, 479, 8.9, 233, 5.0, 64, 2.2),
    row("sigmafalse1", f"{HERE}/sigma.c", "-DBUG -DTHREADS=2", FAILED, 12, 0.4, 6, 0.3, 2, 1.2),
    row("sigmafalse2", f"{HERE}/sigma.c", "-DBUG -DTHREADS=3", FAILED, 180, 3.2, 50, 1.0, 2, 1.2),
    row("sigmafalse3", f"{HERE}/sigma.c", "-DBUG -DTHREADS=4", FAILED, 4830, 222.4, 862, 18.6, 2, 1.2),
    row("singletonfalse", f"{HERE}/singleton.c", "-DBUG", FAILED, 60, 1.1, 24, 0.6, 19, 1.1),
    row("stackfalse", f"{ICSE}/stack_bad.c", "-DSIZE=5", FAILED, 527, 8.6, 236, 3.9, 49, 2.8),
    row("stateful01true", f"{ICSE}/stateful_ok.c", "-DROUNDS=1", SUCCESSFUL, 6, 0.4, 6, 0.4, 5, 1.2),
    row("twostage3false", f"{ICSE}/twostage_bad.c", "-DSETTERS=2", FAILED, 4862, 302.1, 88, 1.1, 34, 2.2),
    row("dekkertrue", f"{HERE}/dekker.c", "", SUCCESSFUL, None, None, 280, 3.6, 6, 1.5, spins=True),
    row("petersontrue1", f"{HERE}/peterson.c", "-DROUNDS=1", SUCCESSFUL, None, None, 1052, 22.7, 64, 2.7, spins=True),
    row("petersontrue2", f"{HERE}/peterson.c", "-DROUNDS=2", SUCCESSFUL, None, None, 2566, 86.6, 85, 8.1, spins=True),
    row("readwritelktrue1", f"{HERE}/readwritelock.c", "", SUCCESSFUL, 24, 0.6, 4, 0.3, 4, 1.1),
    row("readwritelktrue2", f"{HERE}/readwritelock.c", "-DREADERS=2 -DWRITERS=2", SUCCESSFUL, None, None, None, None, 436, 14.9),
    row("timevarmutextrue", f"{HERE}/timevarmutex.c", "", SUCCESSFUL, 41, 0.8, 4, 0.3, 2, 1.0),
    row("szymanskitrue", f"{HERE}/szymanski.c", "", SUCCESSFUL, None, None, None, None, 6, 1.8, spins=True),
    row("unveriftrue", f"{HERE}/unverif.c", "", SUCCESSFUL, None, None, 221, 2.9, 27, 1.7),
    row("bluetoothbad", f"{ICSE}/bluetooth_bad.c", "", FAILED, None, None, 1789, 25.1, 95, 4.0),
    row("art-example", f"{HERE}/art-example.c", "", SUCCESSFUL, 450, 11.5, 146, 3.1, 9, 1.5),
    row("fsbenchbad", f"{ICSE}/fsbench_bad.c", "-DINODES=7", FAILED, None, None, 256, 9.2, 9, 20.9),
    row("tickettrue", f"{HERE}/ticket.c", "", SUCCESSFUL, 1062, 19.6, 274, 4.8, 44, 1.9, spins=True),
    row("accountbad", f"{ICSE}/account_bad.c", "", FAILED, 8, 0.4, 8, 0.4, 8, 1.0),
    row("circularbufbad1", f"{ICSE}/circular_buffer_bad.c", "-DROUNDS=5", FAILED, 118, 1.7, 118, 1.9, 58, 3.8),
    row("circularbufbad2", f"{ICSE}/circular_buffer_bad.c", "-DROUNDS=6", FAILED, 358, 5.5, 358, 5.5, 132, 6.4),
    row("readreadwrite", f"{HERE}/readreadwrite.c", "", SUCCESSFUL, 96, 1.4, 19, 0.5, 3, 1.1),
    row("queuefalse", f"{ICSE}/queue_bad.c", "-DSIZE=5", FAILED, 252, 3.9, 252, 3.8, 26, 3.9),
)


def command(r, column):
    words = [r.source, *r.defines, "--strategy=lazy", "--dfs", *column.options]
    if column.only is None:  # summaries are computed only where they pay, unless they are asked for
        words.append("--assertion-guided")
    else:  # only the one of the column is on
        words += [f"--no-reduction={name}" for name in REDUCTIONS if name != column.only]
        words += SPIN if r.spins else ()
    return [*words, "--stats", "--trace=none"]


def cell(r, column, options):
    """Text of a column, and what is wrong with it: a list of words."""
    result = bench_run.measure(command(r, column), options, options.time if column.limited else 4 * LIMIT)
    found = re.search(r"^runs: (\d+)", result.output, re.M)
    runs = int(found[1]) if found else None
    complaint = bench_run.wrong(result, r.expect)
    wrong = [complaint] if complaint else []
    if not column.limited:
        wrong += [f"over {LIMIT} s"] if result.stopped or result.cpu > LIMIT else []
    if column.name == "verdict" and runs is not None and runs > r.paper[4]:
        wrong.append(f"{runs} runs, paper {r.paper[4]}")
    text = f"{'>' if result.stopped else ''}{'-' if runs is None else runs}"
    return f"{text:>8} {result.cpu:6.2f}", [f"{column.name}: {what}" for what in wrong]


def head(_, before, __):
    if before:
        return None
    heads = " | ".join(f"{c.name:>8} {'CPU s':>6}" for c in COLUMNS)
    papers = " ".join(f"{name:>5} {'s':>6}" for name in ("none", "dpor", "all"))
    return f"{'':{WIDTH}} {'runs and CPU seconds':{len(heads)}} | paper\n{'':{WIDTH}} {heads} | {papers}"


def measure(r, options):
    cells = [cell(r, column, options) for column in COLUMNS]
    pairs = zip(r.paper[::2], r.paper[1::2])
    paper = " ".join(f"{'-' if runs is None else runs:>5} {'>1800' if s is None else s:>6}" for runs, s in pairs)
    return f"{' | '.join(text for text, _ in cells)} | {paper}", [what for _, words in cells for what in words]
