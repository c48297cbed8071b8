"""Engine slurm on a real Slurm: nothing lost, nothing twice, whoever is killed."""

import collections
import os
import signal
import sys
import unittest

from bench import ROOT, Bench, kill
from slurm_cluster import Cluster, Unavailable

sys.path.insert(0, ROOT)
from batch.results import read

CLUSTER = None

# A verifier that knows shares: of a task that is violated, the second of three finds it.
SHARED = """case "$*" in *"--share "*)
share=${*##*--share }; share=${share%% *}
case "$file $share" in *_false*" 2/3") echo "VERIFICATION FAILED"; exit 10 ;; esac
echo "VERIFICATION SUCCESSFUL (for share $share of split 0f)"; exit 0 ;; esac"""


def setUpModule():
    global CLUSTER
    try:
        # Arrays are small here, so that a batch needs several.
        CLUSTER = Cluster(nodes=3, settings=["MaxArraySize=20"])
        CLUSTER.__enter__()
    except Unavailable as e:
        raise unittest.SkipTest(f"tests with Slurm: {e}") from e


def tearDownModule():
    CLUSTER.stop()


class Slurm(unittest.TestCase):
    def bench(self, count, **options):
        bench = Bench(count, CLUSTER.env, **options)
        bench.diagnosis = CLUSTER.diagnosis
        self.addCleanup(bench.close)
        self.addCleanup(CLUSTER.run, ["scancel", "--user", str(os.getuid())])
        return bench

    def queue(self):
        return CLUSTER.run(["squeue", "-h", "-r"]).stdout

    def requeued(self):
        return CLUSTER.diagnosis().count("Requeuing")

    def test_a_node_dies(self):
        bench = self.bench(50, delay=0.7)
        process = bench.batch("--engine", "slurm")

        def midway():
            done = {os.path.basename(r["task"]) for r in bench.results()}
            return len(done) >= 12 and any(t not in done for t, node in bench.starts() if node == "n2")

        bench.wait_for(midway)
        CLUSTER.kill_node("n2")
        self.addCleanup(self.restart, "n2")
        lost = {t for t, node in bench.starts() if node == "n2"} - {
            os.path.basename(r["task"]) for r in bench.results()}
        bench.check_end(self, process, 0)
        bench.check_complete(self)
        starts = collections.Counter(t for t, _ in bench.starts())
        twice = {t for t, n in starts.items() if n == 2}
        self.assertTrue(twice, "no task was lost with the node")
        self.assertLessEqual(twice, lost)
        self.assertEqual(max(starts.values()), 2)
        self.assertEqual({r["host"] for r in bench.results()}, {"n1", "n2", "n3"})

    def restart(self, name):
        CLUSTER.start_node(name)
        CLUSTER.wait_idle(20)

    def test_the_batch_is_killed(self):
        bench = self.bench(24)
        requeued = self.requeued()
        process = bench.batch("--engine", "slurm", "--runs-per-job", "2")
        bench.wait_results(4)
        kill(process)
        before = len(bench.results())
        self.assertLess(before, 24)
        # A new batch in its place is refused; one that goes on is not.
        self.assertEqual(bench.batch("--engine", "slurm", "--force").wait(20), 2)
        self.assertIn("may still be running", bench.said())
        self.assertEqual(len(bench.results()), before, "who is refused changes nothing")
        process = bench.batch("--engine", "slurm", "--runs-per-job", "2", "--resume")
        bench.check_end(self, process, 0)
        bench.check_complete(self)
        starts = collections.Counter(t for t, _ in bench.starts())
        if self.requeued() == requeued:  # on a busy machine Slurm may think that a node has failed
            self.assertEqual(set(starts.values()), {1}, f"run twice: {bench.starts()}\n{CLUSTER.diagnosis()}")
        bench.wait_for(lambda: not self.queue(), 15)

    def ends_everything(self, bench, process, code):
        bench.check_end(self, process, code)
        bench.wait_for(lambda: not self.queue() and not bench.running(), 15)
        self.assertLess(len(bench.results()), len(bench.expected))
        self.assertEqual([r for r in bench.results() if r["status"] != "correct"], [])
        bench.check_end(self, bench.batch("--engine", "slurm", "--resume"), 0)
        bench.check_complete(self)

    def test_cancel(self):
        bench = self.bench(14)
        process = bench.batch("--engine", "slurm")
        bench.wait_results(2)
        self.assertEqual(bench.cancel().returncode, 0)
        self.ends_everything(bench, process, 2)
        self.assertIn("cancelled", bench.said())

    def test_interrupt(self):
        bench = self.bench(24, delay=0.5)
        process = bench.batch("--engine", "slurm", "--slurm-limit", "4")
        most = 0
        while len(bench.results()) < 6 and process.poll() is None:
            most = max(most, len(CLUSTER.run(["squeue", "-h", "-r", "-t", "R"]).stdout.splitlines()))
        self.assertIn(most, range(1, 5), "elements of both arrays at a time")
        process.send_signal(signal.SIGINT)
        self.ends_everything(bench, process, 130)

    def test_killer(self):
        """A run that ends its worker each time is given up; the others of its job are not."""
        bench = self.bench(6, delay=0, extra='case "$file" in *task01*) kill -9 $PPID; sleep 9 ;; esac')
        process = bench.batch("--engine", "slurm", "--attempts", "2", "--runs-per-job", "3")
        bench.check_end(self, process, 0)
        failed = {os.path.basename(r["task"]): r for r in bench.results() if r["status"] == "error"}
        self.assertEqual(list(failed), ["task01_true-unreach-call.c"])
        result = failed["task01_true-unreach-call.c"]
        self.assertEqual(result["verdict"], "error(node failure)")
        self.assertRegex(result["reason"], "^no result after 2 attempts, the last on n[123]$")
        self.assertEqual(len(bench.results()), 6)

    def test_shares(self):
        bench = self.bench(4, delay=0, extra=SHARED)
        bench.check_end(self, bench.batch("--engine", "slurm", "--shares", "3"), 0)
        verdicts = {os.path.basename(r["task"]): r["verdict"] for r in read(bench.output).results}
        self.assertEqual(verdicts, bench.expected)
        starts = collections.Counter(t for t, _ in bench.starts())
        self.assertEqual({starts[t] for t, v in bench.expected.items() if v == "true"}, {3})

    def test_hopeless(self):
        """Nodes on which no worker can start: the batch ends, and says what they said."""
        bench = self.bench(12)
        process = bench.batch("--engine", "slurm", "--slurm-options=--export=PATH=/nowhere")
        bench.check_end(self, process, 2)
        self.assertRegex(bench.said(), "none of the first .* jobs began its work: .*python3: not found")
        bench.wait_for(lambda: not self.queue(), 15)

    def test_refused(self):
        bench = self.bench(2)
        process = bench.batch("--engine", "slurm", "--slurm-options", "-p nowhere")
        self.assertEqual(process.wait(30), 2)
        self.assertIn("invalid partition", bench.said())


if __name__ == "__main__":
    unittest.main()
