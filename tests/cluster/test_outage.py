"""Parts of Slurm out of reach for a while: nodes that go on working, and the controller."""

import collections
import os
import signal
import time
import unittest

from bench import Bench
from slurm_cluster import Cluster, Unavailable

# The first time a run is started it takes long, on n2 until after Slurm has given that node up, and on
# n1 until after that, so that the batch is still there to see two results of each run on n2.
SLOW = """if [ "$(grep -c "^$(basename "$file") " STARTS)" = 1 ]; then
	case $SLURMD_NODENAME in n1) sleep 25 ;; n2) sleep 16 ;; esac
fi"""


class Outage(unittest.TestCase):
    def cluster(self, **options):
        cluster = Cluster(nodes=2, cpus=8, memory=16000, **options)
        try:
            cluster.__enter__()
        except Unavailable as e:
            self.skipTest(f"tests with Slurm: {e}")
        self.addCleanup(cluster.stop)
        return cluster

    def bench(self, count, cluster, **options):
        bench = Bench(count, cluster.env, **options)
        bench.diagnosis = cluster.diagnosis
        self.addCleanup(bench.close)
        return bench

    def test_unreachable_node(self):
        """A node that Slurm cannot reach goes on: its runs are done twice, and count once."""
        cluster = self.cluster(settings=["SelectTypeParameters=CR_Core_Memory,CR_LLN"])
        bench = self.bench(8, cluster, delay=0, extra=SLOW)
        process = bench.batch("--engine", "slurm")
        bench.wait_for(lambda: len(bench.starts()) == 8)
        away = {task for task, node in bench.starts() if node == "n2"}
        self.assertTrue(away and len(away) < 8)
        slurmd = cluster.processes["n2"].pid
        os.kill(slurmd, signal.SIGSTOP)
        self.addCleanup(os.kill, slurmd, signal.SIGCONT)
        bench.check_end(self, process, 0)
        bench.check_complete(self)
        ends = collections.Counter(bench.ends())
        self.assertEqual({t for t, n in ends.items() if n == 2}, away, "runs that were done twice")
        self.assertEqual({t for t, n in ends.items() if n == 1}, set(bench.expected) - away)

    def test_controller(self):
        """Slurm does not answer for a while, and somebody requeues a run: neither is a loss."""
        cluster = self.cluster()
        bench = self.bench(24, cluster)
        process = bench.batch("--engine", "slurm")
        bench.wait_results(2)
        running = cluster.run(["squeue", "-h", "-r", "-t", "R", "-o", "%i"]).stdout.split()
        self.assertEqual(cluster.run(["scontrol", "requeue", running[-1]]).stdout, "")
        cluster.stop_controller()
        time.sleep(3)
        cluster.start_controller()
        bench.check_end(self, process, 0)
        bench.check_complete(self)


if __name__ == "__main__":
    unittest.main()
