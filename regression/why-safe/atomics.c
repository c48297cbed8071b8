/* A count by read-modify-writes; the last read has no competition. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int n;

static void *work(void *unused) {
	(void)unused;
#ifdef BUG
	n = n + 1;
#else
	n++;
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	atomic_fetch_add(&n, 1);
	pthread_join(t, NULL);
	assert(atomic_load(&n) == 2);
	return 0;
}
