/* A lock is taken in one branch and released after the join of the branches. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *count(void *unused) {
	int locks = __VERIFIER_nondet_int();
	if (locks || ALWAYS)
		pthread_mutex_lock(&m);
	n++;
	if (locks || ALWAYS)
		pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, count, NULL);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(n == 2);
	return 0;
}
