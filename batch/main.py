"""The command line of cbmc-mt-batch."""

import argparse
import math
import os
import re
import signal
import sys

from batch import BatchError, changed, engines, limits, plan, results, score, shares, tasks, verifiers
from batch.engines import element, spooled

EPILOG = """\
exit codes:
  0    all runs are done and no verdict is wrong
  1    a verdict is wrong
  2    the command line, an input or the set-up is wrong
  3    no verdict is wrong, but some tasks could not be read
  10   with --exit-code or --changed: a task is violated of which nothing was expected
  130  interrupted; --resume goes on

other forms:
  cbmc-mt-batch show FILE... [--csv FILE] [--html FILE]   tables from result files
  cbmc-mt-batch cancel FILE                               ends a batch of engine parallel or slurm
"""


def main(arguments):
    try:
        signal.signal(signal.SIGTERM, interrupt)
        signal.signal(signal.SIGHUP, interrupt)
        if arguments[:1] == ["show"]:
            return show(arguments[1:])
        if arguments[:1] == ["cancel"]:
            return element.cancel(arguments[1:])
        if arguments[:1] == ["element"]:
            return element.work(arguments[1:])
        return batch(arguments)
    except BatchError as e:
        print(f"cbmc-mt-batch: {e}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def size(text):
    """Bytes: 500m, 4g, 4GB."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", text.lower())
    if not match:
        raise argparse.ArgumentTypeError(f"not a size: {text} (500m, 4g)")
    return int(float(match.group(1)) * 1024 ** " kmgt".index(match.group(2) or " "))


def seconds(text):
    """Seconds: 90, 90s, 15m, 1h."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", text.lower())
    if not match:
        raise argparse.ArgumentTypeError(f"not a time: {text} (90, 90s, 15m, 1h)")
    return float(match.group(1)) * {"": 1, "s": 1, "m": 60, "h": 3600}[match.group(2)]


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a positive number: {text}")
    return int(text)


def expression(text):
    try:
        return re.compile(text)
    except re.error as e:
        raise argparse.ArgumentTypeError(f"{text}: {e}") from e


