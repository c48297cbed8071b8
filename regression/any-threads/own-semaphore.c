/* A counting semaphore made of a mutex and a number.  BUG: one permit too many. */
#include "any.h"

#ifdef BUG
#define LEAST 0
#else
#define LEAST 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int permits = 2; /* protected by m */
static atomic_int inside;

static void down(void) {
	for (;;) {
		pthread_mutex_lock(&m);
		bool got = permits >= LEAST;
		if (got)
			permits--;
		pthread_mutex_unlock(&m);
		if (got)
			return;
	}
}

static void up(void) {
	pthread_mutex_lock(&m);
	permits++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
	down();
	int before = atomic_fetch_add(&inside, 1);
	assert(before < 2);
	atomic_fetch_sub(&inside, 1);
	up();
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
