"""The options of cbmc-mt-batch.  The parser is their only table: --help, the manual page and the
completions (manual.py) are made from it."""

import argparse
import re

from batch import engines
from batch.engines import spooled

EXIT_CODES = {
    0: "all runs are done and no verdict is wrong",
    1: "a verdict is wrong",
    2: "the command line, an input or the set-up is wrong",
    3: "no verdict is wrong, but some tasks could not be read",
    10: "with --exit-code, --changed, --staged or --since: a task is violated of which nothing was expected",
    130: "interrupted; --resume goes on",
}
FORMS = {
    "show FILE... [--csv FILE] [--html FILE]": "tables from result files",
    "cancel FILE": "ends a batch of engine parallel or slurm",
}
EPILOG = ("exit codes:\n" + "".join(f"  {code:<4} {text}\n" for code, text in EXIT_CODES.items())
          + "\nother forms:\n"
          + "".join(f"  {'cbmc-mt-batch ' + form:<54}  {text}\n" for form, text in FORMS.items()))


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
                       help="all tasks are for 32 bits (ILP32)")
    group.add_argument("--64", dest="model", action="store_const", const="LP64",
                       help="all tasks are for 64 bits (LP64)")
    group.add_argument("--only", type=expression, metavar="REGEX", help="only tasks whose name matches")
    group.add_argument("--every", type=positive, default=1, metavar="N", help="only every Nth task")
    group.add_argument("--limit", type=positive, metavar="N", help="only the first N tasks of each folder")

    group.add_argument("--changed", action="store_true",
                       help="only tasks that what has changed in the git repository since the last commit touches; "
                       "implies --exit-code")
    group.add_argument("--staged", action="store_true",
                       help="--changed, with the files as they are staged for the next commit")
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
    group.add_argument("--engine", default="local", choices=list(engines.ENGINES),
                       help="where the runs happen (default local)")
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


def is_about_change(options):
    return options.changed or options.staged or options.since


def add_table_arguments(group):
    group.add_argument("--by", choices=["folder", "set", "property"], default="folder",
                       help="lines of the table (default folder)")
    group.add_argument("--csv", metavar="FILE", help="all results as CSV ('-': standard output)")
    group.add_argument("--html", metavar="FILE", help="all results as a page with filters and plots")


def make_show_parser():
    parser = argparse.ArgumentParser(
        prog="cbmc-mt-batch show", description="Tables from result files, side by side.")
    parser.add_argument("file", nargs="+")
    parser.add_argument("-q", "--quiet", action="store_true", help="no table on the terminal")
    add_table_arguments(parser)
    return parser
