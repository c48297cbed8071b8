"""server -- programs that are started once and run many times (tests/server): what short runs cost is mostly their start.

    code, output = server.run(command, timeout)
    done = server.timed(command, timeout)
    done = server.execute(command, timeout, folder, environment)
    completed = server.completed(command, timeout, folder)  # as subprocess.run(command, cwd=folder, capture_output=True, ...)

does what a process of its own would do, and is one where there is no server: a build without build/tests/server.so, or one that
cannot have a library loaded first (sanitizers).  Each thread has its servers, one for each program.  The environment is that of
the first call, with the changes that a call names.  At the end of the script they are waited for, so that their processor time
is part of the script's.
"""

import atexit
import collections
import contextlib
import os
import select
import signal
import subprocess
import tempfile
import threading
import time

LIBRARY = "build/tests/server.so"
PROGRAMS = ("cbmc-mt", "explicit")
TOO_LONG = "still running"
STARTS = 30  # seconds that it may take

local = threading.local()


# code: None if it took too long; errors: '' where they are in the output; cpu: seconds, with all children that were waited for
Done = collections.namedtuple("Done", "code output errors cpu")


class Server:
    def __init__(self, program, library):
        self.folder = tempfile.TemporaryDirectory(prefix="server.")
        self.files = [os.path.join(self.folder.name, name) for name in ("out", "err")]
        environment = os.environ | {"LD_PRELOAD": os.path.abspath(library), "LD_BIND_NOW": "1"}
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, env=environment, process_group=0)
        if self.line(STARTS) != "ready":
            self.process.kill()
            self.process.wait()
            raise OSError("no server")
        atexit.register(self.close)

    def line(self, timeout):
        """The next line, '' at the end of the output, None: not within so many seconds."""
        ready, _, _ = select.select([self.process.stdout], [], [], timeout)
        return self.process.stdout.readline().decode().strip() if ready else None

    def execute(self, command, timeout, folder, environment, files):
        """files: for standard output and standard error, '' for the same."""
        assignments = [f"{name}={value}" for name, value in environment.items()]
        strings = b"".join(os.fsencode(text) + b"\0" for text in [folder, *files, *assignments, "", *command])
        self.process.stdin.write(b"%d\n%s" % (len(strings), strings))
        child = int(self.line(STARTS))
        ended = self.line(timeout)
        if ended is None:
            kill_group(child)
            self.line(STARTS)
            return Done(None, TOO_LONG, "", timeout)
        status, used = ended.split()
        output, errors = (self.read(path) if path else "" for path in files)
        if not ends(child, timeout):
            kill_group(child)
            return Done(None, TOO_LONG, "", timeout)
        return Done(os.waitstatus_to_exitcode(int(status)), output, errors, int(used) / 1e6)

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read()


def kill_group(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def ends(group, timeout):
    """Has nothing of it stayed behind after so many seconds?"""
    until = time.monotonic() + timeout
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def is_ours(program):
    """Is it a program that links libclang?"""
    return os.path.basename(program) in PROGRAMS


def run(command, timeout):
    """Exit code (None: it took too long) and output, that for errors last."""
    done = timed(command, timeout)
    return done.code, done.output + done.errors


def timed(command, timeout):
    """The same as Done, whose cpu is None where there is no server."""
    server = of(command[0])
    return server.execute(command, timeout, os.getcwd(), {}, server.files) if server else Done(*run_alone(command, timeout), "", None)


def execute(command, timeout, folder, environment):
    """The same in a folder, with changes of the environment; output and errors as they come.  None: there is no server."""
    server = of(command[0])
    return server.execute(command, timeout, folder, environment, [server.files[0], ""]) if server else None


def completed(command, timeout, folder, **environment):
    """What subprocess.run returns, or its TimeoutExpired."""
    server = of(command[0])
    if not server:
        return subprocess.run(command, cwd=folder, env=os.environ | environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=timeout, errors="replace", check=False)
    done = server.execute(command, timeout, folder, environment, server.files)
    if done.code is None:
        raise subprocess.TimeoutExpired(command, timeout)
    return subprocess.CompletedProcess(command, done.code, done.output, done.errors)


def run_alone(command, timeout):
    """The same, in a process of its own."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, errors="replace")
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return None, TOO_LONG


def is_binary(program):
    """Scripts stand in for programs in tests of scripts."""
    with open(program, "rb") as f:
        return f.read(4) == b"\x7fELF"


def of(program):
    """The server of a program, or None."""
    known = local.__dict__.setdefault("servers", {})
    if program not in known:
        library = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", LIBRARY)
        try:
            known[program] = Server(program, library) if os.path.exists(library) and is_binary(program) else None
        except OSError:
            known[program] = None
    return known[program]
