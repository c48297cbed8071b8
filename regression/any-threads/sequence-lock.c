/* A sequence lock: the number is odd while a writer is at work, and a reader that has seen the same
 * even number before and after has seen a consistent pair.  BUG: odd numbers do, too. */
#include "any.h"

#ifdef BUG
#define ODD 0
#else
#define ODD 1
#endif

static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint sequence, x, y;

static void *writer(void *arg) {
	pthread_mutex_lock(&writers);
	if (sequence < LAST - 2) {
		sequence++;
		x = __VERIFIER_nondet_uint();
		y = x;
		sequence++;
	}
	pthread_mutex_unlock(&writers);
	return arg;
}

static void *reader(void *arg) {
	unsigned before = sequence;
	if (before & ODD)
		return arg;
	unsigned a = x, b = y;
	if (sequence == before)
		assert(a == b);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, reader, NULL);
		else
			pthread_create(&t, NULL, writer, NULL);
}
