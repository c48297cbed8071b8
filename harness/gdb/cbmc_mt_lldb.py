"""cbmc_mt_lldb.py -- the commands of cbmc_mt.py for lldb: command script import cbmc_mt_lldb.py

  mt-step [N], mt-switch, mt-back [N], mt-why, mt-threads, mt-steps

Breakpoints stand at the steps of the cause.  A step that has no point of its own in the compiled program is passed: the
program stops at the next one.
"""

import os
import sys

import lldb

sys.dont_write_bytecode = True  # the folder is the user's
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cbmc_mt_test  # noqa: E402
from cbmc_mt_test import TestError  # noqa: E402


class Session:
    def __init__(self):
        self.test, self.points, self.stops, self.causes = None, None, None, []

    def load(self, target):
        if self.test is None:
            self.test = cbmc_mt_test.find(target.GetExecutable().fullpath)
            self.points = target.BreakpointCreateByName("cbmc_mt_at")
            self.points.SetEnabled(False)
            self.stops = target.BreakpointCreateByName("cbmc_mt_stopped")
            for row in self.test.cause():
                breakpoint = target.BreakpointCreateByName("cbmc_mt_at")
                breakpoint.SetCondition(f"cbmc_mt_row == {row}")
                self.causes.append(breakpoint)
        return self.test


session = Session()


def is_alive(process):
    return process.IsValid() and process.GetState() == lldb.eStateStopped


def row_of(target):
    value = target.FindFirstGlobalVariable("cbmc_mt_row")
    return value.GetValueAsUnsigned(0) if value.IsValid() else 0


def is_users(target, frame):
    """Is it code of the program: with lines, and neither of a library nor of the runtime?"""
    file = frame.GetLineEntry().GetFileSpec()
    if not file.IsValid() or frame.GetModule().GetFileSpec() != target.GetExecutable():
        return False
    points = session.points.GetLocationAtIndex(0).GetAddress().GetLineEntry().GetFileSpec()
    return file.GetDirectory() != points.GetDirectory()


def users_frame(target, thread):
    return next((frame for frame in thread if is_users(target, frame)), None)


def describe(target, thread, out):
    frame = users_frame(target, thread)
    if frame is None:
        return
    thread.SetSelectedFrame(frame.GetFrameID())
    entry = frame.GetLineEntry()
    print(f"{frame.GetFunctionName()} at {entry.GetFileSpec().GetFilename()}:{entry.GetLine()}", file=out)


def stopped_at(process, breakpoint):
    """The thread that has stopped there; None: there is none."""
    for thread in process:
        if thread.GetStopReason() == lldb.eStopReasonBreakpoint and thread.GetStopReasonDataAtIndex(0) == breakpoint.GetID():
            return thread
    return None


def stopped_otherwise(process):
    bad = (lldb.eStopReasonSignal, lldb.eStopReasonException)
    return next((thread for thread in process if thread.GetStopReason() in bad), None)


def launch(target):
    info = lldb.SBLaunchInfo([])
    info.SetEnvironmentEntries(["CBMC_MT_DEBUG=1"], True)
    info.SetWorkingDirectory(os.getcwd())
    error = lldb.SBError()
    target.Launch(info, error)
    if error.Fail():
        raise TestError(f"the program does not start: {error}")


def proceed(debugger, goal, again, out):
    """Runs on to the first step from 'goal' on, and says where the program has stopped."""
    target = debugger.GetSelectedTarget()
    was_async = debugger.GetAsync()
    debugger.SetAsync(False)
    session.points.SetEnabled(True)
    for breakpoint in session.causes:
        breakpoint.SetEnabled(False)
    try:
        process = target.GetProcess()
        if again and is_alive(process):
            process.Kill()
        if again or not is_alive(process):
            launch(target)
        else:
            process.Continue()
        process = target.GetProcess()
        while is_alive(process) and stopped_at(process, session.points) and row_of(target) < goal:
            process.Continue()
        thread = stopped_at(process, session.points) if is_alive(process) else None  # a disabled one is no reason
    finally:
        session.points.SetEnabled(False)
        for breakpoint in session.causes:
            breakpoint.SetEnabled(True)
        debugger.SetAsync(was_async)
    tell(target, process, thread, goal, out)


