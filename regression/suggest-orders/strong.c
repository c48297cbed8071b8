/* A lock with orders that are stronger than it needs: the exchange has to acquire, the store to
 * release. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int count;

static void *add(void *p) {
	while (atomic_exchange(&taken, 1))
		;
	count++;
	atomic_store(&taken, 0);
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, add, NULL);
	pthread_create(&t, NULL, add, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(count == 2);
	return 0;
}
