"""Control groups of version 2 on a pretended file system, for machines that have version 1."""

import os
from unittest import mock

from support import BatchTest

from batch import cgroup

FILES = {"cgroup.procs": "", "cgroup.controllers": "cpu memory", "cgroup.subtree_control": "",
         "cpu.stat": "usage_usec 1500000\nuser_usec 1\n", "memory.max": "max", "memory.swap.max": "max",
         "memory.oom.group": "0", "memory.events": "low 0\noom 1\noom_kill 0\n", "memory.peak": "123456\n"}


class Version2(BatchTest):
    """The kernel's part: a new folder has its files; who joins a group leaves the other."""

    def setUp(self):
        super().setUp()
        self.real_mkdir = os.mkdir
        self.real_write = cgroup.write_text
        self.real_rmdir = os.rmdir
        self.mount = self.path("cgroup")
        self.make(self.mount)
        self.make(self.mount + "/user")
        self.set(self.mount + "/user", "cgroup.procs", f"{os.getpid()}\n")
        patches = [
            mock.patch.object(cgroup, "mounts", lambda kind: iter([(self.mount, "/", set())])
                              if kind == "cgroup2" else iter([])),
            mock.patch.object(cgroup, "own_paths", lambda: {"": "/user"}),
            mock.patch.object(os, "mkdir", self.make),
            mock.patch.object(os, "rmdir", self.remove),
            mock.patch.object(cgroup, "write_text", self.kernel_write),
        ]
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)

    def make(self, folder, _mode=0o777):
        self.real_mkdir(folder)
        for name, text in FILES.items():
            self.set(folder, name, text)

    def remove(self, folder):
        if self.get(folder, "cgroup.procs").strip():
            raise OSError(16, "busy")
        if any(os.path.isdir(os.path.join(folder, n)) for n in os.listdir(folder)):
            raise OSError(16, "busy")
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        self.real_rmdir(folder)

    def set(self, folder, name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as f:
            f.write(text)

    def get(self, folder, name):
        with open(os.path.join(folder, name), encoding="ascii") as f:
            return f.read()

    def kernel_write(self, text, folder, name):
        if name == "cgroup.subtree_control":
            if self.get(folder, "cgroup.procs").strip() and folder != self.mount:
                raise OSError(16, "processes inside")
            text = text.replace("+", "")
        if name == "cgroup.procs":
            for path, _, _ in os.walk(self.mount):
                if str(os.getpid()) in self.get(path, name).split():
                    self.set(path, name, "")
            if self.get(folder, "cgroup.subtree_control").strip() and folder != self.mount:
                raise OSError(16, "controllers are handed down")
            text = str(os.getpid())
        self.real_write(text, folder, name)
        if name == "cgroup.procs":
            self.set(folder, name, text)

    def test_a_group_of_our_own(self):
        groups = cgroup.open_groups()
        self.assertEqual(groups.version, "cgroup v2")
        group = groups.open(100 << 20)
        self.assertEqual(self.get(group.folders[0], "memory.max"), str(100 << 20))
        self.assertTrue(self.get(group.folders[0], "memory.swap.max").startswith("0"))
        groups.enter(group)
        self.assertEqual(self.get(group.folders[0], "cgroup.procs"), str(os.getpid()))
        self.assertEqual(group.pids(), [])
        self.set(group.folders[0], "cgroup.procs", f"{os.getpid()}\n77\n")
        self.assertEqual(group.pids(), [77])
        self.set(group.folders[0], "cgroup.procs", f"{os.getpid()}")
        groups.leave()
        group.end_together()
        self.assertEqual(self.get(group.folders[0], "memory.oom.group"), "1")
        self.assertEqual((group.cpu(), group.peak(), group.out_of_memory()), (1.5, 123456, False))
        self.set(group.folders[0], "memory.events", "oom_kill 2\n")
        self.assertTrue(group.out_of_memory())
        os.unlink(os.path.join(group.folders[0], "memory.peak"))
        self.assertEqual(group.peak(), 0)
        groups.remove(group)
        groups.close()
        self.assertFalse(os.path.exists(groups.parent))

    def test_others_in_our_group(self):
        self.set(self.mount + "/user", "cgroup.procs", f"{os.getpid()}\n1234\n")
        with self.assertRaisesRegex(cgroup.NoGroups, "systemd-run"):
            cgroup.open_groups()
        self.assertEqual([n for n in os.listdir(self.mount + "/user") if n.startswith("cbmc")], [])

    def test_no_memory_controller(self):
        self.set(self.mount + "/user", "cgroup.controllers", "cpu")
        with self.assertRaisesRegex(cgroup.NoGroups, "no memory controller"):
            cgroup.open_groups()

    def test_in_the_root(self):
        with mock.patch.object(cgroup, "own_paths", lambda: {"": "/"}):
            groups = cgroup.open_groups()
            self.assertEqual(os.path.dirname(groups.parent), self.mount)
            groups.close()
