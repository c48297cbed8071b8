/* The queue of Michael and Scott, "Simple, fast, and practical non-blocking and blocking concurrent
 * queue algorithms", PODC 1996, with nodes of an array that are used once.  A thread puts values
 * and takes some, in turn, and an input says what it begins with; it makes ATTEMPTS attempts for
 * all of its OPS operations.  In the end, all values that were put are those taken and those left.
 * With BUG, a thread that takes does not test whether another was faster. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPS
#define OPS 2
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 5
#endif

#define LOAD(word)           __atomic_load_n(&(word), __ATOMIC_SEQ_CST)
#define CAS(word, old, next) __sync_bool_compare_and_swap(&(word), (old), (next))

#ifdef BUG
#define MOVE(word, old, next) ((word) = (next), true)
#else
#define MOVE(word, old, next) CAS(word, old, next)
#endif

int __VERIFIER_nondet_int(void);

enum { NONE = -1 };

static struct {
	int value;
	int next;
} node[2 + THREADS * OPS] = {
    {0, 1}, {1, NONE}}; /* the first is not in the queue, the next has the value 1 */
static int head = 0, tail = 1;
static int put[THREADS], taken[THREADS]; /* sums */

static bool put_once(int n) {
	int last = LOAD(tail), next = LOAD(node[last].next);
	if (last != LOAD(tail))
		return false;
	if (next != NONE) {
		CAS(tail, last, next);
		return false;
	}
	if (!CAS(node[last].next, NONE, n))
		return false;
	CAS(tail, last, n);
	return true;
}

/* Returns whether it has taken a value, or found none. */
static bool take_once(int *value) {
	int first = LOAD(head), last = LOAD(tail), next = LOAD(node[first].next);
	if (first != LOAD(head))
		return false;
	if (first == last) {
		if (next == NONE)
			return true;
		CAS(tail, last, next);
		return false;
	}
	if (!MOVE(head, first, next))
		return false;
	*value = node[next].value;
	return true;
}

static void *run(void *arg) {
	int me = (int)(long)arg, attempts = 0;
	bool puts = __VERIFIER_nondet_int() > 0;
	for (int i = 0; i < OPS; i++, puts = !puts) {
		if (puts) {
			int n = 2 + me * OPS + i;
			node[n].value = n;
			node[n].next = NONE;
			while (attempts++ < ATTEMPTS)
				if (put_once(n)) {
					put[me] += n;
					break;
				}
		} else {
			int value = 0;
			while (attempts++ < ATTEMPTS)
				if (take_once(&value)) {
					taken[me] += value;
					break;
				}
		}
	}
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	int sum = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, run, (void *)(long)i);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		sum += put[i] - taken[i];
	}
	for (int n = node[head].next; n != NONE; n = node[n].next)
		sum -= node[n].value;
	assert(sum == 0);
	return 0;
}
