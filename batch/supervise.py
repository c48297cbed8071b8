"""Starts programs, holds them to their limits, and measures them.

One thread serves all of them: it sleeps until a program ends (a file descriptor for each process
says so) or until one could have reached a limit, so that short programs cost nothing but their start.

    start() ... --> wait() returns those that have ended --> start() ... --> close()

Nothing survives: a run is over when the program and all processes it has started are gone.
"""

import os
import resource
import select
import shutil
import signal
import tempfile
import time

from batch import BatchError, cgroup, proctree
from batch.limits import Outcome
from batch.watchdog import Watchdog

POLL = 0.1  # seconds between looks at memory without control groups
LOOK = 1.0  # the same with groups, for runs of which only a part was ended
SLACK = 1.25  # a process may reserve this much more than the limit: what counts is what it uses
PROCESSORS = os.cpu_count()
MAX_OUTPUT = 1 << 30
SIGNALS_IGNORED_BY_PYTHON = [signal.SIGPIPE, signal.SIGXFSZ]


class Child:
    """One running program."""

    def __init__(self, tag, pid, start, slot, mark, group, limits):
        self.tag, self.pid, self.slot, self.mark = tag, pid, slot, mark
        self.group = group
        self.limits = limits
        self.start = start
        self.fd = os.pidfd_open(pid)
        self.alone = False  # we have left its group
        self.exceeded = None
        self.term_at = None  # when SIGTERM was sent
        self.peak = 0
        self.before = 0.0  # CPU time in the group that is not the program's
        self.lost_cpu = 0.0  # of processes that ended as children of ours
        self.next_look = self.start + (LOOK if group else POLL)
        self.cpu_due = self.start + self.rest_of_cpu(0.0)

    def rest_of_cpu(self, used):
        """The least time until the CPU limit can be reached."""
        if not self.limits.cpu:
            return float("inf")
        processors = self.limits.cores or PROCESSORS
        return max((self.limits.cpu - used) / processors, 0.02)

    def due(self):
        """When to look at it again."""
        if self.term_at is not None:
            return self.term_at + self.limits.grace
        wall = self.start + self.limits.wall if self.limits.wall else float("inf")
        return min(wall, self.cpu_due, self.next_look)


