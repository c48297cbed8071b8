"""Limits are enforced and nothing survives, with control groups and without."""

import os
import time
import unittest

from support import BatchTest

from batch import BatchError, supervise
from batch.limits import Limits

EATS = "import time\nx = []\nwhile len(x) < 400: x.append(bytearray(b'x' * (1 << 20)))\ntime.sleep(60)"
FORKS = "import os, time\nfor i in range(3): os.fork()\ntime.sleep(60)"
DAEMON = """\
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
"""
BURNS = "import os\nos.fork()\nwhile True: pass"
BURNS_APART = """\
import os, time
if os.fork() == 0:
    os.setsid()
    while time.process_time() < 0.25: pass
    open('done', 'w')
    time.sleep(60)
while not os.path.exists('done'): time.sleep(0.02)
"""
STUBBORN = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)"
POLITE = "import signal, sys, time\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\ntime.sleep(60)"
COUNTS = """\
import os, signal, sys, time
ours, theirs = os.pipe()
os.set_blocking(theirs, False)
signal.signal(signal.SIGTERM, lambda *_: None)
signal.set_wakeup_fd(theirs)  # gets a byte for each signal
os.read(ours, 1)
time.sleep(1)
os.set_blocking(ours, False)
try:
    more = len(os.read(ours, 9))
except BlockingIOError:
    more = 0
sys.exit(1 + more)
"""


