/* Main keeps the identifiers of its threads in an array, and joins them all at its end.
 * BUG: it joins the first one again and again.  FEWER: it does not create the last one. */
#include "any.h"

enum { SIZE = 64 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	inside++;
	assert(inside == 1);
	inside--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
#ifdef N
	unsigned n = N;
#else
	unsigned n = __VERIFIER_nondet_uint();
#endif
	pthread_t t[SIZE];
	if (n > SIZE)
		return 0;
	for (unsigned i = 0; i < n; i++)
#ifdef FEWER
		if (i + 1 < n)
#endif
			pthread_create(&t[i], NULL, worker, NULL);
	for (unsigned i = 0; i < n; i++)
#ifdef BUG
		pthread_join(t[0], NULL);
#else
		pthread_join(t[i], NULL);
#endif
}
