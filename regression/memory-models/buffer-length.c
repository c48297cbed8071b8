/* The load passes so many stores: a shorter buffer does not show it. */
#include <assert.h>
#include <pthread.h>

static volatile int x[6], y;
static int a, b;

static void *one(void *unused) {
	for (int i = 0; i < STORES; i++)
		x[i] = 1;
	a = y;
	return unused;
}

static void *two(void *unused) {
	y = 1;
	__sync_synchronize();
	b = x[0];
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
