/* Main reads x without the mutex only after it has seen flag.  The search may well have let the
 * other thread end before that, but main has not joined it: x is not protected by the mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag, x, turn;

/* So many schedules that the search has learnt what needs switches before it finds the bug. */
static void take_turns(int me) {
	for (int i = 0; i < 12; i++)
		assert(__atomic_exchange_n(&turn, me, __ATOMIC_SEQ_CST) < 3);
}

static void *set(void *unused) {
	take_turns(1);
	pthread_mutex_lock(&mutex);
	__atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
	x = 1;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	take_turns(2);
	if (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST))
		pthread_mutex_lock(&mutex);
#ifdef JOINED
	else
		pthread_join(t, NULL);
#endif
	int seen = x;
	assert(seen == __atomic_load_n(&flag, __ATOMIC_SEQ_CST));
	return 0;
}
