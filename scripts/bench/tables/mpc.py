"""tables/mpc -- the programs of Yi and Huang, "Concurrency verification with maximal path causality" (ESEC/FSE 2018).

Three tables: tricky bugs (Table 1: M0 to M9 are Figure 2 with more threads, and racey), libraries (Table 2), and the
program of Figure 10 with N rounds (Table 4).
Columns of ours, paths and CPU seconds
    all         --strategy=mpc --multi-property on the program with the bug: every path, the crash is one of them
    safe        --strategy=mpc on the twin without the bug
    bug         CPU seconds only: --strategy=mpc on the program with the bug, which ends with the first violation
    verdict     CPU seconds only: --mpc-strategy=3 on the twin without the bug, which ends when the verdict is established
    S1          --mpc-strategy=1 --multi-property on the program with the bug, in Table 1
and of the paper: paths and seconds of its two strategies S1 and S2 in Table 1, and of the second in the others.  At the end, M7 with one
process and with two: wall-clock seconds, the least of three, and their ratio.
regression/mpc/README.md says more.

Wrong is a row if a verdict is wrong or missing, if S1 claims that there is no error, if a run other than S1 takes more than 30 s of CPU time (Figure 10: 5 s), if the number of paths is
not what it must be, or if two processes are not 1.6 times as fast.
"""

import collections
import shlex
import time

import bench_run

FOLDER = "regression/mpc"
TIME, LIMIT, LIMIT_ROUNDS = 60, 30, 5  # seconds: of a run; before a row is wrong
STRATEGIES, NEEDS = ("mpc",), "mpc"
WIDTH, EXTRA = 14, "speed-up"
SPEED_UP, TRIES = 1.6, 3  # the least time of so many counts

# paths: of the program without the bug; crash: those that the one with the bug has besides, or None if that is not known
Row = collections.namedtuple("Row", "table name source defines limit paths crash paper")


def tricky(i, *paper):
    return Row(1, f"M{i}", "figure2.c", [f"-DEXTRA={i}"], LIMIT, 6 * 2**i + 3, 1, paper)


def library(name, source, defines, paths, *paper):
    return Row(2, name, source, shlex.split(defines), LIMIT, paths, None, paper)


def rounds(n, *paper):
    return Row(4, f"figure10-{n}", "figure10.c", [f"-DN={n}"], LIMIT_ROUNDS, 2**n, 0, paper)


# paper: paths and seconds of S1 and S2 in Table 1, of S2 elsewhere
ROWS = (
    tricky(0, 6, 0.31, 10, 0.79),
    tricky(1, 12, 0.71, 16, 1.55),
    tricky(3, 48, 2.98, 52, 5.43),
    tricky(5, 192, 16.23, 196, 38.11),
    tricky(7, 768, 90.28, 772, 830.01),
    tricky(9, 3072, 507.32, 2462, ">3600"),
    Row(1, "racey", "racey.c", [], LIMIT, 441, 0, (432, 267.83, 432, 459.65)),
    library("dekker-20", "dekker.c", "-DATTEMPTS=20", 753, 929, 84.47),
    library("dekker-30", "dekker.c", "-DATTEMPTS=30", 2213, 2970, 346.23),
    library("spinlock-2-5", "spinlock.c", "-DTHREADS=2 -DATTEMPTS=5", 537, 522, 66.38),
    library("spinlock-3-3", "spinlock.c", "-DTHREADS=3 -DATTEMPTS=3", 495, 1357, 208.47),
    library("rwlock-2-5", "rwlock.c", "-DTHREADS=2 -DATTEMPTS=5", 2305, 1910, 2108.39),
    library("queue-2-5", "queue.c", "-DTHREADS=2 -DATTEMPTS=5", 162, 539, 246.12),
    library("seqlock-3-3", "seqlock.c", "-DTHREADS=3 -DROUNDS=3", 3112, 3877, 782.51),
    rounds(1, 4, 0.1),
    rounds(2, 6, 0.4),
    rounds(3, 10, 0.7),
    rounds(4, 18, 1.6),
    rounds(5, 34, 4.3),
    rounds(6),
    rounds(7),
    rounds(8),
)


def execute(row, words, options):
    return bench_run.measure([f"{FOLDER}/{row.source}", *row.defines, "--strategy=mpc", *words, "--stats", "--trace=none"], options)


def text_of(result, with_paths):
    seconds = bench_run.seconds_of(result)
    return f"{bench_run.statistic(result, 'paths'):>6} {seconds:>6}" if with_paths else f"{seconds:>7}"


def columns(row):
    """Name, options, verdict and paths of each; None: any."""
    yield "all", ["-DBUG", "--multi-property"], "FAILED", None if row.crash is None else row.paths + row.crash
    yield "safe", [], "SUCCESSFUL", row.paths
    yield "bug", ["-DBUG"], "FAILED", None
    yield "verdict", ["--mpc-strategy=3"], "SUCCESSFUL", None
    if row.table == 1:
        yield "S1", ["-DBUG", "--mpc-strategy=1", "--multi-property"], None, None


def measure(row, options):
    texts, wrong = [], []
    for name, words, expect, wanted in columns(row):
        result = execute(row, words, options)
        paths = bench_run.statistic(result, "paths")
        if expect:
            complaint = bench_run.wrong(result, expect)
        else:
            complaint = "WRONG: SUCCESSFUL" if result.verdict == "SUCCESSFUL" else None
        if not complaint and expect and (result.stopped or result.cpu > row.limit):
            complaint = f"over {row.limit} s"
        if not complaint and wanted is not None and paths != wanted:
            complaint = f"{paths} paths, not {wanted}"
        texts.append(text_of(result, name not in ("bug", "verdict")))
        wrong += [f"{name}: {complaint}"] if complaint else []
    return f"{' | '.join(texts)} | {paper_cells(row)}", wrong


def head(row, before, _):
    table = row.table
    if before and before.table == table:
        return None
    ours = f"{'all':>6} {'CPU s':>6} | {'safe':>6} {'CPU s':>6} | {'bug':>7} | {'verdict':>7}"
    ours += f" | {'S1':>6} {'CPU s':>6}" if table == 1 else ""
    theirs = f"{'S1':>6} {'s':>7} {'S2':>6} {'s':>7}" if table == 1 else f"{'S2':>6} {'s':>7}"
    return f"\nTable {table}\n{'':14} {'paths and CPU seconds':{len(ours)}} | paper\n{'':14} {ours} | {theirs}"


def paper_cells(row):
    width = 2 if row.table == 1 else 1
    cells_of = [*row.paper, *[""] * (2 * width - len(row.paper))]
    return " ".join(f"{paths:>6} {s:>7}" for paths, s in zip(cells_of[::2], cells_of[1::2]))


def extra(options):
    """Prints the times of M7 with one process and with two; returns whether the ratio is too small."""
    row = next(r for r in ROWS if r.name == "M7")
    times = {"1": [], "2": []}
    for jobs in ("1", "2") * TRIES:
        start = time.monotonic()
        result = execute(row, ["-j", jobs], options)
        times[jobs].append(time.monotonic() - start)
        if result.verdict != "SUCCESSFUL" or bench_run.statistic(result, "paths") != row.paths:
            print(f"M7 -j {jobs}: {bench_run.wrong(result, 'SUCCESSFUL') or 'paths are missing'}")
            return True
    one, two = min(times["1"]), min(times["2"])
    low = one < SPEED_UP * two
    print(f"\nM7 -j 1: {one:.2f} s, -j 2: {two:.2f} s, {one / two:.2f} times as fast  {f'less than {SPEED_UP}' if low else 'ok'}")
    return low
