"""Engine parallel over a real sshd: hosts that answer, that do not, and that go away."""

import collections
import os
import signal
import unittest

from bench import Bench, kill
from slurm_cluster import Unavailable, kill_all
from ssh_hosts import Hosts

HOSTS = None


def setUpModule():
    global HOSTS
    try:
        HOSTS = Hosts()
        HOSTS.__enter__()
    except Unavailable as e:
        raise unittest.SkipTest(f"tests with ssh: {e}") from e


def tearDownModule():
    HOSTS.stop()


class Parallel(unittest.TestCase):
    def bench(self, count, **options):
        bench = Bench(count, HOSTS.env, **options)
        self.addCleanup(bench.close)
        self.addCleanup(kill_all, HOSTS.folder)
        return bench

    def options(self, *hosts):
        return ["--engine", "parallel", "--ssh", HOSTS.ssh, "--hosts", ",".join(hosts)]

    def addresses(self, bench):
        """The addresses of this machine that runs were sent to."""
        return {where.split()[2] if " " in where else where for _, where in bench.starts()}

    def test_hosts(self):
        """Hosts that are switched off or silent are left out, with the reason; one needs no ssh."""
        bench = self.bench(12, delay=0.2)
        process = bench.batch(*self.options("2/one", "2/two", HOSTS.dead, "3/" + HOSTS.mute, "1/:"))
        bench.check_end(self, process, 0)
        bench.check_complete(self)
        self.assertEqual(self.addresses(bench), {"127.0.0.1", "127.0.0.2", "here"})
        self.assertEqual(set(collections.Counter(t for t, _ in bench.starts()).values()), {1})
        self.assertRegex(bench.said(), "host dead is left out: .*Connection refused")
        self.assertRegex(bench.said(), "host mute is left out: .*timed out")

    def test_no_host(self):
        bench = self.bench(2)
        self.assertEqual(bench.batch(*self.options(HOSTS.dead)).wait(30), 2)
        self.assertIn("no host can be used", bench.said())

    def test_connections_break(self):
        """What ran behind a connection that breaks is run again."""
        bench = self.bench(9)
        process = bench.batch(*self.options("2/one", "2/two"))
        bench.wait_results(2)
        HOSTS.drop_sessions()
        bench.check_end(self, process, 0)
        bench.check_complete(self)

    def test_the_batch_is_killed(self):
        bench = self.bench(10)
        process = bench.batch(*self.options("2/one", "2/two"))
        bench.wait_results(3)
        kill(process)
        self.assertLess(len(bench.results()), 10)
        process = bench.batch(*self.options("2/one", "2/two"), "--resume")
        bench.check_end(self, process, 0)
        bench.check_complete(self)
        self.assertEqual(set(collections.Counter(t for t, _ in bench.starts()).values()), {1})

    def test_everything_is_killed(self):
        bench = self.bench(7, delay=0.3)
        process = bench.batch(*self.options("1/one", "1/two"))
        bench.wait_results(3)
        kill(process)
        for pid in bench.running():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        bench.wait_for(lambda: not bench.running(), 10)
        bench.check_end(self, bench.batch(*self.options(":"), "--resume"), 0)
        bench.check_complete(self)

    def ends_everything(self, bench, process, code):
        bench.check_end(self, process, code)
        bench.wait_for(lambda: not bench.running(), 15)
        self.assertLess(len(bench.results()), len(bench.expected))
        self.assertEqual([r for r in bench.results() if r["status"] != "correct"], [])
        bench.check_end(self, bench.batch(*self.options("4/:"), "--resume"), 0)
        bench.check_complete(self)

    def test_cancel(self):
        bench = self.bench(8, delay=0.8)
        process = bench.batch(*self.options("1/one", "1/two"))
        bench.wait_results(2)
        self.assertEqual(bench.cancel().returncode, 0)
        self.ends_everything(bench, process, 2)

    def test_interrupt(self):
        bench = self.bench(8, delay=0.8)
        process = bench.batch(*self.options("1/one", "1/two"))
        bench.wait_results(2)
        process.send_signal(signal.SIGINT)
        self.ends_everything(bench, process, 130)


if __name__ == "__main__":
    unittest.main()
