"""A batch from its command line to its tables."""

import contextlib
import math
import os
import signal
import sys

from batch import options as command_line
from batch import BatchError, changed, engines, limits, plan, results, score, shares, staged, tasks, verifiers
from batch.engines import element, spooled


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
        if arguments[:1] in (["--print-man"], ["--print-completion"]):
            return print_made(arguments)
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


def batch(arguments):
    options = command_line.make_parser().parse_args(arguments)
    with staged.checked_out(options) if options.staged else contextlib.nullcontext():
        had_runs, had_problems, interrupted = run_batch(options)
    if not had_runs:
        return 3 if had_problems else 0
    return conclude(options, had_problems, interrupted)


def run_batch(options):
    """Was there anything to run, could some tasks not be read, and was it interrupted?"""
    finder = find_tasks(options)
    made = make_plan(options, finder)
    if made is None:
        return False, bool(finder.problems), False
    if options.engine == "local":
        spooled.refuse_if_alive(spooled.folder_of(options.output), "local")
    todo, there, writer_of = prepare_output(options, made)
    engine = engines.load(options.engine)(made, options)
    return True, bool(finder.problems), run_all(options, engine, made, todo, there, writer_of)


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
    if command_line.is_about_change(options):
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


def run_all(options, engine, made, todo, there, open_writer):
    """true: it was interrupted."""
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
    return interrupted


def conclude(options, had_problems, interrupted):
    """Tables, and the exit code."""
    file = results.read(options.output)
    if not options.quiet or options.csv or options.html:
        render(options, [file])
    if interrupted:
        print(f"cbmc-mt-batch: interrupted; --resume goes on with {options.output}", file=sys.stderr)
        return 130
    return exit_code(file.results, had_problems, options.exit_code or command_line.is_about_change(options))


def exit_code(found, had_problems, violations_count=False):
    if any(r["status"] == "wrong" for r in found):
        return 1
    if violations_count and any(r["expected"] is None and score.is_violation(r["verdict"]) for r in found):
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
    options = command_line.make_show_parser().parse_args(arguments)
    files = [results.read(f) for f in options.file]
    render(options, files)
    return exit_code([r for f in files for r in f.results], False)


def print_made(arguments):
    """For 'make install', not for people: the manual page, or the completion of a shell."""
    from batch import manual

    made = {("--print-man",): manual.man, ("--print-completion", "bash"): manual.bash,
            ("--print-completion", "zsh"): manual.zsh}.get(tuple(arguments))
    if made is None:
        raise BatchError("--print-man, or --print-completion with bash or zsh")
    print(made(), end="")
    return 0
