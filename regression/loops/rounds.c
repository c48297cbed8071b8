/* Many rounds over constants, and an increment that gets lost within two switches: how many rounds
 * there are makes no difference to whether it is found. */
#include <assert.h>
#include <pthread.h>

static int n;

static void *count(void *unused) {
	for (int i = 0; i < N; i++)
#ifdef BUG
		n++;
#else
		__atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
#endif
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(n == 2 * N);
}
