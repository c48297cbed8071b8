/* An access to a block happens before free, or races with it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RACE
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_acq_rel
#endif

static int *block;
static atomic_int users = 2;

static void *user(void *arg) {
	*(int *)arg = 1;
	if (atomic_fetch_sub_explicit(&users, 1, ORDER) == 1)
		free(block);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	block = malloc(2 * sizeof *block);
	if (!block)
		return 0;
	pthread_create(&a, NULL, user, block);
	pthread_create(&b, NULL, user, block + 1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
