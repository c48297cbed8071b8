/* An input decides whether there is a second thread. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *set(void *arg) {
	(void)arg;
	x = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int created = __VERIFIER_nondet_int() != 0;
	if (created)
		pthread_create(&t, NULL, set, NULL);
	int before = x;
	if (created)
		pthread_join(t, NULL);
#ifdef BUG
	assert(before == x);
#else
	assert(before <= x && x == created);
#endif
}
