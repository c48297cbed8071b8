/* A spin lock; BUG: one of the threads does not release it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *worker(void *last) {
	while (atomic_flag_test_and_set(&lock))
		;
	count++;
#ifdef BUG
	if (last)
		return last;
#endif
	atomic_flag_clear(&lock);
	return last;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, &count);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
