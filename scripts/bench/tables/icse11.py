"""tables/icse11 -- the programs of Cordeiro and Fischer (ICSE 2011), our figures beside theirs.

Tables 1 and 2 run with the paper's bounds, B for loops and C for context switches; 'bounds' shows
what we use where that is different (regression/icse11/README.md says why).  Each row has the three
strategies of the paper, and 'plain': lazy exploration as the paper has it, one query for each
complete interleaving, no reduction.  It is stopped after twice the time of schedule recording, and
after ten seconds at the least; '>' marks that.

Then come the programs that are in no table, without any bound, and the paper's numbers of
interleavings, every one of them executed: no reduction, whole statements, C as a bound on decisions.

Wrong is a row if
    a verdict is wrong or missing, or a number of interleavings is not the paper's;
    lazy takes more than 5 s of CPU time or 300 MB, 30 s for the rows of micro;
    schedule or uw takes more than 60 s of CPU time or 1 GB where the paper runs out of memory;
    schedule is not faster than plain on a correct program with many interleavings.
"""

import collections
import os
import re
import shlex

import bench_run

FOLDER = "regression/icse11"
MEMORY = 300  # MB
PLAIN = ["--no-reduction=por", "--no-reduction=state-cache"]
TIME, PLAIN_TIME = 90, 10  # seconds
STRATEGIES = ("lazy", "schedule", "uw", "partial-order", "mpc")
WIDTH = 19

# expect: SAFE or UNSAFE; count: of interleavings, demanded; many: schedule should be faster than plain
Row = collections.namedtuple("Row", "name options expect paper limit count many section", defaults=(5, None, False, None))

# What the paper has: seconds and failed/all interleavings of lazy, seconds of schedule, seconds and
# iterations of UW.
Paper = collections.namedtuple("Paper", "lazy interleavings schedule uw iterations", defaults=("",) * 5)


def source(name):
    """regression/icse11/reorder_bad.c of reorder_10_bad"""
    if not os.path.exists(f"{FOLDER}/{name}.c"):
        name = re.sub(r"_?[0-9]+(?=_(ok|bad)$)", "", name)
    return f"{FOLDER}/{name}.c"


def row(name, bounds, paper=(), defines="", **rest):
    options = shlex.split(defines) + shlex.split(bounds)
    expect = "SAFE" if name.endswith("_ok") else "UNSAFE"
    return Row(name, options, expect, Paper(*map(str, paper)), **rest)


def bounds(unwind, switches):
    return f"--unwind {unwind}" + (f" --context-bound {switches}" if switches else "")


def table1():
    for setters, switches, *paper in (
        (2, 4, "<1", "1/29", "<1", "<1", 4),
        (3, 5, "<1", "1/82", 1, 4, 5),
        (4, 6, "<1", "1/277", 4, 18, 6),
        (5, 7, "<1", "1/853", 36, 72, 7),
        (5, 8, "<1", "1/2810", 225, 592, 7),
        (5, 9, "<1", "1/8124", "MO", "MO", 1),
    ):
        yield row(f"reorder_{setters + 1}_bad", bounds(setters + 1, switches), paper, f"-DSETTERS={setters}")
    for setters, *paper in (
        (2, 1, "1/35", 1, 3, 5),
        (3, 2, "1/42", 1, 4, 5),
        (4, 2, "1/44", 1, 5, 5),
        (5, 2, "1/45", 2, 5, 5),
    ):
        yield row(f"twostage_{setters + 1}_bad", bounds(setters + 1, 4), paper, f"-DSETTERS={setters}")
    for readers, *paper in (
        (3, 5, "2/489", 10, 89, 9),
        (4, 10, "3/2869", 50, 408, 9),
        (5, 18, "4/12106", 225, 2060, 9),
        (6, 34, "5/39100", "MO", "MO", 1),
    ):
        yield row(f"wronglock_{readers + 1}_bad", bounds(readers + 1, 8), paper, f"-DREADERS={readers}")
    yield micro(2, 2, ("<1", "0/4", "<1", "<1", 1))
    yield micro(2, 17, (1095, "0/131072", "MO", "MO", 1), many=True)
    yield micro(3, 2, ("<1", "0/9", "<1", "<1", 1))
    yield micro(3, 12, (1021, "0/121393", "MO", "MO", 1), many=True)


def micro(threads, decisions, paper, **rest):
    return row(f"micro_{threads}_ok", f"--unwind {threads + 1} --decision-bound {decisions} "
               "--statement-granularity", paper, f"-DTHREADS={threads}", limit=30, **rest)


