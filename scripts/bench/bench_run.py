"""bench_run -- one run of the program under limits of CPU time and memory, for the scripts bench-*.

CPU seconds are user and system time of the process and of the children that it waited for.  The limit of CPU time holds for all of
them together: who is over it gets SIGXCPU, as from the system.
"""

import collections
import math
import os
import re
import resource
import shlex
import signal
import subprocess
import tempfile
import threading

# verdict: SUCCESSFUL, FAILED, UNKNOWN, or None; bounds: what it says about them; stopped: 'time' or 'memory', or None
Run = collections.namedtuple("Run", "output cpu memory verdict bounds stopped")


class Twin:
    """A family of programs for scripts/bench/bench-growth, as it holds or as it fails, and what came of its sizes in each column."""

    def __init__(self, family, name, sizes, text, expected, words=lambda size: []):
        self.family, self.name, self.sizes = family, name, sizes
        self.text, self.words = text, words  # of a size: the program, and options
        self.expected = expected  # of a column: the verdict
        self.runs = {}  # size -> column -> the run, where the verdict is as expected
        self.ended = set()  # columns
        self.wrong = []


TICKS = os.sysconf("SC_CLK_TCK")
POLL_SECONDS = 0.1, 5  # seconds between looks at the processes, and from SIGXCPU to SIGKILL


def cpu_of_session(leader):
    """CPU seconds of the processes of a session, and of those that they waited for."""
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[3]) == leader:
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def end_session(leader):
    """Ends what is left of it."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass


def watch(leader, seconds, ended):
    """Ends the session when it has used that much CPU time."""
    while not ended.wait(POLL_SECONDS[0]):
        if cpu_of_session(leader) <= seconds:
            continue
        try:
            os.kill(leader, signal.SIGXCPU)
        except ProcessLookupError:
            return
        if not ended.wait(POLL_SECONDS[1]):
            end_session(leader)
        return


def execute(command, seconds, megabytes):
    """Runs it for that much CPU time and in that much memory at most."""

    def limit():
        most = math.ceil(seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   preexec_fn=limit, start_new_session=True)
        timer = threading.Timer(4 * seconds + 20, os.killpg, (process.pid, signal.SIGKILL))  # it may wait, not compute
        timer.start()
        ended = threading.Event()
        watcher = threading.Thread(target=watch, args=(process.pid, seconds, ended))
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        ended.set()
        watcher.join()
        end_session(process.pid)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    cpu = usage.ru_utime + usage.ru_stime
    said = re.search(r"^VERIFICATION (\w+)(?: \((.*)\))?", text, re.M)
    verdict, bounds = (said[1], said[2] or "") if said else (None, "")
    stopped = None
    if verdict in (None, "UNKNOWN"):
        if "SIGXCPU" in text or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            stopped = "time"
        elif "out of memory" in text or "bad_alloc" in text:
            stopped = "memory"
    return Run(text, cpu, usage.ru_maxrss / 1024, verdict, bounds, stopped)


def measure(words, options, seconds=None):
    """A run of the program with these words, as the options of a script say: --program, --time, --memory, --verbose."""
    run = execute([options.program, *words], seconds or options.time, options.memory)
    if options.verbose:
        print("    $ " + shlex.join(["./cbmc-mt", *words]))
        print("".join(f"    | {line}\n" for line in run.output.splitlines()[-30:]), end="", flush=True)
    return run


def seconds_of(run):
    """CPU seconds; '>': it was stopped."""
    return f"{'>' if run.stopped else ''}{run.cpu:.2f}"


def wrong(run, expect):
    """What is wrong with the verdict, in words, or None; to be stopped is not wrong."""
    if run.stopped or run.verdict == expect:
        return None
    if run.verdict == "UNKNOWN":
        return f"UNKNOWN ({run.bounds})" if run.bounds else "UNKNOWN"
    return f"WRONG: {run.verdict}" if run.verdict else "NO VERDICT"


def statistic(run, name):
    """The number in the line 'NAME: NUMBER' of --stats, or '-'."""
    found = re.search(rf"^{re.escape(name)}: (\d+)", run.output, re.M)
    return int(found[1]) if found else "-"
