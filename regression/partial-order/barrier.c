/* What a thread stores before a barrier, the other sees after it. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x, y;

static void *store(void *unused) {
	x = 1;
	if (MEETS)
		pthread_barrier_wait(&b);
	assert(y == 1);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, store, NULL);
	y = 1;
	if (MEETS)
		pthread_barrier_wait(&b);
	assert(x == 1 || !MEETS);
	pthread_join(t, NULL);
	return 0;
}
