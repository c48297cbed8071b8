/* A mutex protects a number from data races.  BUG: one of the functions reads it without. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned n;

static void *change(void *arg) {
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *look(void *arg) {
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	unsigned seen = n;
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return seen ? arg : NULL;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, change, NULL);
		else
			pthread_create(&t, NULL, look, NULL);
}
