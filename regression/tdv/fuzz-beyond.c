/* Leaks of memory have no events.  For all inputs there is a violation, but not for the one given:
 * the answer of another strategy would be wrong. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *run(void *argument) {
	return argument;
}

int main(void) {
	pthread_t t;
	int n = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(n != 5);
	return 0;
}
