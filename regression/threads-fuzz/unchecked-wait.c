/* Where nothing checks the index, a lock beside the array holds anything: its owner is read once when
 * the thread is looked at and once when it goes on, which is one choice. */
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t locks[2];

static void *run(void *unused) {
	unsigned i = __VERIFIER_nondet_uint() LIMIT;
	pthread_mutex_lock(&locks[i]);
	pthread_mutex_unlock(&locks[i]);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
