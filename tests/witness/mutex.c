/* Two threads, one of them main, use a resource under a lock: whoever does not hold it sees that it
 * is free.  Invariants over the two threads need a variable that says who holds the lock. */
extern void reach_error(void);
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used;

static void *worker(void *unused) {
	pthread_mutex_lock(&lock);
	used = 1;
	used = 0;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&lock);
	int seen = used;
	if (seen != 0)
		reach_error();
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
	return 0;
}
