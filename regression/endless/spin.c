/* A spin on a flag, beside a thread that has an endless loop without any access to shared memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int value;

static void *loop(void *unused) {
	unsigned i = 0;
	for (;;)
		i = (i + 1) % 3;
	return unused;
}

static void *set(void *unused) {
	STORES;
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, loop, NULL);
	pthread_create(&t, NULL, set, NULL);
	while (!flag)
		;
	assert(value == 1);
}
