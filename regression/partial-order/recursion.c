/* Two threads count in a recursive function. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void count(int times) {
	if (!times)
		return;
	ADD;
	count(times - 1);
}

static void *run(void *unused) {
	count(2);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	count(2);
	pthread_join(t, NULL);
	assert(n == 4);
	return 0;
}
