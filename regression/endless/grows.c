/* Two endless loops over a number; without the remainder no state recurs, and yet the few switches
 * that show an error are found. */
#include <assert.h>
#include <pthread.h>

#ifndef STATES
#define STATES 16
#endif

static unsigned long x;

static void *odd(void *unused) {
	while (1) {
		x = (x + 1) % STATES;
		assert(x != BAD);
	}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, odd, NULL);
	while (1)
		x = (x + 2) % STATES;
}