def marked(text):
    """Processes whose command line has the text."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                command = f.read().split(b"\0")
            if text.encode() in command and int(pid) != os.getpid():
                found.append(int(pid))
        except OSError:
            pass
    return found


def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


class Common:
    """The same tests for each way of enforcing limits."""

    grouping = None

    def supervisor(self, jobs=1, **limits):
        s = supervise.Supervisor(Limits(**limits), jobs, self.grouping)
        self.addCleanup(s.close)
        return s

    def outcome(self, program, **limits):
        s = self.supervisor(**limits)
        self.start(s, program)
        got = s.wait()
        self.assertEqual(len(got), 1)
        self.assertEqual(marked(self.dir), [])
        s.close()
        self._cleanups.pop()  # a second one would begin in a group of the first
        return got[0][1]

    def start(self, s, program, tag=None):
        null = os.open("/dev/null", os.O_WRONLY)
        s.start(tag, ["/usr/bin/python3", "-S", "-c", program, self.dir], null)
        os.close(null)

    def test_short(self):
        got = self.outcome("import sys; sys.exit(3)", cpu=5, wall=20, memory=1 << 30)
        self.assertEqual((got.code, got.exceeded), (3, None))
        self.assertTrue(0 < got.cpu < 1 and 0 < got.wall < 20)
        self.assertTrue(1 << 20 < got.memory < 1 << 26, got.memory)

    def test_memory(self):
        got = self.outcome(EATS, cpu=50, wall=100, memory=100 << 20, grace=0.3)
        self.assertEqual(got.exceeded, "memory")
        self.assertLess(got.wall, 50)
        self.assertTrue(90 << 20 <= got.memory <= 135 << 20, got.memory)

    def test_memory_is_measured(self):
        got = self.outcome("x = bytearray(b'x' * (200 << 20))")
        self.assertTrue(200 << 20 <= got.memory <= 450 << 20, got.memory)

    def test_cpu_of_all_processes(self):
        got = self.outcome(BURNS, cpu=0.6, wall=120, grace=0.2)
        self.assertEqual(got.exceeded, "cpu")
        self.assertTrue(0.5 <= got.cpu <= 4, got.cpu)

    def test_wall_and_forks(self):
        got = self.outcome(FORKS, wall=0.5, cpu=9, grace=0.2)
        self.assertEqual(got.exceeded, "wall")
        self.assertTrue(0.5 <= got.wall < 15, got.wall)

    def test_term_is_ignored(self):
        got = self.outcome(STUBBORN, wall=8, grace=0.4)
        self.assertEqual((got.exceeded, got.code), ("wall", -9))
        self.assertGreaterEqual(got.wall, 8.4)

    def test_term_comes_first(self):
        got = self.outcome(POLITE, wall=8, grace=20)
        self.assertEqual((got.exceeded, got.code), ("wall", 7))
        self.assertLess(got.wall, 25)

    def test_term_comes_once(self):
        """A second one, however late, would end a program that is just ending in order."""
        s = self.supervisor(wall=8, grace=20)
        members = s.members

        def slow_members(child):
            time.sleep(0.2)
            return members(child)

        s.members = slow_members
        self.start(s, COUNTS)
        got = s.wait()[0][1]
        self.assertEqual((got.exceeded, got.code), ("wall", 1))

    def test_daemon_does_not_survive(self):
        got = self.outcome(DAEMON, wall=50)
        self.assertEqual((got.exceeded, got.code), (None, 0))
        self.assertLess(got.wall, 20)

    def test_lost_children_count(self):
        got = self.outcome(BURNS_APART, wall=120)
        self.assertGreater(got.cpu, 0.2)

    def test_side_by_side(self):
        s = self.supervisor(jobs=3, wall=8, grace=0.2)
        self.start(s, "import time; time.sleep(60)", "sleeps")
        self.start(s, "import sys; sys.exit(1)", "fails")
        self.start(s, DAEMON, "daemon")
        got = {}
        while len(got) < 3:
            got.update(s.wait())
        self.assertEqual({t: o.exceeded for t, o in got.items()},
                         {"sleeps": "wall", "fails": None, "daemon": None})
        self.assertEqual(marked(self.dir), [])

    def test_close_ends_all(self):
        s = self.supervisor(jobs=2)
        self.start(s, FORKS)
        self.start(s, DAEMON + "time.sleep(60)")
        for _ in range(500):
            if len(marked(self.dir)) > 3:
                break
            time.sleep(0.02)
        self.assertGreater(len(marked(self.dir)), 3)
        s.close()
        self._cleanups.pop()
        self.assertEqual(marked(self.dir), [])

    def test_the_kernel_has_limits_too(self):
        # The limits come when the process has begun already.
        program = ("import resource, time\n"
                   "until = time.monotonic() + 30\n"
                   "while resource.getrlimit(resource.RLIMIT_%s)[1] != %d and time.monotonic() < until:\n"
                   "    time.sleep(0.01)\n"
                   "raise SystemExit(time.monotonic() >= until)")
        got = self.outcome(program % ("CPU", 5 + 3 + 2), cpu=5, grace=3)
        self.assertEqual(got.code, 0)
        self.assertEqual(self.outcome(program % ("CORE", 0)).code, 0)

    def test_cores(self):
        got = self.outcome("import os, sys; sys.exit(len(os.sched_getaffinity(0)))", cores=1)
        self.assertEqual(got.code, 1)

    def test_own_folder(self):
        s = self.supervisor()
        for _ in range(2):
            self.start(s, "import os; n = len(os.listdir('.')); open('x', 'w'); os._exit(n)")
            self.assertEqual(s.wait()[0][1].code, 0)
        self.assertNotEqual(s.temp, os.getcwd())


class Groups(Common, BatchTest):
    grouping = "cgroup"

    @classmethod
    def setUpClass(cls):
        try:
            supervise.Supervisor(Limits(), 1, "cgroup").close()
        except BatchError as e:
            raise unittest.SkipTest(str(e)) from e

    def test_our_own_work_does_not_count(self):
        """We are in the group of a run before it begins, and for a moment after."""
        s = self.supervisor()
        for _ in range(2):
            burn(0.3)
            self.start(s, "pass")
            burn(0.3)
            self.assertLess(s.wait()[0][1].cpu, 0.25)

    def test_no_group_is_left(self):
        s = self.supervisor(memory=1 << 30)
        self.start(s, "pass")
        s.wait()
        folders = s.groups.parents if hasattr(s.groups, "parents") else [s.groups.parent]
        self.assertTrue(all(os.path.isdir(f) for f in folders))
        s.close()
        self._cleanups.pop()
        self.assertFalse(any(os.path.exists(f) for f in folders))


class Plain(Common, BatchTest):
    grouping = "rlimit"
