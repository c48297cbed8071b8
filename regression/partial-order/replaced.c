/* A thread finds what it has written, unless another may replace just that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int word;

static void *run(void *none)
{
	int old = REPLACED;
	atomic_compare_exchange_strong(&word, &old, 7);
	return none;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	atomic_store(&word, 5);
	int seen = atomic_load(&word);
	assert(seen == 5);
	pthread_join(t, NULL);
	return 0;
}
