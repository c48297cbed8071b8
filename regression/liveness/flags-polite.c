/* Each thread waits while the other one wants to enter.  BUG: both take their wish back meanwhile, and
 * so both may go on being polite for ever; else one of the two does not give way. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *worker(void *p) {
	int me = p != 0, other = 1 - me;
	wants[me] = 1;
	while (wants[other]) {
#ifndef BUG
		if (me)
			continue;
#endif
		wants[me] = 0;
		while (wants[other])
			;
		wants[me] = 1;
	}
	wants[me] = 0;
	return 0;
}

int main(void) {
	static int second;
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, &second);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
