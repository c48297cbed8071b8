"""cbmc_mt.py -- commands of gdb for the steps of a report: gdb -x cbmc_mt.py out/plain

  mt-step [N]    to the next step of the report, or N further
  mt-switch      to the next step at which another thread runs
  mt-back [N]    runs the program again, up to step N, or the one before this
  mt-why         why the property is violated, and the current step
  mt-threads     where each thread is, what it holds and waits for
  mt-steps       all steps

A step is about to happen when the program stops at it: what it reads has its value already, what
it writes gets it with the next mt-step.  The runtime calls cbmc_mt_at(row) there
(harness/turns.h), and cbmc_mt_stopped(why) before it ends the program.
"""

import os
import sys

import gdb

sys.dont_write_bytecode = True  # the folder is the user's
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cbmc_mt_test  # noqa: E402
from cbmc_mt_test import TestError  # noqa: E402

class Session:
    """What is known between two commands."""

    def __init__(self):
        self.test = None
        self.row = 0        # of the last step that the program has come to
        self.goal = None    # stop at the first step from this one on; None: only at breakpoints
        self.at_lines = []  # breakpoints of steps that have no point of their own
        self.why_stopped = None  # what cbmc_mt_stopped said
        self.causes = []    # breakpoints

    def load(self):
        if self.test is None:
            self.test = cbmc_mt_test.find(gdb.current_progspace().filename)
            PointBreakpoint()
            StopBreakpoint()
        return self.test

    def begin(self):
        self.row, self.why_stopped = 0, None
        self.forget_lines()

    def forget_lines(self):
        for breakpoint in self.at_lines:
            if breakpoint.is_valid():
                breakpoint.delete()
        self.at_lines = []


session = Session()


# --- The runtime, and frames of the user. ---


def runtime_table():
    """The source file of the runtime that has cbmc_mt_at."""
    symbol = gdb.lookup_global_symbol("cbmc_mt_at")
    return symbol.symtab if symbol is not None else None


def is_runtimes(table, runtime):
    """Is the source file one of the runtime: in its folder, or in that of the calls below it?"""
    folder = os.path.dirname(runtime.filename)
    return os.path.dirname(table.filename) in (folder, os.path.join(folder, "calls"))


def runtime_value(name):
    """A variable of the runtime; None: there is none."""
    symbol = gdb.lookup_global_symbol(name)
    try:
        return symbol.value() if symbol is not None else None
    except gdb.error:
        return None


def row_expression():
    """With sanitizers, the runtime has no types."""
    return "cbmc_mt_row" if gdb.lookup_global_symbol("cbmc_mt_row") else "*(unsigned *)&cbmc_mt_row"


def current_row():
    return int(gdb.parse_and_eval(row_expression()))


def is_users(frame):
    """Is it code of the program: with lines, and neither of a library nor of the runtime?"""
    table, runtime = frame.find_sal().symtab, runtime_table()
    if table is None or table.objfile.filename != gdb.current_progspace().filename:
        return False
    return runtime is None or not is_runtimes(table, runtime)


def users_frame():
    """The innermost one of the thread that is selected; None: it is in none."""
    try:
        frame = gdb.newest_frame()
    except gdb.error:
        return None
    while frame is not None and frame.is_valid():
        if is_users(frame):
            return frame
        frame = frame.older()
    return None


class UsersFrames:
    """A filter of frames: a backtrace begins in the program, not in the runtime."""

    def __init__(self):
        self.name, self.priority, self.enabled = "cbmc-mt", 100, True
        gdb.current_progspace().frame_filters[self.name] = self

    def filter(self, frames):
        seen = False
        for frame in frames:
            seen = seen or is_users(frame.inferior_frame())
            if seen:
                yield frame


