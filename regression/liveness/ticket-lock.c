/* A ticket lock; BUG: the last step of the holder serves nobody. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int count;

static void *worker(void *unused) {
	unsigned mine = atomic_fetch_add(&next, 1);
	while (serving != mine)
		;
	count++;
#ifdef BUG
	serving = mine;
#else
	serving = mine + 1;
#endif
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	worker(0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
