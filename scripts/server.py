"""server -- programs that are started once and run many times (tests/server): what short runs cost is mostly their start.

    code, output = server.run(command, timeout)

does what a process of its own would do, and is one where there is no server: a build without build/tests/server.so, or one that
cannot have a library loaded first (sanitizers).  Each thread has its servers, one for each program.  The environment and the
folder are those of the first call.
"""

import os
import select
import signal
import subprocess
import tempfile
import threading

LIBRARY = "build/tests/server.so"
PROGRAMS = ("cbmc-mt", "explicit")
TOO_LONG = "still running"
STARTS = 30  # seconds that it may take

local = threading.local()


class Server:
    def __init__(self, program, library):
        self.folder = tempfile.TemporaryDirectory(prefix="server.")
        self.files = [os.path.join(self.folder.name, name) for name in ("out", "err")]
        environment = os.environ | {"LD_PRELOAD": os.path.abspath(library), "LD_BIND_NOW": "1"}
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, env=environment, process_group=0)
        if self.line(STARTS) != "ready":
            self.process.kill()
            raise OSError("no server")

    def line(self, timeout):
        """The next line, '' at the end of the output, None: not within so many seconds."""
        ready, _, _ = select.select([self.process.stdout], [], [], timeout)
        return self.process.stdout.readline().decode().strip() if ready else None

    def run(self, command, timeout):
        strings = b"".join(os.fsencode(text) + b"\0" for text in [*self.files, *command])
        self.process.stdin.write(b"%d\n%s" % (len(strings), strings))
        child = int(self.line(STARTS))
        status = self.line(timeout)
        if status is None:
            os.killpg(child, signal.SIGKILL)
            self.line(STARTS)
            return None, TOO_LONG
        return os.waitstatus_to_exitcode(int(status)), "".join(self.read(path) for path in self.files)

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read()


def is_ours(program):
    """Is it a program that links libclang?"""
    return os.path.basename(program) in PROGRAMS


def run(command, timeout):
    """Exit code (None: it took too long) and output, that for errors last."""
    server = of(command[0])
    return server.run(command, timeout) if server else run_alone(command, timeout)


def run_alone(command, timeout):
    """The same, in a process of its own."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, errors="replace")
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return None, TOO_LONG


def of(program):
    """The server of a program, or None."""
    known = local.__dict__.setdefault("servers", {})
    if program not in known:
        library = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", LIBRARY)
        try:
            known[program] = Server(program, library) if os.path.exists(library) else None
        except OSError:
            known[program] = None
    return known[program]
