"""--changed: which tasks a change in a git repository touches."""

import os
import re
import subprocess

from support import TOP, BatchTest

from batch import changed


class Repository(BatchTest):
    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "t")
        self.git("config", "user.email", "t@t")
        self.write("src/queue.h", '#include "deep/node.h"\n')
        self.write("src/deep/node.h", "int n;\n")
        self.write("src/queue.c", '#include "queue.h"\n')
        self.write("src/other.c", "int other;\n")
        self.write("lib/api.h", "int api;\n")
        self.write("tests/a.c", '// run: echo true\n#include "../src/queue.c"\n')
        self.write("tests/b.c", "// run: echo true\n")
        self.write("tests/c.c", "// run: echo true\n#ifdef NEVER\n  # include <api.h> /* found by -I */\n#endif\n")
        self.write("tests/d.yml", "format_version: '2.0'\ninput_files: ['b.c', '../src/other.c']\n"
                   "properties:\n  - property_file: unreach-call.prp\n")
        self.write(".gitignore", "*.jsonl\n")
        self.commit("first")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.dir, check=True, stdout=subprocess.DEVNULL)

    def commit(self, text):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", text)

    def ran(self, *arguments, code=0, verifier="fake"):
        """Names of the tasks that a batch with --changed has run."""
        if os.path.exists(self.path("results.jsonl")):
            os.unlink(self.path("results.jsonl"))
        tasks = ["tests/a.c", "tests/b.c", "tests/c.c", "tests/d.yml"]
        done = self.run_program([self.command()[0], "--adapter", "fake.toml", "--verifier", verifier, "--changed",
                                 *arguments, *tasks])
        self.assertEqual(done.returncode, code, done.stderr)
        self.said = done.stdout + done.stderr
        return sorted(self.results()) if os.path.exists(self.path("results.jsonl")) else []

    def test_nothing(self):
        self.assertEqual(self.ran(), [])
        self.assertIn("touches 0 of 4 tasks", self.said)

    def test_a_source(self):
        self.write("src/other.c", "int more;\n")
        self.assertEqual(self.ran(), ["tests/d.yml"])

    def test_a_header_of_a_header(self):
        self.write("src/deep/node.h", "int m;\n")
        self.assertEqual(self.ran(), ["tests/a.c"])

    def test_staged_and_removed(self):
        os.unlink(self.path("src/deep/node.h"))
        self.git("add", "-A")
        self.assertEqual(self.ran(), ["tests/a.c"])

    def test_moved(self):
        self.git("mv", "src/queue.c", "src/list.c")
        self.assertEqual(self.ran(), ["tests/a.c"])

    def test_new(self):
        self.git("rm", "-q", "--cached", "tests/b.c")
        self.git("commit", "-q", "-m", "without b")
        self.assertEqual(self.ran(), ["tests/b.c", "tests/d.yml"])

    def test_a_definition(self):
        with open(self.path("tests/d.yml"), "a", encoding="utf-8") as f:
            f.write("# more\n")
        self.assertEqual(self.ran(), ["tests/d.yml"])

    def test_a_header_found_by_an_option(self):
        """Without the option the file is not found, and one that ends like it is taken for it."""
        self.write("lib/api.h", "int changed;\n")
        self.assertEqual(self.ran(verifier="fake -I lib"), ["tests/c.c"])
        self.assertEqual(self.ran(), ["tests/c.c"])
        self.git("checkout", "-q", "lib/api.h")
        self.write("src/api.h", "int another;\n")
        self.assertEqual(self.ran(verifier="fake -Ilib"), [])

    def test_since(self):
        self.git("checkout", "-q", "-b", "topic")
        self.write("src/other.c", "int more;\n")
        self.commit("on the branch")
        self.git("checkout", "-q", "main")
        self.write("tests/b.c", "// run: echo true\nint b;\n")
        self.commit("on main, of no concern to the branch")
        self.git("checkout", "-q", "topic")
        self.assertEqual(self.ran(), [])
        self.assertEqual(self.ran("--since", "main"), ["tests/d.yml"])
        self.assertEqual(self.ran("--since", "nowhere", code=2), [])
        self.assertIn("nowhere", self.said)

    def test_staged(self):
        """What is not staged does not count, neither to choose tasks nor in what they run."""
        self.write("src/other.c", "int more;\n")
        self.assertEqual(self.ran("--staged"), [])
        self.write("tests/b.c", "// run: echo false\n")
        self.git("add", "tests/b.c", "src/other.c")
        self.write("tests/b.c", "// run: echo true\n")
        self.write("tests/a.c", "// run: echo false\n")
        self.assertEqual(self.ran("--staged", code=10), ["tests/b.c", "tests/d.yml"])
        self.assertEqual(self.results()["tests/b.c"]["verdict"], "false")
        self.assertEqual(self.ran("--staged", "--engine", "parallel", code=2), [])
        self.assertIn("needs --engine local", self.said)

    def test_a_violation_is_told_by_the_exit_code(self):
        self.task("tests/b.c", "echo false")
        self.assertEqual(self.ran(code=10), ["tests/b.c", "tests/d.yml"])
        self.batch("tests/b.c", "-o", "x.jsonl")
        self.batch("tests/b.c", "-o", "y.jsonl", "--exit-code", code=10)

    def test_below_the_top(self):
        self.write("src/other.c", "int more;\n")
        before = os.getcwd()
        try:
            os.chdir(self.path("tests"))
            self.assertEqual(changed.files_since("HEAD"), {os.path.realpath(self.path("src/other.c"))})
        finally:
            os.chdir(before)

    def test_before_the_first_commit(self):
        self.run_program(["rm", "-rf", ".git"])
        self.git("init", "-q")
        self.git("add", "src", "tests/c.c")
        self.assertEqual(self.ran(), ["tests/a.c", "tests/b.c", "tests/c.c", "tests/d.yml"])

    def test_no_repository(self):
        self.run_program(["rm", "-rf", ".git"])
        env = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(self.dir))
        done = subprocess.run(self.command("--changed", "tests"), cwd=self.dir, env=env, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not a git repository", done.stderr)


QUEUE = r"""#include <pthread.h>
enum { ROOM = 2 };
struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled, emptied;
	int item[ROOM], n, first;
};
static void queue_put(struct queue *q, int item) {
	pthread_mutex_lock(&q->lock);
	while (q->n == ROOM)
		pthread_cond_wait(&q->emptied, &q->lock);
	q->item[(q->first + q->n++) % ROOM] = item;
	pthread_cond_signal(&q->filled);
	pthread_mutex_unlock(&q->lock);
}
static int queue_get(struct queue *q) {
	pthread_mutex_lock(&q->lock);
	while (q->n == 0)
		pthread_cond_wait(&q->filled, &q->lock);
	int item = q->item[q->first];
	q->first = (q->first + 1) % ROOM;
	q->n--;
	pthread_cond_signal(&q->emptied);
	pthread_mutex_unlock(&q->lock);
	return item;
}
"""


class Hook(BatchTest):
    """The example of docs/ci.md, word for word, with cbmc-mt itself."""

    def setUp(self):
        super().setUp()
        with open(os.path.join(TOP, "docs", "ci.md"), encoding="utf-8") as f:
            text = f.read()
        program = re.search(r'```c\n(#include "../src/queue.c"\n.*?)```', text, re.S).group(1)
        hook = re.search(r"```sh\n(#!/bin/sh\n.*?)```", text, re.S).group(1)
        self.listed = re.search(r"^verify/queue\.c:\d+:\d+: error: .*$", text, re.M).group(0)
        self.write("src/queue.c", QUEUE)
        self.write("verify/queue.c", program)
        self.write("verify/other.c", "int main(void) { return 0; }\n")
        self.git("init", "-q")
        self.git("config", "user.name", "t")
        self.git("config", "user.email", "t@t")
        self.git("add", "src", "verify")
        self.git("commit", "-q", "-m", "first")
        self.write(".git/hooks/pre-commit", hook, 0o755)

    def git(self, *arguments):
        env = dict(os.environ, PATH=TOP + ":" + os.environ["PATH"])
        return subprocess.run(["git", *arguments], cwd=self.dir, env=env, capture_output=True, text=True, check=False)

    def test_hook(self):
        self.write("src/queue.c", QUEUE.replace("while (q->n == ROOM)", "if (q->n > ROOM)"))
        done = self.git("commit", "-am", "broken")
        self.assertNotEqual(done.returncode, 0)
        said = done.stdout + done.stderr
        self.assertIn(self.listed, said)
        self.assertIn("touches 1 of 2 tasks", said)
        page = os.path.join(".git", "cbmc-mt", "reports", "verify+queue.c.default.cbmc-mt.html")
        self.assertIn(f"({page})", said)
        self.assertTrue(os.path.exists(self.path(page)))
        self.write("src/queue.c", QUEUE.replace("ROOM = 2", "ROOM = 1"))
        done = self.git("commit", "-am", "small")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 true", done.stdout + done.stderr)


class Includes(BatchTest):
    def test_spelling(self):
        self.write("x.c", '#include "a.h"\n # include <sub/b.h>\n#inc\\\nlude "c.h"\n#include NAME\n'
                   'char *s = "#include \\"d.h\\"";\n')
        found = [name for _, name in changed.Includes([]).of(self.path("x.c"))]
        self.assertEqual(found, ["a.h", "sub/b.h", "c.h", None])

    def test_a_circle_ends(self):
        self.write("x.h", '#include "y.h"\n')
        self.write("y.h", '#include "x.h"\n')
        self.assertFalse(changed.Includes([]).reach(self.path("x.h"), {"/z.h"}))

    def test_ends_like(self):
        self.assertTrue(changed.ends_like("/x/a/b.h", "a/b.h"))
        self.assertTrue(changed.ends_like("/x/a/b.h", "../b.h"))
        self.assertFalse(changed.ends_like("/x/a/b.h", "c/b.h"))

    def test_folders_of_options(self):
        got = changed.include_folders([["-I", "/a", "-I/b", "-isystem", "/c", "--unwind", "3", "-include", "/d.h"]])
        self.assertEqual(got, (["/a", "/b", "/c"], ["/d.h"]))
