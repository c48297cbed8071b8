/* Any number of threads, which one after the other use a resource, and main, which sees that it is
 * free. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used;
int ready;

static void *worker(void *unused) {
	pthread_mutex_lock(&lock);
	used = 1;
	if (ready != 1)
		reach_error();
	used = 0;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void) {
	pthread_t t;
	ready = 1;
	while (__VERIFIER_nondet_int())
		pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&lock);
	int seen = used;
	pthread_mutex_unlock(&lock);
	if (seen != 0)
		reach_error();
	return 0;
}
