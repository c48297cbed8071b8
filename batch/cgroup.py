"""Control groups, version 1 and 2: a group for each run, where we may create groups.

The group of a run counts the CPU time and the memory of all its processes, ends them when they use
too much memory, and tells which processes there are, whatever they have done to their parents.

A program is born in the group of its run, because we are in that group ourselves when we start it.
To change groups can take the kernel 10 ms and more, so we do it ahead: while a run is under way, we
wait in the group of the next one.  The CPU time we use there is subtracted; the few pages are not.
"""

import os
import re
import time

class NoGroups(Exception):
    """Why groups cannot be used here."""


def open_groups():
    """Groups of version 2 or 1 below our own; raises NoGroups with the reason."""
    reasons = []
    for kind in GroupsV2, GroupsV1:
        try:
            groups = kind()
        except NoGroups as e:
            reasons.append(f"{kind.version}: {e}")
            continue
        try:
            groups.prepare()
            group = groups.open(1 << 30)
            groups.enter(group)
            groups.leave()
            groups.remove(group)
            return groups
        except (NoGroups, OSError) as e:
            groups.close()
            reasons.append(f"{kind.version}: {e}")
    raise NoGroups("; ".join(reasons))


def mounts(kind):
    """(folder, options) of the mounted hierarchies of this type."""
    with open("/proc/self/mountinfo", encoding="utf-8") as f:
        for line in f:
            left, _, right = line.partition(" - ")
            fields = right.split()
            if fields[0] == kind:
                yield left.split()[4], left.split()[3], set(fields[2].split(","))


def own_paths():
    """Controller (or '' for version 2) -> path of our group."""
    found = {}
    with open("/proc/self/cgroup", encoding="utf-8") as f:
        for line in f:
            _, controllers, path = line.rstrip("\n").split(":", 2)
            for controller in controllers.split(","):
                found[controller] = path
    return found


def below(mount, root, path):
    """Where our group is in the file system; a container sees only a part of the tree."""
    if root != "/" and path.startswith(root):
        path = path[len(root):]
    return os.path.join(mount, path.lstrip("/")).rstrip("/")


def new_name():
    """Of the group that holds those of our runs; a process before us may have had our number."""
    return f"cbmc-mt-batch-{os.getpid()}-{time.time_ns() // 1000 % 10 ** 9}"


def read_text(folder, name):
    fd = os.open(f"{folder}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    try:
        text = b""
        while data := os.read(fd, 1 << 16):
            text += data
        return text.decode("ascii", "replace")
    finally:
        os.close(fd)


def write_text(text, folder, name):
    fd = os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def join(folder):
    write_text("0", folder, "cgroup.procs")


def number_after(name, text):
    match = re.search(rf"^{name} (\d+)", text, re.M)
    return int(match.group(1)) if match else 0


def pids_in(folder):
    try:
        return [int(p) for p in read_text(folder, "cgroup.procs").split()]
    except OSError:
        return []


class Groups:
    """What both versions share."""

    def enter(self, group):
        for folder in group.folders:
            join(folder)

    def leave(self):
        for folder in self.homes:
            join(folder)

    def remove(self, group):
        remove_all(group.folders)


class GroupsV1(Groups):
    """One folder for CPU time, one for memory."""

    version = "cgroup v1"

    def __init__(self):
        own = own_paths()
        where = {}
        for mount, root, options in mounts("cgroup"):
            for controller in ("memory", "cpuacct"):
                if controller in options and controller in own:
                    where[controller] = below(mount, root, own[controller])
        if len(where) < 2:
            raise NoGroups("no memory or no cpuacct controller")
        name = new_name()
        self.homes = [where[c] for c in ("cpuacct", "memory")]
        self.parents = [os.path.join(home, name) for home in self.homes]
        self.swap = os.path.exists(os.path.join(self.homes[1], "memory.memsw.limit_in_bytes"))
        self.created = 0

    def prepare(self):
        for parent in self.parents:
            os.mkdir(parent)

    def open(self, memory):
        self.created += 1
        folders = [os.path.join(parent, f"run{self.created}") for parent in self.parents]
        for folder in folders:
            os.mkdir(folder)
        if memory:
            write_text(str(memory), folders[1], "memory.limit_in_bytes")
            if self.swap:
                write_text(str(memory), folders[1], "memory.memsw.limit_in_bytes")
        return GroupV1(folders)

    def close(self):
        remove_all(self.parents)


class Group:
    """The group of one run."""

    def __init__(self, folders):
        self.folders = folders

    def pids(self):
        """All processes but ourselves."""
        return [p for p in pids_in(self.folders[0]) if p != os.getpid()]

    def end_together(self):
        """From now on, whoever runs out of memory takes the others along; not while we are there."""


class GroupV1(Group):
    def cpu(self):
        return int(read_text(self.folders[0], "cpuacct.usage")) / 1e9

    def peak(self):
        return int(read_text(self.folders[1], "memory.max_usage_in_bytes"))

    def out_of_memory(self):
        return number_after("oom_kill", read_text(self.folders[1], "memory.oom_control")) > 0


class GroupsV2(Groups):
    """One folder for everything."""

    version = "cgroup v2"

    def __init__(self):
        own = own_paths()
        mounted = next(mounts("cgroup2"), None)
        if mounted is None or "" not in own:
            raise NoGroups("not mounted")
        mount, root, _ = mounted
        self.home = below(mount, root, own[""])
        self.homes = [self.home]  # where we are ourselves
        self.parent = os.path.join(self.home, new_name())
        self.parents = [self.parent]
        self.created = 0

    def prepare(self):
        if "memory" not in read_text(self.home, "cgroup.controllers").split():
            raise NoGroups("no memory controller")
        if "memory" not in read_text(self.home, "cgroup.subtree_control").split():
            # Only a group without processes of its own, or the root, may hand controllers down.
            try:
                write_text("+memory", self.home, "cgroup.subtree_control")
            except OSError:
                self.step_aside()
                write_text("+memory", self.home, "cgroup.subtree_control")
        os.mkdir(self.parent)
        write_text("+memory", self.parent, "cgroup.subtree_control")

    def step_aside(self):
        if pids_in(self.home) != [os.getpid()]:
            raise NoGroups("other processes share our group; 'systemd-run --user --scope -p "
                           "Delegate=yes cbmc-mt-batch ...' makes one of our own")
        self.homes = [self.parent + "-self"]
        os.mkdir(self.homes[0])
        self.leave()

    def open(self, memory):
        self.created += 1
        folder = os.path.join(self.parent, f"run{self.created}")
        os.mkdir(folder)
        if memory:
            write_text(str(memory), folder, "memory.max")
            if os.path.exists(os.path.join(folder, "memory.swap.max")):
                write_text("0", folder, "memory.swap.max")
        return GroupV2([folder])

    def close(self):
        remove_all(self.parents)


class GroupV2(Group):
    def end_together(self):
        write_text("1", self.folders[0], "memory.oom.group")

    def cpu(self):
        return number_after("usage_usec", read_text(self.folders[0], "cpu.stat")) / 1e6

    def peak(self):
        try:
            return int(read_text(self.folders[0], "memory.peak"))
        except FileNotFoundError:  # Linux before 5.19
            return 0

    def out_of_memory(self):
        return number_after("oom_kill", read_text(self.folders[0], "memory.events")) > 0


def remove_all(folders):
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            pass  # what cannot be removed is empty and harmless