def leave_runtime():
    """Before next and step: the thread comes back from the runtime to the line that it is in."""
    frame = users_frame() if session.test is not None and is_running() else None
    if frame is None or frame.newer() is None:
        return
    table, runtime = gdb.newest_frame().find_sal().symtab, runtime_table()
    if table is None or runtime is None or not is_runtimes(table, runtime):
        return
    frame.newer().select()
    gdb.execute("finish", to_string=True)


def show_frame():
    frame = users_frame()
    if frame is None:
        return
    frame.select()
    gdb.execute("frame", from_tty=False)


def show_step():
    """Where the program is now, in the words of the report, and in the source."""
    step = session.test.step(session.row)
    if step is not None:
        gdb.write(f"before {session.test.sentence(step)}\n")
    show_frame()


# --- Stops. ---


def thread_number():
    """The thread of the report that is selected; None: it is not known."""
    number = runtime_value("cbmc_mt_harness_self")
    return int(number) if number is not None else None


def name_thread(number):
    thread = gdb.selected_thread()
    if thread is not None and number is not None:
        thread.name = session.test.name(number)


class PointBreakpoint(gdb.Breakpoint):
    """At the call of the runtime before a step; people do not see it."""

    def __init__(self):
        super().__init__("cbmc_mt_at", internal=True)
        self.silent = True

    def stop(self):
        session.row = current_row()
        step = session.test.step(session.row)
        if step is not None:
            name_thread(step.thread)
        goal = session.goal
        if goal is None:
            return False
        if session.row < goal <= len(session.test.steps) and session.test.last_point(goal) == session.row:
            place_lines(goal)
        return session.row >= goal


class LineBreakpoint(gdb.Breakpoint):
    """At a step that the runtime does not see, as it is about variables of one thread."""

    def __init__(self, step):
        super().__init__(f"{step.file}:{step.line}", internal=True)
        self.silent, self.step = True, step

    def stop(self):
        number = thread_number()
        if session.goal is None or (number is not None and number != self.step.thread):
            return False
        session.row = self.step.number
        name_thread(self.step.thread)
        return True


def place_lines(goal):
    for step in session.test.reached_by_line(goal) if not session.at_lines else []:
        try:
            session.at_lines.append(LineBreakpoint(step))
        except gdb.error:
            pass  # the line is in no file that was compiled


class StopBreakpoint(gdb.Breakpoint):
    """Before the runtime ends the program: a deadlock, a race, another way than the schedule."""

    def __init__(self):
        super().__init__("cbmc_mt_stopped", internal=True)
        self.silent = True

    def stop(self):
        try:
            session.why_stopped = gdb.newest_frame().read_var("why").string()
        except (gdb.error, ValueError):
            session.why_stopped = "the end"
        return True


class CauseBreakpoint(gdb.Breakpoint):
    """At a step of the cause; people may delete or disable it."""

    def __init__(self, row):
        super().__init__("cbmc_mt_at")
        self.row, self.silent = row, True
        self.condition = f"{row_expression()} == {row}"


STOPS = {
    "race": "the two accesses of the race are next: mt-threads shows both threads",
    "deadlock": "the threads wait for each other: mt-threads shows for what",
    "divergence": "the program does not follow the schedule",
    "limit": "a step takes too long",
    "misuse": "a lock, or the like, is used as it must not be",
    "unsupported": "the program calls what cannot be scheduled",
}


def on_stop(event):
    """What is said where the program has stopped by itself; commands of ours say it themselves."""
    if session.test is None:
        return
    ours = [b for b in getattr(event, "breakpoints", []) if isinstance(b, (CauseBreakpoint, StopBreakpoint))]
    if isinstance(event, gdb.SignalEvent):
        show_frame()
    elif session.goal is None and any(isinstance(b, StopBreakpoint) for b in ours):
        show_end()
    elif session.goal is None and ours:
        session.row = current_row()
        show_step()


def show_end():
    last = session.test.steps[-1] if session.test.steps else None
    if session.why_stopped == "race" and last is not None:
        session.row = last.number
    gdb.write(f"{STOPS.get(session.why_stopped, session.why_stopped)}\n")
    show_frame()


