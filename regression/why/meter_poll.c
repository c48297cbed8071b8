/*
 * meter_poll.c - polls meters in a loop and adds what they say.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define METERS 3

extern int __VERIFIER_nondet_int(void);

struct total {
	pthread_mutex_t lock;
	long sum;
	int readings, broken;
};

static struct total total = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* negative: the meter does not answer */
static int read_meter(int meter)
{
	int n = __VERIFIER_nondet_int();

	return n > 100 ? 100 + meter : n;
}

static void poll_meters(struct total *t)
{
	for (int i = 0; i < METERS; i++) {
		int n = read_meter(i);

		pthread_mutex_lock(&t->lock);
		if (n < 0) {
			t->broken++;
			continue;
		}
		t->sum += n;
		t->readings++;
		pthread_mutex_unlock(&t->lock);
	}
}

static void *display(void *arg)
{
	pthread_mutex_lock(&total.lock);
	printf("%ld\n", total.sum);
	pthread_mutex_unlock(&total.lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, display, NULL) != 0)
		return EXIT_FAILURE;
	poll_meters(&total);
	pthread_join(thread, NULL);
	assert(total.readings + total.broken == METERS);
	return EXIT_SUCCESS;
}
