/* An atomic store and a load that is atomic or plain. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *store(void *unused) {
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	int seen = LOAD;
	assert(seen <= 1);
	pthread_join(t, NULL);
	return 0;
}
