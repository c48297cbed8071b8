/* Two threads count: atomically or in two steps. */
#include <assert.h>
#include <pthread.h>

static int n;

#ifdef BUG
#define COUNT() n++
#else
#define COUNT() __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST)
#endif

static void *count(void *arg) {
	(void)arg;
	COUNT();
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(n == 2);
}
