/*
 * work_stealing.c - deque of tasks after Chase and Lev.
 *
 * The owner pushes and takes at the bottom, thieves steal at the top.
 * Only for the last task do they compete, by compare-and-swap on top.
 *
 * BUG: take() doesn't compete for the last task, so that the owner and a
 * thief may both run it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define SIZE  4 /* a power of two */
#define TASKS 3

#define EMPTY (-1)
#define ABORT (-2)

static struct deque {
	atomic_long top;
	atomic_long bottom;
	atomic_int tasks[SIZE];
} deque;

static atomic_int runs[TASKS]; /* how often was each one run? */

static void push(struct deque *d, int task)
{
	long b = atomic_load(&d->bottom);

	assert(b - atomic_load(&d->top) < SIZE);
	atomic_store(&d->tasks[b & (SIZE - 1)], task);
	atomic_store(&d->bottom, b + 1);
}

static int take(struct deque *d)
{
	long b = atomic_load(&d->bottom) - 1;
	long t;
	int task;

	atomic_store(&d->bottom, b);
	t = atomic_load(&d->top);
	if (t > b) { /* it was empty */
		atomic_store(&d->bottom, b + 1);
		return EMPTY;
	}
	task = atomic_load(&d->tasks[b & (SIZE - 1)]);
	if (t < b)
		return task; /* there are more, no thief gets here */

#ifdef BUG
	atomic_store(&d->top, t + 1);
#else
	if (!atomic_compare_exchange_strong(&d->top, &t, t + 1))
		task = EMPTY; /* a thief was faster */
#endif
	atomic_store(&d->bottom, b + 1);
	return task;
}

static int steal(struct deque *d)
{
	long t = atomic_load(&d->top);
	long b = atomic_load(&d->bottom);
	int task;

	if (t >= b)
		return EMPTY;
	task = atomic_load(&d->tasks[t & (SIZE - 1)]);
	if (!atomic_compare_exchange_strong(&d->top, &t, t + 1))
		return ABORT; /* lost against the owner or another thief */
	return task;
}

static void run(int task)
{
	int before = atomic_fetch_add(&runs[task], 1);

	assert(before == 0);
}

static void *owner(void *arg)
{
	struct deque *d = arg;
	int task;

	for (int i = 0; i < TASKS; i++)
		push(d, i);
	while ((task = take(d)) != EMPTY)
		run(task);
	return NULL;
}

static void *thief(void *arg)
{
	struct deque *d = arg;

	/* two attempts, then find something better to do */
	for (int i = 0; i < 2; i++) {
		int task = steal(d);

		if (task >= 0)
			run(task);
	}
	return NULL;
}

int main(void)
{
	pthread_t o, t1;

	pthread_create(&o, NULL, owner, &deque);
	pthread_create(&t1, NULL, thief, &deque);
	pthread_join(o, NULL);
	pthread_join(t1, NULL);

	for (int i = 0; i < TASKS; i++)
		assert(runs[i] == 1);
	printf("%d tasks done\n", TASKS);
	return 0;
}
