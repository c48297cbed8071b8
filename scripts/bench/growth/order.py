"""growth/order -- time against size for the ways to solve an order of events, and for the tree of schedules.

Columns
  theory   --strategy=partial-order --order=theory: a theory of order in our own SAT solver, with what is derived for it: bounds
           of values, sections that exclude each other, sums
  eager    --strategy=partial-order --order=eager: transitivity as clauses, CaDiCaL; the formula as it is
  clocks   --strategy=partial-order --order=clocks: an integer for each event, Z3; the formula as it is
  lazy     --strategy=lazy: one schedule after the other

Families, each with a safe and an unsafe twin, written by this script
  fib      two threads add each other's variable, n rounds
  mp       messages pass through n threads, each behind a flag
  counter  n threads increment a counter under a lock
  readers  n readers and two writers share a lock for reading and writing

At the end, for each twin, the time of the better of
eager and clocks is compared with that of theory, at the largest size that these three solve: CPU time of the
whole run, and in parentheses that of the solver alone.

Wrong is, besides verdicts, if theory is not 5 times as fast in a family (the times of
its twins added up: what is decided at once tells nothing), or if it does not solve a row of fib.
"""

import re
import string

import bench_run
import matrix

TIME = 60
RESOLUTION = 0.001  # seconds, of --stats
DEMAND = 5
COLUMNS = {name: matrix.options_of(way) for name, way in (("theory", "order-theory"), ("eager", "order-eager"), ("clocks", "order-clocks"), ("lazy", "lazy"))}

FIB = """
#include <assert.h>
#include <pthread.h>
enum { ROUNDS = $n };
int a = 1, b = 1;
static void *left(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		a += b;
	return p;
}
static void *right(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		b += a;
	return p;
}
int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	int most = a > b ? a : b;
	assert(most $claim $limit);
}
"""

MP = """
#include <assert.h>
#include <pthread.h>
enum { STAGES = $n, MESSAGES = 4 };
int data[STAGES + 1][MESSAGES], ready[STAGES + 1][MESSAGES];
static void *stage(void *p) {
	int at = (int)(long)p;
	for (int k = 0; k < MESSAGES; k++) {
		if (!ready[at][k])
			return 0;
		$pass
	}
	return 0;
}
int main(void) {
	pthread_t t[STAGES];
	for (int k = 0; k < MESSAGES; k++) {
		data[0][k] = k;
		ready[0][k] = 1;
	}
	for (int i = 0; i < STAGES; i++)
		pthread_create(&t[i], 0, stage, (void *)(long)i);
	for (int k = 0; k < MESSAGES; k++)
		if (ready[STAGES][k])
			assert(data[STAGES][k] == k + STAGES);
}
"""
DATA_FIRST = "data[at + 1][k] = data[at][k] + 1; ready[at + 1][k] = 1;"
FLAG_FIRST = "ready[at + 1][k] = 1; data[at + 1][k] = data[at][k] + 1;"

COUNTER = """
#include <assert.h>
#include <pthread.h>
enum { THREADS = $n };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
static void *increment(void *p) {
	pthread_mutex_lock(&m);
	int c = count;
	$early
	count = c + 1;
	$late
	return p;
}
int main(void) {
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, increment, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], 0);
	assert(count == THREADS);
}
"""
UNLOCK = "pthread_mutex_unlock(&m);"

READERS = """
#include <assert.h>
#include <pthread.h>
enum { READERS = $n, WRITERS = 2 };
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
static void *reader(void *p) {
	pthread_rwlock_rdlock(&lock);
	int u = x, v = y;
	pthread_rwlock_unlock(&lock);
	assert(u == v);
	return p;
}
static void *writer(void *p) {
	int k = (int)(long)p;
	pthread_rwlock_${kind}lock(&lock);
	x += k;
	y += k;
	pthread_rwlock_unlock(&lock);
	return 0;
}
int main(void) {
	pthread_t r[READERS], w[WRITERS];
	for (int i = 0; i < READERS; i++)
		pthread_create(&r[i], 0, reader, 0);
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&w[i], 0, writer, (void *)(long)(i + 1));
	for (int i = 0; i < READERS; i++)
		pthread_join(r[i], 0);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(w[i], 0);
	assert(x == y);
}
"""


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def limit(n):
    """What the larger variable of fib is at most: 144 after 5 rounds."""
    return {"limit": fibonacci(2 * n + 2)}


# family -> text, sizes, what the safe and the unsafe twin replace, what the size replaces
FAMILIES = {
    "fib": (FIB, range(5, 12), {"claim": "<="}, {"claim": "<"}, limit),
    "mp": (MP, range(4, 25, 2), {"pass": DATA_FIRST}, {"pass": FLAG_FIRST}, lambda n: {}),
    "counter": (COUNTER, range(2, 9), {"early": "", "late": UNLOCK}, {"early": UNLOCK, "late": ""}, lambda n: {}),
    "readers": (READERS, range(2, 9), {"kind": "wr"}, {"kind": "rd"}, lambda n: {}),
}


def twins():
    for family, (text, sizes, safe, unsafe, of_size) in FAMILIES.items():
        for name, values, verdict in (("safe", safe, "SUCCESSFUL"), ("unsafe", unsafe, "FAILED")):
            yield bench_run.Twin(family, f"{family} {name}", sizes,
                                 lambda n, t=text, v=values, of=of_size: string.Template(t).substitute(n=n, **v, **of(n)),
                                 lambda _, verdict=verdict: verdict)


def times(run):
    """CPU seconds of the run, and of the solver alone."""
    found = re.search(r"^solver CPU time: ([0-9.]+)", run.output, re.M)
    return run.cpu, max(float(found[1]) if found else 0, RESOLUTION)


def compare(twin):
    """(size, times of theory, times of the better of the others) at the largest size that all three solve, or None."""
    ways = ("theory", "eager", "clocks")
    sizes = [size for size, of in twin.runs.items() if all(way in of for way in ways)]
    if not sizes:
        return None
    theory, *others = (times(twin.runs[max(sizes)][way]) for way in ways)
    return max(sizes), theory, min(others)


def ratios(theory, other):
    """3.2 times (4.1): of the whole runs, and of the solver alone"""
    return f"{other[0] / theory[0]:7.1f} times ({other[1] / theory[1]:.1f})"


def summary(twins):
    """Prints the ratios; true if they are as demanded."""
    good = True
    print("\ntheory against the better of eager and clocks, at the largest size that all three solve")
    for family in FAMILIES:
        found = [(twin, compare(twin)) for twin in twins if twin.family == family]
        for twin, result in found:
            print(f"  {twin.name:18}" + (f"size {result[0]:<3} {ratios(*result[1:])}" if result else "-"))
        results = [result for _, result in found if result]
        if results:
            theory, other = ([sum(column) for column in zip(*(r[i] for r in results))] for i in (1, 2))
            enough = other[0] >= DEMAND * theory[0]
            good &= enough
            print(f"  {family:18}{'':8} {ratios(theory, other)}{'' if enough else f', not {DEMAND}'}")
    for twin in twins:
        if twin.family == "fib" and "theory" in twin.ended:
            good = False
            print(f"  {twin.name}: theory does not solve all sizes")
    return good