def table2():
    for name, unwind, switches, *paper in (
        ("circular_buffer_ok", 8, None, 477, "0/12870", "MO", "MO", 1),
        ("circular_buffer_bad", 8, 5, "<1", "3/32", 2, 11, 6),
        ("queue_ok", 41, None, 3, "0/6", 3, 3, 1),
        ("queue_bad", 41, 8, 3, "91/256", 50, 373, 7),
        ("stack_ok", 11, 12, 225, "0/4094", 1026, 1097, 1),
        ("stack_bad", 11, 4, "<1", "4/16", 2, 6, 4),
        ("fsbench_ok", 27, 2, 252, "0/676", 304, 301, 1),
        ("fsbench_bad", 28, 2, "<1", "729/729", 360, 786, 2),
        ("indexer_ok", 129, 4, 595, "0/17160", 220, 218, 1),
        ("stateful20_ok", 21, 10, 95, "0/1024", 487, 518, 1),
        ("sync02_ok", 21, 21, 44, "0/121", 60, 60, 1),
        ("sync02_bad", 21, 21, 8, "5/186", 132, 383, 3),
    ):
        many = name in ("circular_buffer_ok", "stack_ok", "indexer_ok")
        yield row(name, bounds(unwind, switches), paper, many=many)
    yield row("reorder_10_bad", bounds(10, 11), ("<1", "1/154574", "MO", "MO", 1), "-DSETTERS=9")
    yield row("twostage_100_bad", bounds(100, 4), (88, "1/139", 93, 195, 5), "-DSETTERS=99")
    yield row("wronglock_8_bad", bounds(8, 8), (90, "6/104015", "MO", "MO", 1), "-DREADERS=7")
    yield micro(10, 17, (254, "0/29260", "MO", "MO", 1), many=True)


def others():
    for name in ("figure1", "account", "lazy01", "token_ring", "carter", "bluetooth"):
        yield row(f"{name}_bad", "")
        yield row(f"{name}_ok", "")
    for n in range(2, 8):
        yield row(f"din_phil{n}_bad", "", defines=f"-DPHILOSOPHERS={n}")
        yield row(f"din_phil{n}_ok", "", defines=f"-DPHILOSOPHERS={n}")
    for n in range(2, 6):
        yield row(f"reorder_{n + 1}_ok", "", defines=f"-DSETTERS={n}")
        yield row(f"twostage_{n + 1}_ok", "", defines=f"-DSETTERS={n}")
    for n in range(3, 7):
        yield row(f"wronglock_{n + 1}_ok", "", defines=f"-DREADERS={n}")
    yield row("indexer_bad", "--context-bound 4")
    yield row("indexer_ok", "")
    yield row("stateful20_bad", "")
    yield row("stateful20_ok", "")
    yield row("sync02_ok", "")


def counts():
    """Rows whose number of interleavings must be the paper's."""
    for name, decisions, number, defines in (
        ("micro_2_ok", 2, 4, "-DTHREADS=2"),
        ("micro_2_ok", 17, 131072, "-DTHREADS=2"),
        ("micro_3_ok", 2, 9, "-DTHREADS=3"),
        ("circular_buffer_bad", 5, 32, ""),
        ("queue_bad", 8, 256, ""),
        ("stack_bad", 4, 16, ""),
        ("stateful20_ok", 10, 1024, ""),
        ("fsbench_ok", 2, 676, ""),
    ):
        yield row(name, f"--decision-bound {decisions} --all-runs --statement-granularity --no-reduction=por "
                  "--no-reduction=state-cache", ("", f"/{number}"), defines, limit=30, count=number)


# title, rows, has every strategy its columns
SECTIONS = (("Table 1", table1, True), ("Table 2", table2, True), ("Not in the tables", others, False),
            ("The paper's numbers of interleavings", counts, False))


ROWS = [r._replace(section=section) for section in SECTIONS for r in section[1]()]


def switches_for_decisions(words):
    """Schedule recording has no decisions: N switches are at least as many schedules as N of them."""
    return ["--context-bound" if word == "--decision-bound" else word for word in words]


def run(r, options, extra, seconds):
    words = list(r.options) if "--strategy=lazy" in extra else switches_for_decisions(r.options)
    return bench_run.measure([source(r.name), *words, *extra, "--stats"], options, seconds)


