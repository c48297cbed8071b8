"""Control groups, version 1 and 2: a group for each run, where we may create groups.

The group of a run counts the CPU time and the memory of all its processes, ends them when they use
too much memory, and tells which processes there are, whatever they have done to their parents.
"""

import os
import re

from batch import BatchError

# The program joins its groups before it becomes the verifier, so not a page is counted elsewhere.
JOIN = 'while [ "$1" != -- ]; do echo 0 >"$1/cgroup.procs" || exit 125; shift; done; shift; exec "$@"'


class NoGroups(Exception):
    """Why groups cannot be used here."""


def open_groups(memory_needed):
    """Groups of version 2 or 1 below our own; raises NoGroups with the reason."""
    reasons = []
    for kind in GroupsV2, GroupsV1:
        try:
            return kind(memory_needed)
        except (NoGroups, OSError) as e:
            reasons.append(f"{kind.version}: {e.strerror + ' ' + str(e.filename) if isinstance(e, OSError) else e}")
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


def read_text(*path):
    with open(os.path.join(*path), encoding="ascii", errors="replace") as f:
        return f.read()


def write_text(text, *path):
    with open(os.path.join(*path), "w", encoding="ascii") as f:
        f.write(text)


def number_after(name, text):
    match = re.search(rf"^{name} (\d+)", text, re.M)
    return int(match.group(1)) if match else 0


def pids_in(folder):
    try:
        return [int(p) for p in read_text(folder, "cgroup.procs").split()]
    except OSError:
        return []


class GroupsV1:
    """One folder for memory, one for CPU time."""

    version = "cgroup v1"

    def __init__(self, memory_needed):
        own = own_paths()
        where = {}
        for mount, root, options in mounts("cgroup"):
            for controller in ("memory", "cpuacct"):
                if controller in options and controller in own:
                    where[controller] = below(mount, root, own[controller])
        if "cpuacct" not in where or (memory_needed and "memory" not in where):
            raise NoGroups("no memory or no cpuacct controller")
        name = f"cbmc-mt-batch-{os.getpid()}"
        self.parents = []
        for controller in ("cpuacct", "memory"):
            if controller in where:
                self.parents.append(os.path.join(where[controller], name))
                os.mkdir(self.parents[-1])
        # A child counts towards its parent, too, only if it says so; without it limits still hold.
        self.created = 0
        self.open(0, None).remove()

    def open(self, memory, _cores):
        self.created += 1
        folders = []
        for parent in self.parents:
            folders.append(os.path.join(parent, f"run{self.created}"))
            os.mkdir(folders[-1])
        if memory:
            write_text(str(memory), folders[1], "memory.limit_in_bytes")
            if os.path.exists(os.path.join(folders[1], "memory.memsw.limit_in_bytes")):
                write_text(str(memory), folders[1], "memory.memsw.limit_in_bytes")
        return GroupV1(folders)

    def close(self):
        remove_all(self.parents)


class GroupV1:
    def __init__(self, folders):
        self.folders = folders

    def pids(self):
        return pids_in(self.folders[0])

    def cpu(self):
        return int(read_text(self.folders[0], "cpuacct.usage")) / 1e9

    def peak(self):
        if len(self.folders) < 2:
            return 0
        return int(read_text(self.folders[1], "memory.max_usage_in_bytes"))

    def out_of_memory(self):
        if len(self.folders) < 2:
            return False
        return number_after("oom_kill", read_text(self.folders[1], "memory.oom_control")) > 0

    def remove(self):
        remove_all(self.folders)


class GroupsV2:
    """One folder for everything."""

    version = "cgroup v2"

    def __init__(self, memory_needed):
        own = own_paths()
        found = [m for m in mounts("cgroup2")]
        if not found or "" not in own:
            raise NoGroups("not mounted")
        mount, root, _ = found[0]
        here = below(mount, root, own[""])
        self.moved = None
        self.parent = self.make_parent(here, mount, memory_needed)
        self.created = 0
        try:
            self.open(1 << 30 if memory_needed else 0, None).remove()
        except OSError:
            self.close()
            raise

    def make_parent(self, here, mount, memory_needed):
        name = f"cbmc-mt-batch-{os.getpid()}"
        has_memory = "memory" in read_text(here, "cgroup.controllers").split()
        if memory_needed and not has_memory:
            raise NoGroups("no memory controller")
        enabled = "memory" in read_text(here, "cgroup.subtree_control").split()
        if not enabled and memory_needed:
            # Only a group without processes of its own may hand controllers down.
            if here != mount:
                if pids_in(here) != [os.getpid()]:
                    raise NoGroups("other processes share our group; try: systemd-run --user --scope "
                                   "-p Delegate=yes cbmc-mt-batch ...")
                self.moved = os.path.join(here, name + "-self")
                os.mkdir(self.moved)
                write_text("0", self.moved, "cgroup.procs")
                self.home = here
            write_text("+memory", here, "cgroup.subtree_control")
        parent = os.path.join(here, name)
        os.mkdir(parent)
        if memory_needed:
            write_text("+memory", parent, "cgroup.subtree_control")
        return parent

    def open(self, memory, _cores):
        self.created += 1
        folder = os.path.join(self.parent, f"run{self.created}")
        os.mkdir(folder)
        if memory:
            write_text(str(memory), folder, "memory.max")
            write_text("1", folder, "memory.oom.group")
            if os.path.exists(os.path.join(folder, "memory.swap.max")):
                write_text("0", folder, "memory.swap.max")
        return GroupV2(folder)

    def close(self):
        remove_all([self.parent])


class GroupV2:
    def __init__(self, folder):
        self.folders = [folder]

    def pids(self):
        return pids_in(self.folders[0])

    def cpu(self):
        return number_after("usage_usec", read_text(self.folders[0], "cpu.stat")) / 1e6

    def peak(self):
        path = os.path.join(self.folders[0], "memory.peak")
        return int(read_text(path)) if os.path.exists(path) else 0

    def out_of_memory(self):
        path = os.path.join(self.folders[0], "memory.events")
        return os.path.exists(path) and number_after("oom_kill", read_text(path)) > 0

    def remove(self):
        remove_all(self.folders)


def remove_all(folders):
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            pass  # what cannot be removed is empty and harmless


def joined(folders, command):
    """The command as one that first joins the groups."""
    return ["/bin/sh", "-c", JOIN, "cbmc-mt-batch", *folders, "--", *command]
