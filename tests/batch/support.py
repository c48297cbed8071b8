"""What the tests of cbmc-mt-batch share: a folder for each test, fake verifiers, the program.

A fake verifier does what its task says: the lines '// run: ...' of the source are its shell script.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(TOP, "cbmc-mt-batch")
sys.path.insert(0, TOP)
sys.dont_write_bytecode = True

ADAPTER = r"""
[fake]
program = "./fake"
version = ["--version"]
command = ["{program}", "{options}", "{model}", "{property}", "{witness}", "{files}"]
model = { ILP32 = "-32", LP64 = "-64" }
witness = ["-w", "{witness}"]
[fake.properties]
'' = []
unreach-call = ["-p", "{property_file}"]
valid-memsafety = ["-p", "{property_file}"]
[[fake.verdict]]
output = '^(true|false|false\([\w-]+\))$'
verdict = '\1'
[[fake.verdict]]
output = '^unknown(.*)$'
verdict = "unknown"
reason = '\1'
"""
FAKE = r"""#!/bin/sh
[ "$1" = --version ] && echo "fake 1.0" && exit 0
for last; do :; done
eval "$(sed -n 's|^// run: ||p' "$last")"
"""


class BatchTest(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="cbmc-mt-batch-test-")
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.write("fake", FAKE, 0o755)
        self.write("fake.toml", ADAPTER.replace("./fake", self.path("fake")))

    def path(self, *names):
        return os.path.join(self.dir, *names)

    def write(self, name, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def task(self, name, *script):
        """A source whose fake verifier does this."""
        return self.write(name, "".join(f"// run: {line}\n" for line in script))

    def command(self, *arguments):
        return [PROGRAM, "--adapter", "fake.toml", "--verifier", "fake", *arguments]

    def batch(self, *arguments, code=0, stdin=""):
        """Runs the program; returns what it printed."""
        done = self.run_program(self.command(*arguments), stdin)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def run_program(self, command, stdin=""):
        return subprocess.run(command, cwd=self.dir, input=stdin, capture_output=True, text=True,
                              timeout=60, check=False)

    def lines(self, name="results.jsonl"):
        with open(self.path(name), encoding="utf-8") as f:
            return [json.loads(line) for line in f]

    def results(self, name="results.jsonl"):
        """Task -> result."""
        return {r["task"]: r for r in self.lines(name) if "task" in r}
