/*
 * timer_wheel.c - a wheel of timers and the thread that turns it.
 *
 * timer_add() hangs a timer into the slot in which it is due; the ticker
 * runs and frees what it finds in the slot of each tick.  timer_cancel()
 * takes a timer back and frees it, unless it is too late.
 *
 * BUG: timer_cancel() relies on the caller's pointer instead of looking
 * whether the timer is still in the wheel, and uses it after the ticker
 * has freed it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 4
#define TICKS 3

struct timer {
	unsigned id;
	unsigned slot;
	void (*fn)(void *);
	void *arg;
	struct timer *next;
};

static struct {
	pthread_mutex_t lock;
	struct timer *slot[SLOTS];
	unsigned now; /* ticks since the start */
	unsigned next_id;
} wheel = { .lock = PTHREAD_MUTEX_INITIALIZER, .next_id = 1 };

/* Hangs a timer that is due in 'delay' ticks, returns its id; 0: no memory. */
static unsigned timer_add(unsigned delay, void (*fn)(void *), void *arg, struct timer **out)
{
	struct timer *t = malloc(sizeof *t);
	unsigned id;

	if (t == NULL)
		return 0;
	t->fn = fn;
	t->arg = arg;

	pthread_mutex_lock(&wheel.lock);
	id = t->id = wheel.next_id++;
	t->slot = (wheel.now + delay) % SLOTS;
	t->next = wheel.slot[t->slot];
	wheel.slot[t->slot] = t;
	*out = t;
	pthread_mutex_unlock(&wheel.lock);
	return id;
}

/* caller holds the lock; the place of the link to the timer, or NULL */
static struct timer **find(unsigned id)
{
	for (unsigned s = 0; s < SLOTS; s++)
		for (struct timer **p = &wheel.slot[s]; *p; p = &(*p)->next)
			if ((*p)->id == id)
				return p;
	return NULL;
}

/* Returns whether the timer was stopped before it ran. */
static bool timer_cancel(unsigned id, struct timer *t)
{
	struct timer **p;

	pthread_mutex_lock(&wheel.lock);
#ifdef BUG
	(void)id;
	p = &wheel.slot[t->slot];
	while (*p && *p != t)
		p = &(*p)->next;
	if (*p == NULL)
		p = NULL;
#else
	(void)t;
	p = find(id);
#endif
	if (p) {
		struct timer *found = *p;

		*p = found->next;
		free(found);
	}
	pthread_mutex_unlock(&wheel.lock);
	return p != NULL;
}

static void tick(void)
{
	struct timer *due;

	pthread_mutex_lock(&wheel.lock);
	wheel.now++;
	due = wheel.slot[wheel.now % SLOTS];
	wheel.slot[wheel.now % SLOTS] = NULL;
	pthread_mutex_unlock(&wheel.lock);

	/* callbacks may add timers, so they run without the lock */
	while (due) {
		struct timer *next = due->next;

		due->fn(due->arg);
		free(due);
		due = next;
	}
}

static void *ticker(void *arg)
{
	for (int i = 0; i < TICKS; i++)
		tick();
	return arg;
}

static int fired[2];

static void on_timeout(void *arg)
{
	int *n = arg;

	(*n)++;
}

int main(void)
{
	pthread_t t;
	struct timer *short_timer, *long_timer;
	unsigned id1, id2;
	bool stopped;

	id1 = timer_add(1, on_timeout, &fired[0], &short_timer);
	id2 = timer_add(2, on_timeout, &fired[1], &long_timer);
	if (id1 == 0 || id2 == 0)
		return EXIT_FAILURE;
	if (pthread_create(&t, NULL, ticker, NULL) != 0)
		return EXIT_FAILURE;

	/* the answer has arrived, no need to wait for the timeout */
	stopped = timer_cancel(id2, long_timer);
	pthread_join(t, NULL);

	assert(fired[0] == 1);
	assert(fired[1] == !stopped);
	printf("%s\n", stopped ? "cancelled" : "timed out");
	return EXIT_SUCCESS;
}
