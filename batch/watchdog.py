"""A process that outlives us for a moment: if we are killed, it ends what we had started.

What runs is written to memory that both share, so that the watchdog sleeps until a pipe closes,
which the kernel does for us however we end.
"""

import mmap
import os
import signal
import time

RECORD = 1024  # bytes for each slot: b"PID FOLDER..." and zeros


class Watchdog:
    def __init__(self, slots, parents):
        """parents: folders with the control groups of the runs."""
        self.memory = mmap.mmap(-1, max(slots, 1) * RECORD)
        reader, self.writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.writer)
                watch(reader, self.memory, parents)
            finally:
                os._exit(0)
        os.close(reader)

    def started(self, slot, pid, folders):
        text = f"{pid} {' '.join(folders)}".encode()
        if len(text) >= RECORD:
            text = str(pid).encode()
        start = slot * RECORD
        # The first byte comes last: a record is there as a whole or not at all.
        self.memory[start + 1:start + len(text) + 1] = text[1:] + b"\0"
        self.memory[start] = text[0]

    def ended(self, slot):
        self.memory[slot * RECORD] = 0

    def close(self):
        os.close(self.writer)
        os.waitpid(self.pid, 0)
        self.memory.close()


def watch(reader, memory, parents):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    os.setsid()
    os.read(reader, 1)
    for start in range(0, len(memory), RECORD):
        text = memory[start:start + RECORD].partition(b"\0")[0].decode()
        if text:
            pid, *folders = text.split()
            end(int(pid), folders)
    for parent in parents:
        remove(parent)


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
                for p in pids:
                    os.kill(p, signal.SIGKILL)
            except ProcessLookupError:
                continue
            except OSError:
                break
            if not pids:
                break
            time.sleep(0.02)


def remove(parent):
    """A folder of groups; who is killed stays in his for a moment."""
    for _ in range(100):
        try:
            for name in os.listdir(parent):
                if os.path.isdir(os.path.join(parent, name)):
                    os.rmdir(os.path.join(parent, name))
            os.rmdir(parent)
            return
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.02)
