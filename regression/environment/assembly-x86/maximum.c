/* A compare-exchange loop keeps the largest value that was seen. */
#include <assert.h>
#include <pthread.h>

#include "x86.h"

int maximum;

static void note(int value)
{
	int old = *(volatile int *)&maximum;
	while (old < value) {
		int seen = compare_swap(&maximum, old, value);
#ifndef BUG
		if (seen == old)
#endif
			return;
		old = seen;
	}
}

static void *five(void *argument)
{
	note(5);
	return argument;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, five, 0);
	note(3);
	pthread_join(other, 0);
	assert(maximum == 5);
	return 0;
}
