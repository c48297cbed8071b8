/*
 * split_clock.c - a clock of two words that one thread sets and others read.
 *
 * Seconds and nanoseconds are atomic, each.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define BILLION 1000000000l

struct stamp {
	long seconds, nanoseconds;
};

static struct {
	pthread_mutex_t lock;
	atomic_long seconds;
	atomic_long nanoseconds;
	int updates;
} clock_now = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void clock_set(const struct stamp *s)
{
	pthread_mutex_lock(&clock_now.lock);
	clock_now.seconds = s->seconds;
	clock_now.nanoseconds = s->nanoseconds;
	clock_now.updates++;
	pthread_mutex_unlock(&clock_now.lock);
}

static struct stamp clock_get(void)
{
	struct stamp s;

	s.seconds = clock_now.seconds;
	s.nanoseconds = clock_now.nanoseconds;
	return s;
}

static int later(const struct stamp *a, const struct stamp *b)
{
	if (a->seconds != b->seconds)
		return a->seconds > b->seconds;
	return a->nanoseconds > b->nanoseconds;
}

static void *ticker(void *arg)
{
	struct stamp next = { 8, 0 };

	clock_set(&next);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct stamp begin = { 7, BILLION - 1 }, now;

	clock_set(&begin);
	if (pthread_create(&thread, NULL, ticker, NULL) != 0)
		return 1;
	now = clock_get();
	assert(!later(&begin, &now)); /* time does not go back */
	pthread_join(thread, NULL);
	printf("%ld.%09ld\n", now.seconds, now.nanoseconds);
	return 0;
}
