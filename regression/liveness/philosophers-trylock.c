/* Two philosophers take the second fork by trylock, and put the first one back if they fail.  BUG:
 * each takes another fork first, so both may fail for ever. */
#include <pthread.h>

enum { N = 2 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
	for (;;) {
		pthread_mutex_lock(first);
		if (!pthread_mutex_trylock(second))
			break;
		pthread_mutex_unlock(first);
	}
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *other(void *unused) {
#ifdef BUG
	eat(&fork_[1], &fork_[0]);
#else
	eat(&fork_[0], &fork_[1]);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	eat(&fork_[0], &fork_[1]);
	pthread_join(t, 0);
	return 0;
}