# --- Commands. ---


def is_running():
    return gdb.selected_inferior().pid != 0


def proceed(goal):
    """Runs on to the first step from 'goal' on, breakpoints of the cause do not stop it before;
    says where the program has stopped then."""
    test = session.load()
    before = session.why_stopped
    session.goal, session.why_stopped = goal, None
    output = ""
    enabled = [b for b in session.causes if b.is_valid() and b.enabled]
    for breakpoint in enabled:
        breakpoint.enabled = False
    try:
        if not is_running():
            session.begin()
            if test.last_point(goal) == 0:
                place_lines(goal)
            output = gdb.execute("run", to_string=True)
        elif before is not None:
            session.why_stopped = before
            raise TestError("the schedule has ended; mt-back N runs the program again")
        else:
            if goal <= len(test.steps) and test.last_point(goal) <= session.row:
                place_lines(goal)
            output = gdb.execute("continue", to_string=True)
    finally:
        session.goal = None
        session.forget_lines()
        for breakpoint in enabled:
            breakpoint.enabled = True
    tell_stop(goal, output)


def tell_stop(goal, output):
    if not is_running():
        gdb.write("the program has ended\n" + output)
    elif session.why_stopped is not None:
        show_end()
    elif session.row >= goal:
        if session.row > goal:
            gdb.write(f"step {goal} has no point of its own in the compiled program\n")
        show_step()
    else:  # a breakpoint of the user, or a signal
        gdb.write(output)


class Command(gdb.Command):
    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        try:
            self.do(gdb.string_to_argv(argument))
        except TestError as error:
            raise gdb.GdbError(str(error)) from error


class MtStep(Command):
    """mt-step [N]: run to the next step of the report, or N steps further."""

    def do(self, words):
        n = cbmc_mt_test.count(words[0], "the number of steps") if words else 1
        last = len(session.load().steps)
        row = session.row if is_running() else 0
        proceed(min(row + n, last) if row < last else last + 1)


class MtSwitch(Command):
    """mt-switch: run to the next step at which another thread runs."""

    def do(self, words):
        test = session.load()
        row = session.row if is_running() else 0
        goal = test.next_switch(row) if row else 1
        if goal is None:
            raise TestError("no other thread runs after this step; mt-step or continue goes on")
        proceed(goal)


class MtBack(Command):
    """mt-back [N]: run the program again, up to step N, or to the step before this one."""

    def do(self, words):
        test = session.load()
        goal = cbmc_mt_test.count(words[0], "the step") if words else max(session.row - 1, 1)
        if test.step(goal) is None:
            raise TestError(f"there is no step {goal}: the last one is {len(test.steps)}")
        if is_running():
            gdb.execute("kill", to_string=True)
        session.begin()
        proceed(goal)


class MtWhy(Command):
    """mt-why: why the property is violated, and the step that the program is at."""

    def do(self, words):
        test = session.load()
        gdb.write(test.reason(session.row if is_running() else 0) + "\n")


class MtSteps(Command):
    """mt-steps: all steps of the report; the current one has an arrow, those of the cause a mark."""

    def do(self, words):
        test = session.load()
        gdb.write(test.table(session.row if is_running() else 0) + "\n")


class MtThreads(Command):
    """mt-threads: where each thread is, which locks it holds, and what it waits for."""

    def do(self, words):
        test = session.load()
        if not is_running():
            raise TestError("the program does not run; mt-step starts it")
        show_threads(test)