class Supervisor:
    def __init__(self, limits, jobs, grouping="auto"):
        self.limits = limits
        self.children = {}  # file descriptor -> Child
        self.poll = select.poll()
        self.groups, self.why_no_groups = None, "not asked for"
        if grouping != "rlimit":
            try:
                self.groups = cgroup.open_groups()
            except cgroup.NoGroups as e:
                self.why_no_groups = str(e)
                if grouping == "cgroup":
                    raise BatchError(f"control groups cannot be used here: {e}") from e
        self.old_groups = []  # of runs that have ended; removed while others run
        self.next_group = None  # the one we are in, if no run has begun there yet
        self.watchdog = Watchdog(jobs, self.groups.parents if self.groups else [])
        proctree.become_subreaper()
        self.temp = tempfile.mkdtemp(prefix="cbmc-mt-batch-")
        self.slots = list(range(jobs))  # those that are free
        self.folders = [os.path.join(self.temp, str(i)) for i in range(jobs)]
        for folder in self.folders:
            os.mkdir(folder)
        self.made = [os.stat(folder).st_mtime_ns for folder in self.folders]
        self.cores = self.split_cores(jobs)
        self.home = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        self.not_ours = set(proctree.children_of_this_thread())  # such as the watchdog
        self.env = dict(os.environ)
        self.marks = 0

    def split_cores(self, jobs):
        """Processors for each job, its own where there are enough."""
        if not self.limits.cores:
            return [None] * jobs
        there = sorted(os.sched_getaffinity(0))
        n = min(self.limits.cores, len(there))
        return [{there[(i * n + k) % len(there)] for k in range(n)} for i in range(jobs)]

    def describe(self):
        return self.groups.version if self.groups else f"rlimits (no cgroups: {self.why_no_groups})"

    def start(self, tag, command, output):
        """Starts a program in an empty folder of its own; output: file descriptor for all it says."""
        slot = self.slots.pop()
        group, used = self.take_group()
        self.marks += 1
        mark = f"{os.getpid()}.{self.marks}"
        self.env[proctree.MARK] = mark
        self.env["TMPDIR"] = self.folders[slot]
        actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, output, 2)]
        os.chdir(self.folders[slot])
        start = time.monotonic()
        try:
            # A group of processes, not a session: the kernel schedules sessions apart, which delays
            # the start of each on a busy machine.
            pid = os.posix_spawn(command[0], command, self.env, file_actions=actions, setpgroup=0,
                                 setsigdef=SIGNALS_IGNORED_BY_PYTHON)
        except OSError as e:
            self.slots.append(slot)
            self.next_group = group
            raise BatchError(f"{command[0]} cannot be started: {e.strerror}") from e
        finally:
            os.fchdir(self.home)
        self.watchdog.started(slot, pid, group.folders if group else [])
        self.restrict(pid, self.cores[slot])
        child = Child(tag, pid, start, slot, mark.encode(), group, self.limits)
        child.before = used
        self.children[child.fd] = child
        self.poll.register(child.fd, select.POLLIN)

    def take_group(self):
        """The group we are in, for a run that begins; also the CPU time that is ours in it."""
        if not self.groups:
            return None, 0.0
        self.prepare_group()
        group, self.next_group = self.next_group, None
        self.entered = time.process_time()
        return group, group.cpu()

    def prepare_group(self):
        """Goes to a new group, so that the next run can begin at once."""
        if self.groups and not self.next_group:
            self.next_group = self.groups.open(self.limits.memory)
            joined = [c for c in self.children.values() if c.group and not c.alone]
            # To ask for our CPU time also brings the account of the group up to date.
            ours = time.process_time()
            self.groups.enter(self.next_group)
            for child in joined:
                child.alone = True
                child.before += ours - self.entered
                child.group.end_together()

    def remove_old_groups(self):
        while self.old_groups:
            self.groups.remove(self.old_groups.pop())

    def restrict(self, pid, cores):
        """What the kernel can enforce on a process that has hardly begun."""
        wanted = {resource.RLIMIT_FSIZE: MAX_OUTPUT, resource.RLIMIT_CORE: 0}
        if self.limits.memory and not self.groups:
            wanted[resource.RLIMIT_DATA] = int(self.limits.memory * SLACK)
        if self.limits.cpu:
            wanted[resource.RLIMIT_CPU] = int(self.limits.cpu + self.limits.grace + 2)
        try:
            if self.groups:  # should memory run out now, not we are to be ended for it
                cgroup.write_text("1000", f"/proc/{pid}", "oom_score_adj")
            for what, most in wanted.items():
                _, hard = resource.prlimit(pid, what)
                if hard != resource.RLIM_INFINITY:
                    most = min(most, hard)
                resource.prlimit(pid, what, (most, most))
            if cores:
                os.sched_setaffinity(pid, cores)
        except (ProcessLookupError, PermissionError, FileNotFoundError):
            pass  # it has ended already, or has become another user

    def wait(self, timeout=None):
        """[(tag, Outcome)] of those that have ended, after at most timeout seconds."""
        until = time.monotonic() + timeout if timeout is not None else float("inf")
        self.prepare_group()
        self.remove_old_groups()
        while self.children:
            due = min(until, min(c.due() for c in self.children.values()))
            ready = self.poll.poll(max(0.0, due - time.monotonic()) * 1000 + 0.5
                                   if due != float("inf") else None)
            if ready:
                return [self.finish(self.children[fd]) for fd, _ in ready]
            now = time.monotonic()
            for child in self.children.values():
                if now >= child.due():
                    self.look(child, now)
            if now >= until:
                return []
        return []

    def look(self, child, now):
        """A child may have reached a limit."""
        if child.term_at is not None:
            self.kill(child, signal.SIGKILL)
            child.term_at = now
            return
        cpu, memory, oom = self.measure(child)
        child.peak = max(child.peak, memory)
        limits = self.limits
        if oom or (limits.memory and memory > limits.memory):
            child.exceeded = "memory"
        elif limits.cpu and cpu >= limits.cpu:
            child.exceeded = "cpu"
        elif limits.wall and now >= child.start + limits.wall:
            child.exceeded = "wall"
        if child.exceeded:
            self.kill(child, signal.SIGTERM)
            child.term_at = now
        child.cpu_due = now + child.rest_of_cpu(cpu)
        child.next_look = now + (LOOK if child.group else POLL)

    def measure(self, child):
        """(CPU seconds, bytes now or at most so far, was something ended for want of memory)."""
        if child.group:
            used = child.group.cpu() - child.before
            return used, child.group.peak(), child.group.out_of_memory()
        cpu, memory = child.lost_cpu, 0
        for pid in self.members(child):
            seen = proctree.stat(pid)
            if seen:
                cpu += seen[2]
                memory += seen[3]
        return cpu, memory, False

    def members(self, child):
        """All processes of the run that are there."""
        if child.group:
            return child.group.pids()
        strays = [p for p in proctree.tree(self.strays()) if self.belongs(p, child)]
        return proctree.tree([child.pid, *strays])

    def strays(self):
        """Processes that have become children of ours."""
        known = {c.pid for c in self.children.values()} | self.not_ours
        return [p for p in proctree.children_of_this_thread() if p not in known]

    def belongs(self, pid, child):
        mark = proctree.mark_of(pid)
        if mark:
            return mark == child.mark
        # One that is ending has no environment any more.
        seen = proctree.stat(pid)
        return seen is not None and (len(self.children) == 1 or seen[1] == child.pid)

    def unclear(self):
        """Is there a stray that is just ending, so that whose it is, and its children, cannot be seen?"""
        for pid in self.strays():
            if not proctree.mark_of(pid):
                seen = proctree.stat(pid)
                if seen and seen[0] == "Z":
                    self.reap(None, pid)
                elif seen:
                    return True
        return False

    def kill(self, child, number):
        """Each process gets the signal once: a second SIGTERM would end one that is just ending in order."""
        for pid in self.members(child):
            try:
                os.kill(pid, number)
            except OSError:
                pass

    def sweep(self, child):
        """After the program has ended: nothing of it stays."""
        if not child.group and not self.strays():
            return  # its children, if it had any, would be ours now
        for attempt in range(500):
            left = [p for p in self.members(child) if p != child.pid]
            if not left and (child.group or attempt == 100 or not self.unclear()):
                return
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.001 if attempt < 20 else 0.02)
            for pid in left:
                self.reap(child, pid)

    def reap(self, child, pid):
        """A stray process is our child; what it used belongs to the run."""
        try:
            got, _, usage = os.wait4(pid, os.WNOHANG)
        except ChildProcessError:
            return
        if got and child:
            child.lost_cpu += usage.ru_utime + usage.ru_stime
            child.peak = max(child.peak, usage.ru_maxrss * 1024)

    def finish(self, child):
        # Without groups, what is left is found while its parent can still be waited for.
        if child.group is None:
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        self.sweep(child)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - child.start
        self.poll.unregister(child.fd)
        os.close(child.fd)
        del self.children[child.fd]
        self.watchdog.ended(child.slot)
        outcome = Outcome(os.waitstatus_to_exitcode(status), wall=wall, exceeded=child.exceeded)
        if child.group:
            outcome.cpu, outcome.memory = child.group.cpu() - child.before, child.group.peak()
            if child.group.out_of_memory():
                outcome.exceeded = outcome.exceeded or "memory"
            self.old_groups.append(child.group)
        else:
            outcome.cpu = usage.ru_utime + usage.ru_stime + child.lost_cpu
        if not outcome.memory:  # no groups, or a kernel whose groups do not keep the peak
            outcome.memory = max(child.peak, usage.ru_maxrss * 1024)
        if self.limits.memory and not child.group and outcome.memory > self.limits.memory:
            outcome.exceeded = outcome.exceeded or "memory"
        self.tidy(child.slot)
        self.slots.append(child.slot)
        return child.tag, outcome

    def tidy(self, slot):
        """Empties the folder of a slot, if anything was ever made in it."""
        folder = self.folders[slot]
        if os.stat(folder).st_mtime_ns != self.made[slot]:
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder, exist_ok=True)
            self.made[slot] = os.stat(folder).st_mtime_ns

    def close(self):
        """Ends what still runs, without mercy."""
        if self.groups:
            self.groups.leave()
        for child in list(self.children.values()):
            self.kill(child, signal.SIGKILL)
            self.finish(child)
        if self.groups:
            self.remove_old_groups()
            if self.next_group:
                self.groups.remove(self.next_group)
            self.groups.close()
        self.watchdog.close()
        os.close(self.home)
        shutil.rmtree(self.temp, ignore_errors=True)
