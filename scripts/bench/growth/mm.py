"""growth/mm -- time against the number of threads and of accesses, under each memory model.

Columns
  sc, tso, pso, c11     --mm MODEL --strategy=partial-order: all executions in one formula
  lazy-tso, lazy-pso    --mm MODEL --strategy=lazy: store buffers as a part of the states

Families, each with a strong and a weak twin (weak: one order less), written by this script
  mp threads    a message passes through n threads, each behind a flag
  mp accesses   n words of data behind one flag
  sb threads    n threads store a word each and load that of the next one (store buffering)
  sb accesses   two threads store and load n times
  ring          a ring of two slots with one producer and one consumer, n items
  lock threads  n threads take a ticket lock once
  lock rounds   two threads take it n times each

The strong twin holds under all models; the weak one fails where the model allows what the order forbade.
"""

import string

import bench_run

TIME = 30
COLUMNS = {
    "sc": ["--mm", "sc", "--strategy=partial-order"],
    "tso": ["--mm", "tso", "--strategy=partial-order"],
    "pso": ["--mm", "pso", "--strategy=partial-order"],
    "c11": ["--mm", "c11", "--strategy=partial-order"],
    "lazy-tso": ["--mm", "tso", "--strategy=lazy"],
    "lazy-pso": ["--mm", "pso", "--strategy=lazy"],
}

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(X) atomic_load_explicit(&(X), memory_order_relaxed)
#define STORE(X, V) atomic_store_explicit(&(X), V, memory_order_relaxed)
"""

MP_THREADS = HEAD + """
enum { N = $n };
atomic_int data[N + 1], ready[N + 1];
static void *pass(void *p) {
	int i = (int)(long)p;
	if (atomic_load_explicit(&ready[i], memory_order_acquire)) {
		STORE(data[i + 1], LOAD(data[i]) + 1);
		atomic_store_explicit(&ready[i + 1], 1, memory_order_$order);
	}
	return 0;
}
int main(void) {
	pthread_t t[N];
	data[0] = 1;
	ready[0] = 1;
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], 0, pass, (void *)(long)i);
	if (atomic_load_explicit(&ready[N], memory_order_acquire))
		assert(LOAD(data[N]) == N + 1);
}
"""

MP_ACCESSES = HEAD + """
enum { N = $n };
atomic_int data[N], ready;
static void *writer(void *p) {
	for (int i = 0; i < N; i++)
		STORE(data[i], 1);
	atomic_store_explicit(&ready, 1, memory_order_$order);
	return p;
}
int main(void) {
	pthread_t t;
	int sum = 0;
	pthread_create(&t, 0, writer, 0);
	if (atomic_load_explicit(&ready, memory_order_acquire)) {
		for (int i = 0; i < N; i++)
			sum += LOAD(data[i]);
		assert(sum == N);
	}
}
"""

SB_THREADS = HEAD + """
enum { N = $n };
atomic_int word[N];
int seen[N];
static void *both(void *p) {
	int i = (int)(long)p;
	STORE(word[i], 1);
	atomic_thread_fence(memory_order_$order);
	seen[i] = LOAD(word[(i + 1) % N]);
	return 0;
}
int main(void) {
	pthread_t t[N];
	int sum = 0;
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], 0, both, (void *)(long)i);
	for (int i = 0; i < N; i++) {
		pthread_join(t[i], 0);
		sum += seen[i];
	}
	assert(sum > 0);
}
"""

SB_ACCESSES = HEAD + """
enum { N = $n };
atomic_int x[N], y[N];
int a[N], b[N];
static void *left(void *p) {
	for (int i = 0; i < N; i++) {
		STORE(x[i], 1);
		atomic_thread_fence(memory_order_$order);
		a[i] = LOAD(y[i]);
	}
	return p;
}
static void *right(void *p) {
	for (int i = 0; i < N; i++) {
		STORE(y[i], 1);
		atomic_thread_fence(memory_order_$order);
		b[i] = LOAD(x[i]);
	}
	return p;
}
int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	for (int i = 0; i < N; i++)
		assert(a[i] || b[i]);
}
"""

RING = HEAD + """
enum { N = $n, SIZE = 2 };
int slot[SIZE];
atomic_int put, taken;
static void *producer(void *p) {
	for (int i = 0; i < N; i++) {
		while (i - atomic_load_explicit(&taken, memory_order_acquire) == SIZE)
			;
		slot[i % SIZE] = i + 1;
		atomic_store_explicit(&put, i + 1, memory_order_$order);
	}
	return p;
}
static void *consumer(void *p) {
	for (int i = 0; i < N; i++) {
		while (atomic_load_explicit(&put, memory_order_acquire) == i)
			;
		assert(slot[i % SIZE] == i + 1);
		atomic_store_explicit(&taken, i + 1, memory_order_release);
	}
	return p;
}
int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, producer, 0);
	pthread_create(&t, 0, consumer, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
}
"""

LOCK = HEAD + """
enum { THREADS = $threads, ROUNDS = $rounds };
atomic_int ticket, turn;
int count;
static void *increment(void *p) {
	for (int i = 0; i < ROUNDS; i++) {
		int mine = atomic_fetch_add_explicit(&ticket, 1, memory_order_relaxed);
		while (atomic_load_explicit(&turn, memory_order_acquire) != mine)
			;
		count++;
		atomic_store_explicit(&turn, mine + 1, memory_order_$order);
	}
	return p;
}
int main(void) {
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, increment, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], 0);
	assert(count == THREADS * ROUNDS);
}
"""

RELEASE, FENCE = ("release", "relaxed"), ("seq_cst", "acq_rel")
# A relaxed store overtakes others under pso and c11; an acq_rel fence lets a load overtake a store under all but sc.
STORES, LOADS = {"pso", "c11", "lazy-pso"}, {"tso", "pso", "c11", "lazy-tso", "lazy-pso"}
# family -> text, sizes, orders of the strong and the weak twin, columns under which the weak one fails, what a size replaces
FAMILIES = {
    "mp threads": (MP_THREADS, range(2, 27, 6), RELEASE, STORES, lambda n: {"n": n}),
    "mp accesses": (MP_ACCESSES, range(10, 91, 20), RELEASE, STORES, lambda n: {"n": n}),
    "sb threads": (SB_THREADS, range(2, 15, 3), FENCE, LOADS, lambda n: {"n": n}),
    "sb accesses": (SB_ACCESSES, range(2, 15, 3), FENCE, LOADS, lambda n: {"n": n}),
    "ring": (RING, range(4, 17, 4), RELEASE, STORES, lambda n: {"n": n}),
    "lock threads": (LOCK, range(2, 7), RELEASE, STORES, lambda n: {"threads": n, "rounds": 1}),
    "lock rounds": (LOCK, range(2, 7, 2), RELEASE, STORES, lambda n: {"threads": 2, "rounds": n}),
}


def twins():
    for family, (text, sizes, orders, fails, of_size) in FAMILIES.items():
        for name, order, failing in (("strong", orders[0], set()), ("weak", orders[1], fails)):
            template = string.Template(text).safe_substitute(order=order)
            yield bench_run.Twin(family, f"{family} {name}", sizes,
                                 lambda n, t=template, of=of_size: string.Template(t).substitute(of(n)),
                                 lambda column, failing=failing: "FAILED" if column in failing else "SUCCESSFUL")