def show_threads(test):
    chosen, frame = gdb.selected_thread(), gdb.selected_frame()
    found = {}
    for thread in gdb.selected_inferior().threads():
        thread.switch()
        number, where = thread_number(), users_frame()
        if number is None or where is None or number in found:
            continue
        name_thread(number)
        sal = where.find_sal()
        found[number] = (thread, f"{where.name()} {os.path.basename(sal.symtab.filename)}:{sal.line}")
    chosen.switch()
    frame.select()
    for number in range(len(test.threads)):
        mark = "*" if number in found and found[number][0].ptid == chosen.ptid else " "
        if number not in found:
            gdb.write(f"{mark} {test.name(number)}: {absence_of(number)}\n")
            continue
        gdb.write(f"{mark} {test.name(number)}: {found[number][1]}{holds_of(number)}{wait_of(test, number)}\n")


HELD = {0: "", 1: "spinlock ", 2: "write lock "}  # enum lock_kind of harness/locks.h


def holds_of(number):
    """The locks of the table of the runtime that the thread holds."""
    table, n = runtime_value("cbmc_mt_locks"), runtime_value("cbmc_mt_nlocks")
    names = []
    for i in range(int(n) if table is not None and n is not None else 0):
        lock = table[i]
        if not int(lock["at"]):
            continue
        kind, word = int(lock["kind"]), int(lock["readers"]["word"][number // 64])
        if int(lock["holder"]) == number and kind in HELD:
            names.append(HELD[kind] + name_of(int(lock["at"])))
        elif kind == 2 and word >> number % 64 & 1:
            names.append("read lock " + name_of(int(lock["at"])))
    return f", holds {', '.join(names)}" if names else ""


def name_of(address):
    """The variable there; else the address."""
    found = gdb.execute(f"info symbol {address}", to_string=True)
    name = found.partition(" in section ")[0] if " in section " in found else f"{address:#x}"
    return name.replace(" + ", "+")


def absence_of(number):
    threads = runtime_value("cbmc_mt_harness_threads")
    if threads is None or not int(threads[number]["exists"]):
        return "is not created yet"
    return "has ended" if int(threads[number]["has_ended"]) else "is about to begin"


def wait_of(test, number):
    """What the runtime knows of a thread that it has let into a function that may wait."""
    threads = runtime_value("cbmc_mt_harness_threads")
    if threads is None:
        return ""
    thread = threads[number]
    if not int(thread["is_blocked"]):
        return ""
    holder = int(thread["holder"])
    return f", waits for {thread['waits_for'].string()}" + (f", held by {test.name(holder)}" if holder >= 0 else "")


def start():
    gdb.execute("set breakpoint pending on")
    gdb.execute("set print thread-events off")
    gdb.execute("set environment CBMC_MT_DEBUG 1")
    for command, name in ((MtStep, "mt-step"), (MtSwitch, "mt-switch"), (MtBack, "mt-back"), (MtWhy, "mt-why"),
                          (MtThreads, "mt-threads"), (MtSteps, "mt-steps")):
        command(name)
    for command in "next", "step":
        gdb.execute(f"define hook-{command}\npython leave_runtime()\nend")
    gdb.events.stop.connect(on_stop)
    if gdb.current_progspace().filename is None:  # editors load the program after this script
        gdb.events.new_objfile.connect(on_program)
    else:
        begin()


def on_program(event):
    if gdb.current_progspace().filename == event.new_objfile.filename:
        gdb.events.new_objfile.disconnect(on_program)
        begin()


def begin():
    """The program is there: its test is read, and the breakpoints are set."""
    try:
        test = session.load()
    except TestError as error:
        gdb.write(f"cbmc-mt: {error}\n")
        return
    UsersFrames()
    gdb.execute("python session.causes = [CauseBreakpoint(row) for row in session.test.cause()]", to_string=True)
    gdb.write(test.reason(0) + "\n")
    gdb.write(f"{len(test.steps)} steps; mt-step, mt-switch, mt-back N, mt-why, mt-threads, mt-steps; help COMMAND\n")
    first = os.environ.get("CBMC_MT_STEP")
    if first:
        try:
            gdb.execute(f"mt-back {first}")
        except gdb.error as error:
            gdb.write(f"cbmc-mt: {error}\n")


start()
