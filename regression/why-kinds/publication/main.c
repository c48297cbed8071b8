/* Cause: T1 sees ready (12), set at 19, before main has set value (20). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, ready;

static void *look(void *unused) {
	/* the
	 * reader
	 */
	if (ready)
		assert(value == 42);
	return unused;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	ready = 1;
	value = 42;
	pthread_join(t, NULL);
	return 0;
}
