/* The last waypoint lies in a statement that races: 'data' is about to be written then. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data, ready;

static int announce(int value) {
	pthread_mutex_lock(&lock);
	ready = value;
	pthread_mutex_unlock(&lock);
	return value;
}

static void *worker(void *unused) {
	(void)unused;
	pthread_mutex_lock(&lock);
	int was_ready = ready;
	pthread_mutex_unlock(&lock);
	if (was_ready)
		data = 2;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	data = announce(__VERIFIER_nondet_int());
	pthread_join(a, 0);
	return 0;
}
