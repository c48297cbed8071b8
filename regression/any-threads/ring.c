/* A ring buffer: what was put in, less what was taken out, is at most its size.  BUG: another
 * thread may put something in between test and increment. */
#include "any.h"

enum { SIZE = 8 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned put, taken; /* they wrap around */

static void *producer(void *arg) {
	pthread_mutex_lock(&m);
	if (put - taken < SIZE) {
#ifdef BUG
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
#endif
		put++;
		assert(put - taken <= SIZE);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

static void *consumer(void *arg) {
	pthread_mutex_lock(&m);
	if (put - taken > 0) {
		taken++;
		assert(put - taken < SIZE);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	unsigned full = __VERIFIER_nondet_uint() % SIZE;
	put = taken + full;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, producer, NULL);
		else
			pthread_create(&t, NULL, consumer, NULL);
}
