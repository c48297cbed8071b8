/* The first reader locks writers out, the last one lets them in again.  BUG: each reader that
 * leaves lets them in. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned readers; /* protected by m */
static atomic_bool locked;
static int data;

static void acquire(void) {
	while (atomic_exchange(&locked, true))
		;
}

static void *reader(void *arg) {
	pthread_mutex_lock(&m);
	bool enters = readers < UINT_MAX;
	if (enters && ++readers == 1)
		acquire();
	pthread_mutex_unlock(&m);
	if (!enters)
		return arg;
	int before = data;
	assert(before == data);
	pthread_mutex_lock(&m);
#ifdef BUG
	--readers;
#else
	if (--readers == 0)
#endif
	locked = false;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *writer(void *arg) {
	acquire();
	data = !data;
	locked = false;
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