def make_parser():
    parser = argparse.ArgumentParser(
        prog="cbmc-mt-batch", description="Runs verifiers on many tasks and judges what they say.",
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    group = parser.add_argument_group("tasks")
    group.add_argument("input", nargs="+", help="sources (.c, .i), task definitions (.yml), sets "
                       "(.set), folders, lists of these; '-' reads a list from standard input")
    group.add_argument("--property", metavar="NAME|FILE",
                       help="only this property: unreach-call, no-data-race, ... or a .prp file")
    group.add_argument("--32", dest="model", action="store_const", const="ILP32",
                       help="the data model of all tasks")
    group.add_argument("--64", dest="model", action="store_const", const="LP64")
    group.add_argument("--only", type=expression, metavar="REGEX", help="only tasks whose name matches")
    group.add_argument("--every", type=positive, default=1, metavar="N", help="only every Nth task")
    group.add_argument("--limit", type=positive, metavar="N", help="only the first N tasks of each folder")

    group.add_argument("--changed", action="store_true",
                       help="only tasks that what has changed in the git repository since the last commit touches; "
                       "implies --exit-code")
    group.add_argument("--since", metavar="REVISION",
                       help="--changed, and with the commits since the branch left this revision")

    group = parser.add_argument_group("verifiers")
    group.add_argument("--verifier", action="append", metavar="'[NAME=]PROGRAM [OPTION]...'",
                       help="may be repeated, for a comparison; default: cbmc-mt")
    group.add_argument("--adapter", action="append", default=[], metavar="FILE",
                       help="how to call verifiers that are not in the table (docs/batch.md)")

    group = parser.add_argument_group("limits of each run")
    group.add_argument("--time", type=seconds, default=60.0, metavar="T", help="CPU time (default 60s)")
    group.add_argument("--wall", type=seconds, metavar="T",
                       help="wall time (default: half as much again as --time, and 10s)")
    group.add_argument("--memory", type=size, default=size("4g"), metavar="SIZE", help="default 4g")
    group.add_argument("--cores", type=positive, default=0, metavar="N", help="processors it may use")
    group.add_argument("--grace", type=seconds, default=3.0, metavar="T",
                       help="from SIGTERM to SIGKILL (default 3s)")
    group.add_argument("--limits", choices=["auto", "cgroup", "rlimit"], default="auto",
                       help="how they are enforced; auto: control groups where we may create them")

    group = parser.add_argument_group("how and where")
    group.add_argument("-j", "--jobs", type=positive, default=1, metavar="N", help="runs at a time")
    group.add_argument("--shares", type=positive, default=1, metavar="N",
                       help="N runs do a task together, each a share of its search")
    group.add_argument("--engine", default="local", choices=list(engines.ENGINES))
    spooled.add_arguments(parser.add_argument_group("engines parallel and slurm"))
    for name in engines.ENGINES:
        engines.load(name).add_arguments(parser.add_argument_group(f"engine {name}")
                                         if name != "local" else group)

    group = parser.add_argument_group("results")
    group.add_argument("-o", "--output", default="results.jsonl", metavar="FILE",
                       help="one JSON line per result, appended (default results.jsonl)")
    group.add_argument("--resume", action="store_true", help="go on with the file: what it has is not run")
    group.add_argument("--force", action="store_true", help="replace the file")
    group.add_argument("--logs", metavar="DIR", help="keep what the verifiers print")
    group.add_argument("--witness", metavar="DIR", help="have witnesses written, and keep them")
    group.add_argument("--reports", metavar="DIR",
                       help="have a page written about each run, and keep it; --html links to it")
    group.add_argument("--journals", metavar="DIR",
                       help="keep a journal of each run, with which it goes on after its machine died")
    group.add_argument("--exit-code", action="store_true",
                       help="end with 10 if a task is violated of which nothing was expected")
    group.add_argument("-v", "--verbose", action="store_true", help="one line per result")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress, no table")
    add_table_arguments(group)
    return parser


def add_table_arguments(group):
    group.add_argument("--by", choices=["folder", "set", "property"], default="folder",
                       help="lines of the table (default folder)")
    group.add_argument("--csv", metavar="FILE", help="all results as CSV ('-': standard output)")
    group.add_argument("--html", metavar="FILE", help="all results as a page with filters and plots")


def batch(arguments):
    options = make_parser().parse_args(arguments)
    finder = find_tasks(options)
    made = make_plan(options, finder)
    if made is None:
        return 3 if finder.problems else 0
    if options.engine == "local":
        spooled.refuse_if_alive(spooled.folder_of(options.output), "local")
    todo, there, writer_of = prepare_output(options, made)
    engine = engines.load(options.engine)(made, options)
    return run_all(options, engine, made, todo, there, writer_of, bool(finder.problems))


def find_tasks(options):
    finder = tasks.Finder(options.property, options.model)
    for name in options.input:
        if name == "-":
            finder.add_lines(sys.stdin.read().splitlines(), "standard input")
        else:
            finder.add(name)
    for problem in finder.problems:
        print(f"cbmc-mt-batch: {problem}", file=sys.stderr)
    return finder


def choose_tasks(options, found):
    chosen = [t for t in found if not options.only or options.only.search(t.name)][:: options.every]
    if not options.limit:
        return chosen
    kept, seen = [], {}
    for task in chosen:
        seen[task.folder] = seen.get(task.folder, 0) + 1
        if seen[task.folder] <= options.limit:
            kept.append(task)
    return kept


def choose_changed(options, found, picked):
    revision = options.since or "HEAD"
    chosen = changed.touched(found, changed.files_since(revision), [v.options for v in picked.values()])
    if not options.quiet:
        print(f"cbmc-mt-batch: what has changed since {revision} touches {len(chosen)} of {len(found)} tasks",
              file=sys.stderr)
    return chosen


def make_plan(options, finder):
    """The runs; None: nothing has changed that they depend on."""
    chosen = choose_tasks(options, finder.tasks.values())
    if not chosen:
        raise BatchError("no tasks" + (f" with the property {finder.wanted}" if finder.wanted else ""))
    table = verifiers.load_table(options.adapter)
    picked = verifiers.choose(table, options.verifier or ["cbmc-mt"])
    if options.changed or options.since:
        chosen = choose_changed(options, chosen, picked)
        if not chosen:
            return None
    wall = options.wall if options.wall is not None else math.ceil(options.time * 1.5 + 10)
    bounds = limits.Limits(options.time, wall, options.memory, options.cores, options.grace)
    refuse_unless_able(options, picked)
    each = [(task, label, share) for task in chosen for label in picked for share in shares.names(options.shares)]
    runs = [plan.Run(i, *which) for i, which in enumerate(each)]
    absolute = [os.path.abspath(p) if p else None for p in (options.logs, options.witness, options.journals,
                                                          options.reports)]
    return plan.Plan(picked, bounds, runs, *absolute[:2], options.limits, options.shares, *absolute[2:])


def refuse_unless_able(options, picked):
    for label, verifier in picked.items():
        if options.shares > 1 and not verifier.adapter["share"]:
            raise BatchError(f"--shares: the adapter of '{label}' does not say how a share is asked for")
        if options.reports and not verifier.adapter["html"]:
            raise BatchError(f"--reports: the adapter of '{label}' does not say how a page is asked for")
        if options.journals and not verifier.adapter["journal"]:
            raise BatchError(f"--journals: the adapter of '{label}' does not say how a journal is named")


def prepare_output(options, made):
    """The runs that are still to be done, results that are there, and a function that opens the file."""
    path = options.output
    exists = os.path.exists(path) and os.path.getsize(path) > 0
    if exists and options.resume:
        writer = results.Writer(path, False)
        old = results.read(path)
        refuse_other_configuration(path, old.header, made)
        results.repair(path, old.end)
        have, tally = old.keys(), shares.Tally(old.lines)
        todo = [r for r in made.runs if r.key not in have and not tally.needless(r)]
        return todo, old.lines, lambda _: writer
    if exists and not options.force:
        raise BatchError(f"{path} is there already: --resume goes on with it, --force replaces it, "
                         "--output names another")

    def fresh(engine):
        writer = results.Writer(path, True)
        writer.write(results.header(made, engine.name, engine.describe()))
        return writer

    return made.runs, [], fresh


def refuse_other_configuration(path, head, made):
    if head.get("config") == made.fingerprint():
        return
    now = results.header(made, "", {})
    then = {"shares": 1, **head}
    changed = [f"{what}: then {then.get(what)}, now {now[what]}"
               for what in ("limits", "verifiers", "shares") if then.get(what) != now[what]]
    raise BatchError(f"{path} was made with another configuration, so its results and new ones would "
                     "not compare:\n  " + "\n  ".join(changed or ["an adapter has changed"]))


def run_all(options, engine, made, todo, there, open_writer, had_problems):
    from batch import progress

    writer = open_writer(engine)
    total, left = (len({r.key[:3] for r in runs}) for runs in (made.runs, todo))
    shown = progress.Progress(options, total, total - left, engine.slots(), any(r.task.expected for r in made.runs))
    tally = shares.Tally(there)
    engine.note = shown.note
    engine.needless = tally.needless

    def done(result):
        writer.write(result)
        whole = tally.add(result)
        if whole:
            shown.add(whole)

    interrupted = False
    try:
        engine.run(todo, done)
    except KeyboardInterrupt:
        interrupted = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        engine.cancel()
    except BaseException:
        engine.cancel()
        raise
    finally:
        writer.close()
        shown.finish()
    file = results.read(options.output)
    if not options.quiet or options.csv or options.html:
        render(options, [file])
    if interrupted:
        print(f"cbmc-mt-batch: interrupted; --resume goes on with {options.output}", file=sys.stderr)
        return 130
    return exit_code(file.results, had_problems, options.exit_code or options.changed or options.since)


def exit_code(found, had_problems, violations_count=False):
    if any(r["status"] == "wrong" for r in found):
        return 1
    if violations_count and any(score.outcome(r) == "unsafe" for r in found):
        return 10
    return 3 if had_problems else 0


def render(options, files):
    from batch import table

    columns = table.columns_of(files)
    if not getattr(options, "quiet", False) and options.csv != "-":
        table.print_summary(sys.stdout, columns, options.by)
    if options.csv:
        table.write_csv(options.csv, columns)
    if options.html:
        from batch import page

        page.write(options.html, files, columns)


def show(arguments):
    parser = argparse.ArgumentParser(
        prog="cbmc-mt-batch show", description="Tables from result files, side by side.")
    parser.add_argument("file", nargs="+")
    parser.add_argument("-q", "--quiet", action="store_true", help="no table on the terminal")
    add_table_arguments(parser)
    options = parser.parse_args(arguments)
    files = [results.read(f) for f in options.file]
    render(options, files)
    return exit_code([r for f in files for r in f.results], False)