def judge_verdict(r, result):
    """What is wrong with the verdict, in words, or None."""
    if result.stopped:
        return f"stopped after {result.cpu:.0f} s"
    return bench_run.wrong(result, "SUCCESSFUL" if r.expect == "SAFE" else "FAILED")


def judge(r, who, result, seconds, memory, options):
    """What is wrong with a run: a list of words."""
    wrong = judge_verdict(r, result)
    if wrong:
        return [f"{who}: {wrong}"]
    if not options.limits:
        return []
    over = [f"over {seconds:g} s"] if result.cpu > seconds else []
    over += [f"over {memory:g} MB"] if result.memory > memory else []
    return [f"{who}: {what}" for what in over]


def statistic(result, name):
    found = re.search(rf"^\s*{name}:\s*(\d+)(?:\s*\((\d+) failed\))?", result.output, re.M)
    return found


def interleavings(result):
    """(failed, all) of --stats, or None"""
    found = statistic(result, "interleavings")
    return (int(found[2] or 0), int(found[1])) if found else None


def lazy_columns(r, options):
    """Text and complaints of the default strategy."""
    result = run(r, options, ["--strategy=lazy"], options.time)
    wrong = judge(r, "lazy", result, r.limit, MEMORY, options)
    found = interleavings(result)
    if r.count is not None and not wrong and (not found or found[1] != r.count):
        wrong.append("OTHER COUNT")
    ours = f"{found[0]}/{found[1]}" if found else "-"
    text = f"{result.cpu:6.2f} {result.memory:4.0f} {ours:>9} {r.paper.lazy:>5} {r.paper.interleavings:>9}"
    return text, wrong


def judge_other(r, who, result, paper, options):
    """Only where the paper runs out of memory is there a limit; elsewhere slowness is only shown."""
    wrong = judge(r, who, result, 60, 1024, options)
    if paper != "MO":
        wrong = [w for w in wrong if "stopped" not in w and "over" not in w]
    return wrong


def other_columns(r, options):
    """The same of the others."""
    wrong, text = [], ""
    schedule = None
    if "schedule" in options.have:
        schedule = run(r, options, ["--strategy=schedule"], options.time)
        wrong += judge_other(r, "schedule", schedule, r.paper.schedule, options)
        text += f" |{shown(schedule)} {r.paper.schedule:>5}"
    if "uw" in options.have:
        uw = run(r, options, ["--strategy=uw"], options.time)
        wrong += judge_other(r, "uw", uw, r.paper.uw, options)
        iterations = statistic(uw, "widenings")
        text += f" |{shown(uw)} {iterations[1] if iterations else '-':>4} {r.paper.uw:>5} {r.paper.iterations:>4}"
    plain = run(r, options, ["--strategy=lazy", *PLAIN], max(PLAIN_TIME, 2 * schedule.cpu if schedule else 0))
    complaint = judge_verdict(r, plain)
    if complaint and not plain.stopped:
        wrong.append(f"plain: {complaint}")
    if r.many and schedule and options.limits and schedule.cpu >= plain.cpu:
        wrong.append("schedule is slower than plain")
    return f" |{'>' if plain.stopped else ' '}{plain.cpu:6.2f}{text}", wrong


def shown(result):
    return f"{'>' if result.stopped else ' '}{result.cpu:6.2f} {result.memory:4.0f}"


def head(r, before, options):
    if before and before.section == r.section:
        return None
    title, _, all_columns = r.section
    text, groups = f"{'CPU s':>6} {'MB':>4} {'fail/all':>9} {'paper':>5} {'fail/all':>9}", f"{'lazy':37}"
    if all_columns:
        text, groups = text + f" | {'CPU s':>6}", groups + f" | {'plain':6}"
        if "schedule" in options.have:
            text, groups = text + f" | {'CPU s':>6} {'MB':>4} {'paper':>5}", groups + f" | {'schedule':17}"
        if "uw" in options.have:
            text += f" | {'CPU s':>6} {'MB':>4} {'iter':>4} {'paper':>5} {'iter':>4}"
            groups += f" | {'uw':27}"
    return f"\n{title}\n{'':{WIDTH}} {groups}\n{'':{WIDTH}} {text}"


def measure(r, options):
    text, wrong = lazy_columns(r, options)
    if r.section[2]:
        more, complaints = other_columns(r, options)
        text, wrong = text + more, wrong + complaints
    return text, wrong


def note(r):
    """The bounds."""
    return " ".join(o for o in r.options if not o.startswith("-D"))
