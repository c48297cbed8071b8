"""growth/cliffs -- CPU time against size, for families of programs in which a larger size makes nothing harder but the size.

A row is a program: its size, verdict, CPU seconds, and a bar that grows by one character each time the seconds double.  A step is a
size at which the time is more than 4 times what it was at the size before, times the square of the ratio of the sizes (0.2 s and less count
as 0.2 s); or at which there is no verdict.  After that, larger ones of the family are not run.

A step is wrong, as a verdict may be.
"""

import collections
import math

import bench_run

TIME, COLUMNS = 30, {"": []}
FLOOR, FACTOR = 0.2, 4  # seconds; how much longer than by the square of the size
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
"""
MAIN = """int main(void) {
	pthread_t t[THREADS];
	BEFORE
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	AFTER
	return 0;
}
"""

# expect: FAILED or SUCCESSFUL; text: of the program, over the macro N
Family = collections.namedtuple("Family", "name about expect sizes text")


def threads(count, shared, worker, after, before=""):
    main = MAIN.replace("THREADS", str(count)).replace("BEFORE", before).replace("AFTER", after)
    return f"{HEAD}{shared}\nstatic void *worker(void *arg) {{\n{worker}\n\treturn arg;\n}}\n{main}"


ROUNDS = (10, 30, 63, 64, 100, 300, 511, 512, 1000, 3000, 10000)
FAMILIES = (
    Family("rounds", "two threads count without a lock, N rounds each", "FAILED", ROUNDS,
           threads(2, "static int n;", "\tfor (int i = 0; i < N; i++)\n\t\tn++;", "assert(n == 2 * N);")),
    Family("rounds-late", "N rounds of local work, then one lost increment", "FAILED", ROUNDS,
           threads(2, "static int n;", "\tint sum = 0;\n\tfor (int i = 0; i < N; i++)\n\t\tsum += i;\n\tn++;", "assert(n == 2);")),
    Family("rounds-locked", "N rounds under a lock, then one increment without it", "FAILED", (10, 30, 63, 64, 100, 300, 511, 512, 1000, 3000),
           threads(2, "static int n, m;\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
                   "\tfor (int i = 0; i < N; i++) {\n\t\tpthread_mutex_lock(&lock);\n\t\tn++;\n\t\tpthread_mutex_unlock(&lock);\n\t}\n\tm++;",
                   "assert(n == 2 * N);\n\tassert(m == 2);")),
    Family("rounds-input", "a loop with as many rounds as an input says; the bug is in round N", "FAILED", (1, 2, 3, 5, 8, 12, 20, 30, 50),
           threads(2, "static int n;",
                   "\tunsigned rounds = __VERIFIER_nondet_uint();\n\tfor (unsigned i = 0; i < rounds; i++)\n\t\tif (i + 1 == N)\n\t\t\tn++;",
                   "assert(n != 2);")),
    Family("endless", "a thread that counts for ever beside one that fails after N rounds", "FAILED", (10, 30, 63, 64, 100, 300, 1000),
           HEAD + """static unsigned ticks, n;
static void *ticker(void *arg) {
	for (;;)
		ticks++;
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, ticker, NULL);
	for (int i = 0; i < N; i++)
		n++;
	assert(ticks == 0 || n != N);
	return 0;
}
"""),
    Family("threads", "N threads, each increments once without a lock", "FAILED", (2, 3, 5, 8, 12, 16, 20),
           threads("N", "static int n;", "\tn++;", "assert(n == N);")),
    Family("threads-safe", "N threads, each increments once under a lock", "SUCCESSFUL", (2, 3, 5, 8, 12, 16, 20),
           threads("N", "static int n;\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
                   "\tpthread_mutex_lock(&lock);\n\tn++;\n\tpthread_mutex_unlock(&lock);", "assert(n == N);")),
    Family("data", "an input that N operations change decides whether an increment is lost", "FAILED", (1, 2, 5, 10, 20, 50, 100, 200),
           threads(2, "static int n;\nstatic unsigned x;", "\tif (x == 12345)\n\t\tn++;", "assert(n != 1);",
                   "x = __VERIFIER_nondet_uint();\n\tfor (int i = 0; i < N; i++)\n\t\tx = (x << 1) ^ (x >> 3) ^ i;")),
    Family("list", "a list of N nodes on the heap, the last one is changed while another thread reads it", "FAILED",
           (1, 3, 10, 30, 63, 64, 100, 300, 1000),
           threads(2, "struct node {\n\tstruct node *next;\n\tint value;\n};\nstatic struct node *head;",
                   "\tstruct node *p = head;\n\twhile (p->next)\n\t\tp = p->next;\n\tp->value++;",
                   "struct node *p = head;\n\twhile (p->next)\n\t\tp = p->next;\n\tassert(p->value == 2);",
                   "for (int i = 0; i < N; i++) {\n\t\tstruct node *p = malloc(sizeof *p);\n\t\tp->next = head;\n\t\tp->value = 0;\n\t\thead = p;\n\t}")),
    Family("block", "a block of 64 N bytes from calloc, two of which two threads count without a lock", "FAILED", (10, 100, 300, 1000, 3000, 10000),
           threads(2, "static char *block;", "\tblock[64 * N - 1]++;\n\tblock[0] += block[64 * N - 1];", "assert(block[64 * N - 1] == 2);\n\tfree(block);",
                   "block = calloc(64 * N, 1);\n\tif (!block)\n\t\treturn 0;")),
    Family("recursion", "a call of depth N before an increment without a lock", "FAILED", (10, 30, 63, 64, 100, 300, 511, 512, 1000),
           threads(2, "static int n;\nstatic int depth(int d) {\n\treturn d ? 1 + depth(d - 1) : 0;\n}",
                   "\tn += depth(N) / N;", "assert(n == 2);")),
)


def bar(seconds):
    return "#" * max(1, round(math.log2(max(seconds, 0.02) / 0.01)))


def twins():
    for f in FAMILIES:
        yield bench_run.Twin(f.name, f"{f.name}: {f.about}", f.sizes, lambda _, text=f.text: text, lambda _, expect=f.expect: expect,
                             lambda size: [f"-DN={size}"])


def judge(twin, size, run, seconds):
    """Is the time at this size a step from that of the one before?"""
    if run.stopped:
        return f"no verdict in {seconds:g} s: a step"
    before = max(twin.runs, default=None)
    cpu = twin.runs[before][""].cpu if before else 0
    if before and run.cpu > FACTOR * max(cpu, FLOOR) * (size / before) ** 2:
        return f"{run.cpu / max(cpu, 0.01):.0f} times as long as {before}: a step"
    return None


def line(size, run, complaint):
    verdict = {"SUCCESSFUL": "safe", "FAILED": "bug"}.get(run.verdict, "unknown")
    return f"{size:>8} {verdict:>8} {run.cpu:>8.2f} {bar(run.cpu):14} {complaint or ''}".rstrip()
