"""bench -- what the tests of this folder share: tasks with known verdicts, and a verifier that is watched.

The verifier is our real one behind a shell script that first writes down that it was started, and
where, and then dawdles, so that there is time to kill something in the middle.
"""

import atexit
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BATCH = os.path.join(ROOT, "cbmc-mt-batch")

SAFE = "if (x > 7) x = 7;\n\tif (x > {limit}) reach_error();"
THREADS = "pthread_create(&t, 0, add, 0);\n\tadd(0);\n\tpthread_join(t, 0);\n\tif (shared != {sum}) reach_error();"
PROGRAM = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *p)
{{
	pthread_mutex_lock(&m);
	shared++;
	pthread_mutex_unlock(&m);
	return p;
}}
int main(void)
{{
	pthread_t t;
	int x = __VERIFIER_nondet_int();
	{body}
	return x;
}}
"""
VERIFIER = """#!/bin/sh
case "$*" in *--version*) exec {program} "$@" ;; esac
for file; do :; done
echo "$(basename "$file") ${{SLURMD_NODENAME:-${{SSH_CONNECTION:-here}}}}" >> {log}
{extra}
sleep {delay}
{program} "$@"
code=$?
basename "$file" >> {log}.ends
exit $code
"""


def make_tasks(folder, count):
    """Half of them with threads, half of each kind wrong; returns {name: verdict}."""
    os.makedirs(folder)
    expected = {}
    for i in range(count):
        good = i % 4 < 2
        text = THREADS.format(sum=2 if good else 1) if i % 2 else SAFE.format(limit=7 if good else 6)
        name = f"task{i:02}_{'true' if good else 'false'}-unreach-call.c"
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(PROGRAM.format(body=text))
        expected[name] = "true" if good else "false(unreach-call)"
    return expected


class Bench:
    """Tasks, a verifier and a result file in a folder that is gone afterwards."""

    def __init__(self, count, env, delay=1.0, extra=""):
        """extra: what the verifier does besides, in shell; STARTS is the file of its starts."""
        self.folder = tempfile.mkdtemp(prefix="cluster test's %j ")
        atexit.register(self.close)
        self.env = env
        self.expected = make_tasks(f"{self.folder}/tasks", count)
        self.output = f"{self.folder}/results.jsonl"
        self.starts_file = f"{self.folder}/starts"
        open(self.starts_file, "w", encoding="utf-8").close()
        self.verifier = f"{self.folder}/dawdler"
        with open(self.verifier, "w", encoding="utf-8") as f:
            f.write(VERIFIER.format(program=shlex.quote(f"{ROOT}/cbmc-mt"), log=shlex.quote(self.starts_file),
                                    delay=delay, extra=extra.replace("STARTS", shlex.quote(self.starts_file))))
        os.chmod(self.verifier, 0o755)
        self.started = []
        self.diagnosis = str

    def close(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def batch(self, *options):
        """Starts cbmc-mt-batch; what it says is in the file 'said' in the folder."""
        words = [sys.executable, BATCH, "--verifier", f"cbmc-mt={shlex.quote(self.verifier)}", "--limits", "rlimit"]
        words += ["--time", "30", "--memory", "600m", "-o", self.output, *options, f"{self.folder}/tasks"]
        with open(f"{self.folder}/said", "ab") as said:
            # a shell lets what it runs in the background ignore Ctrl-C
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=self.env, cwd=self.folder,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.started.append(process)
        return process

    def cancel(self):
        return subprocess.run([sys.executable, BATCH, "cancel", self.output], env=self.env, capture_output=True,
                              text=True, timeout=30)

    def said(self):
        with open(f"{self.folder}/said", encoding="utf-8", errors="replace") as f:
            return f.read()

    def results(self):
        """[result] as they are in the file, repeats and all."""
        try:
            with open(self.output, encoding="utf-8") as f:
                lines = f.read().splitlines()
        except FileNotFoundError:
            return []
        return [r for r in map(json.loads, lines) if "task" in r]

    def starts(self):
        """[(task, where)] in the order the verifier was started."""
        with open(self.starts_file, encoding="utf-8") as f:
            return [tuple(line.split(" ", 1)) for line in f.read().splitlines()]

    def ends(self):
        """[task] as the verifier had done them."""
        with open(self.starts_file + ".ends", encoding="utf-8") as f:
            return f.read().split()

    def wait_for(self, condition, seconds=40):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s; the batch said: {self.said()}")
            time.sleep(0.05)

    def wait_results(self, count):
        """Until the batch that was started last has so many results."""
        self.wait_for(lambda: len(self.results()) >= count or self.started[-1].poll() is not None)

    def running(self):
        """Processes of the verifier that are there now."""
        found = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as f:
                    if name.isdigit() and self.folder.encode() in f.read() and int(name) not in self.own():
                        found.append(int(name))
            except OSError:
                continue
        return found

    def own(self):
        return {os.getpid(), *(p.pid for p in self.started)}

    def check_end(self, test, process, code, seconds=90):
        """Waits for the end of a batch; if it does not come, says what is known."""
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            test.fail(f"the batch does not end; {len(self.results())} results, {self.said()}\n{self.diagnosis()}")
        test.assertEqual(process.returncode, code, self.said())

    def check_complete(self, test):
        """Every task once, every verdict right."""
        names = [os.path.basename(r["task"]) for r in self.results()]
        test.assertEqual(sorted(names), sorted(self.expected), self.said())
        verdicts = {os.path.basename(r["task"]): r["verdict"] for r in self.results()}
        test.assertEqual(verdicts, self.expected)
        test.assertFalse(os.path.exists(self.output + ".spool"))


def kill(process):
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
