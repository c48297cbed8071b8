/* Double-checked locking: the flag is looked at first without the lock.  BUG: the flag is set
 * before the value. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static int value;

static void init(void) {
	assert(value == 0);
#ifdef BUG
	ready = true;
	value = 7;
#else
	value = 7;
	ready = true;
#endif
}

static void *worker(void *arg) {
	if (!ready) {
		pthread_mutex_lock(&m);
		if (!ready)
			init();
		pthread_mutex_unlock(&m);
	}
	assert(value == 7);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
