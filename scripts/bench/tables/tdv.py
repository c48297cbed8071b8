"""tables/tdv -- the programs of Yang and Sakallah, "Trace-driven verification of multithreaded programs" (ICFEM 2010).

Table 2 is the program with recursion of Figure 4, Table 3 the file system example.
Columns of ours, CPU seconds
    tdv         --strategy=tdv, with the number of its concrete runs and the memory in MB
    no-peep     the same with --no-reduction=peephole
    no-ssa      the same with --no-reduction=local-ssa
    order       --strategy=partial-order: the whole unwound program in one formula, which is what the paper calls BMC
and of the paper, seconds: BMC, TDV, and in Table 3 TDV with its optimisations (in Table 2 all have them).
regression/tdv/README.md says more.

Wrong is a row with a verdict that is wrong or missing, or with more than 10 s of CPU time of tdv.
"""

import collections

import bench_run

FOLDER = "regression/tdv"
TIME, LIMIT = 60, 10  # seconds: of a run; of tdv
STRATEGIES, NEEDS = ("tdv", "partial-order"), "tdv"
WIDTH = 22

Row = collections.namedtuple("Row", "name source defines expect paper")


def figure4(threads, *paper):
    return Row(f"figure4-{threads}", "figure4.c", [f"-DTHREADS={threads}", "-DBUG"], "FAILED", paper)


def filesystem(threads, depth, prop, taken, *paper):
    defines = [f"-DTHREADS={threads}", f"-DTAKEN={taken}"] + ["-DBUG"] * (prop == "sat")
    expect = "FAILED" if prop == "sat" else "SUCCESSFUL"
    return Row(f"filesystem-{threads}-{depth}-{prop}", "filesystem.c", defines, expect, paper)


ROWS = (
    figure4(5, 1.16, 1.07),
    figure4(10, 3.18, 3.15),
    figure4(15, 66.01, 7.64),
    figure4(20, 169.84, 18.69),
    figure4(25, 215.87, 44.33),
    figure4(30, 222.85, 45.83),
    figure4(35, 140.21, 42.11),
    figure4(40, 150.66, 73.69),
    figure4(45, "-", 77.79),
    figure4(50, "-", 143.27),
    figure4(55, "-", 122.93),
    figure4(60, "-", 182.53),
    figure4(65, "-", 222.87),
    figure4(70, "-", 289.86),
    figure4(75, "-", 438.82),
    figure4(80, "-", 407.07),
    filesystem(2, 10, "sat", 0, 34.8, 15.7, 1.7),
    filesystem(2, 16, "sat", 1, 665.0, 126.0, 9.4),
    filesystem(2, 22, "sat", 2, 2324.6, 212.5, 15.9),
    filesystem(3, 21, "sat", 1, 49642.3, 1823.1, 381.8),
    filesystem(2, 10, "unsat", 0, 7.2, 1.03, 0.26),
    filesystem(2, 16, "unsat", 1, 824.9, 82.7, 1.24),
    filesystem(3, 15, "unsat", 0, 9488.7, 122.7, 8.1),
)


COLUMNS = (["--strategy=tdv"], ["--strategy=tdv", "--no-reduction=peephole"], ["--strategy=tdv", "--no-reduction=local-ssa"], ["--strategy=partial-order"])


def run(row, column, options):
    """What came of it, and what is wrong or None."""
    result = bench_run.measure([f"{FOLDER}/{row.source}", *row.defines, *column, "--stats", "--trace=none"], options)
    complaint = bench_run.wrong(result, row.expect)
    if not complaint and column == COLUMNS[0] and (result.stopped or result.cpu > LIMIT):
        complaint = f"over {LIMIT} s"
    return result, f"{' '.join(column)}: {complaint}" if complaint else None


def head(_, before, __):
    if before:
        return None
    return f"{'':{WIDTH}} {'tdv':>7} {'runs':>5} {'MB':>5} {'no-peep':>7} {'no-ssa':>7} {'order':>7} | paper\n{'':65} | {'BMC':>8} {'TDV':>8} {'optimised':>9}"


def measure(row, options):
    (tdv, *others), complaints = zip(*(run(row, column, options) for column in COLUMNS))
    paper = " ".join(f"{time:>{width}}" for time, width in zip((*row.paper, "")[:3], (8, 8, 9)))
    ours = f"{bench_run.seconds_of(tdv):>7} {bench_run.statistic(tdv, 'runs'):>5} {tdv.memory:5.0f} "
    return ours + " ".join(f"{bench_run.seconds_of(r):>7}" for r in others) + f" | {paper}", [c for c in complaints if c]
