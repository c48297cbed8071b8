/* A thread that waits actively comes back to the state that it was in.  Whoever lets it go on may
 * have to be let go on by others. */
#include <assert.h>
#include <pthread.h>

static int first, second, data, seen;

static void *wait_first(void *unused) {
	while (!__atomic_load_n(&first, __ATOMIC_SEQ_CST))
		;
	seen = data;
	assert(seen == 2);
	return unused;
}

static void *wait_second(void *unused) {
	while (!__atomic_load_n(&second, __ATOMIC_SEQ_CST))
		;
	data++;
	__atomic_store_n(&first, 1, __ATOMIC_SEQ_CST);
	return unused;
}

static void *begin(void *unused) {
#ifdef LATE
	__atomic_store_n(&second, 1, __ATOMIC_SEQ_CST);
	data = 1;
#else
	data = 1;
	__atomic_store_n(&second, 1, __ATOMIC_SEQ_CST);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, wait_first, NULL);
	pthread_create(&t, NULL, wait_second, NULL);
	pthread_create(&t, NULL, begin, NULL);
	return 0;
}
