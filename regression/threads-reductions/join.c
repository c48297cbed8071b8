/* What main does after the join is not under the join: between the stores of one thread it may come
 * in once the other has ended, within four changes of thread. */
#include <assert.h>
#include <pthread.h>

int z;

static void *store(void *arg) {
	int seen = z;
	z = seen + 1;
	z = 9;
	return arg;
}

static void *disturb(void *arg) {
	z = 5;
	return arg;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, store, NULL);
	pthread_create(&u, NULL, disturb, NULL);
	pthread_join(u, NULL);
	assert(z != BETWEEN);
	return 0;
}
