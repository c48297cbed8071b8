/* A race does not end the execution: the assertion that it breaks is found as well.  The atomic
 * section is looked at for races while main comes to its store, and nothing of that look may stay. */
#include <assert.h>
#include <pthread.h>

int x, z;

static void __VERIFIER_atomic_lower(int k) {
	x += k;
	x--;
}

static void *raise(void *arg) {
	long k = (long)arg;
	if (k != x || z >= 0)
		if (__sync_bool_compare_and_swap(&x, 0, 2))
			__VERIFIER_atomic_lower(z);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, raise, (void *)1L);
	if (z == 0)
		x += z;
	pthread_join(t, NULL);
	assert(x > z - SLACK);
	return 0;
}