def tell(target, process, thread, goal, out):
    if not is_alive(process):
        print(f"the program has ended, with exit code {process.GetExitStatus()}", file=out)
        return
    if thread is not None:
        row = row_of(target)
        if row > goal:
            print(f"step {goal} has no point of its own in the compiled program", file=out)
        step = session.test.step(row)
        if step is not None:
            print(f"before {session.test.sentence(step)}", file=out)
    else:
        thread = stopped_at(process, session.stops)
        if thread is not None:
            print("the schedule has ended here: a race, a deadlock, or another way; mt-threads shows the threads", file=out)
        else:
            thread = stopped_otherwise(process) or process.GetSelectedThread()
            print(thread.GetStopDescription(200), file=out)
    process.SetSelectedThread(thread)
    describe(target, thread, out)


def command(function):
    """A command of lldb; an error is one message."""
    def run(debugger, argument, result, _):
        try:
            target = debugger.GetSelectedTarget()
            test = session.load(target)
            alive = is_alive(target.GetProcess())
            function(debugger, test, argument.split(), row_of(target) if alive else 0, result)
        except TestError as error:
            result.SetError(str(error))
    run.__doc__ = function.__doc__
    return run


@command
def mt_step(debugger, test, words, row, result):
    """mt-step [N]: run to the next step of the report, or N steps further."""
    n = cbmc_mt_test.count(words[0], "the number of steps") if words else 1
    last = len(test.steps)
    proceed(debugger, min(row + n, last) if row < last else last + 1, False, result)


@command
def mt_switch(debugger, test, words, row, result):
    """mt-switch: run to the next step at which another thread runs."""
    goal = test.next_switch(row) if row else 1
    if goal is None:
        raise TestError("no other thread runs after this step; mt-step or continue goes on")
    proceed(debugger, goal, False, result)


@command
def mt_back(debugger, test, words, row, result):
    """mt-back [N]: run the program again, up to step N, or to the step before this one."""
    goal = cbmc_mt_test.count(words[0], "the step") if words else max(row - 1, 1)
    if test.step(goal) is None:
        raise TestError(f"there is no step {goal}: the last one is {len(test.steps)}")
    proceed(debugger, goal, True, result)


@command
def mt_why(debugger, test, words, row, result):
    """mt-why: why the property is violated, and the step that the program is at."""
    print(test.reason(row), file=result)


@command
def mt_steps(debugger, test, words, row, result):
    """mt-steps: all steps of the report; the current one has an arrow, those of the cause a mark."""
    print(test.table(row), file=result)


@command
def mt_threads(debugger, test, words, row, result):
    """mt-threads: where each thread is."""
    target = debugger.GetSelectedTarget()
    process = target.GetProcess()
    if not is_alive(process):
        raise TestError("the program does not run; mt-step starts it")
    chosen = process.GetSelectedThread().GetThreadID()
    for thread in process:
        frame = users_frame(target, thread)
        if frame is not None:
            entry = frame.GetLineEntry()
            mark = "*" if thread.GetThreadID() == chosen else " "
            print(f"{mark} {thread.GetName()}: {frame.GetFunctionName()} "
                  f"{entry.GetFileSpec().GetFilename()}:{entry.GetLine()}", file=result)


def __lldb_init_module(debugger, _):
    for name in ("step", "switch", "back", "why", "threads", "steps"):
        debugger.HandleCommand(f"command script add -f cbmc_mt_lldb.mt_{name} mt-{name}")
    try:
        test = session.load(debugger.GetSelectedTarget())
    except TestError as error:
        print(f"cbmc-mt: {error}")
        return
    print(test.reason(0))
    print(f"{len(test.steps)} steps; mt-step, mt-switch, mt-back N, mt-why, mt-threads, mt-steps; help COMMAND")
    first = os.environ.get("CBMC_MT_STEP")
    if first:
        debugger.HandleCommand(f"mt-back {first}")
