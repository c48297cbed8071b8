"""A process that outlives us for a moment: if we are killed, it ends what we had started.

It knows the running process groups and the control groups from a pipe, and acts when the pipe
closes, which the kernel does for us however we end.
"""

import os
import signal
import time


class Watchdog:
    def __init__(self):
        reader, self.writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.writer)
                watch(reader)
            finally:
                os._exit(0)
        os.close(reader)

    def started(self, pid, folders):
        os.write(self.writer, f"+ {pid} {' '.join(folders)}\n".encode())

    def ended(self, pid):
        os.write(self.writer, f"- {pid}\n".encode())

    def close(self):
        os.close(self.writer)
        os.waitpid(self.pid, 0)


def watch(reader):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    os.setsid()
    running = {}
    with os.fdopen(reader, encoding="utf-8") as f:
        for line in f:
            sign, pid, *folders = line.split()
            if sign == "+":
                running[int(pid)] = folders
            else:
                running.pop(int(pid), None)
    for pid, folders in running.items():
        end(pid, folders)


def end(pid, folders):
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass
    for folder in folders:
        for _ in range(100):
            try:
                with open(os.path.join(folder, "cgroup.procs"), encoding="ascii") as f:
                    pids = [int(p) for p in f.read().split()]
                if not pids:
                    os.rmdir(folder)
                    os.rmdir(os.path.dirname(folder))
                    break
                for p in pids:
                    os.kill(p, signal.SIGKILL)
            except ProcessLookupError:
                pass
            except OSError:
                break
            time.sleep(0.02)
