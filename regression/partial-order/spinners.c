/* Three threads get a lock by an exchange, and wait in a loop for it.  KEEP: nobody gives it back,
 * so that those who wait exchange 1 for 1, for ever, at the same time. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;

static void *worker(void *arg) {
	while (atomic_exchange(&lock, 1))
		;
#ifndef KEEP
	atomic_store(&lock, 0);
#endif
	return arg;
}

int main(void) {
	pthread_t thread[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
