/* Each thread has its own copy of the variable.  BUG: all have one. */
#include "any.h"

#ifdef BUG
#define OWN
#else
#define OWN _Thread_local
#endif

static OWN unsigned n;

static void *worker(void *arg) {
	n++;
	assert(n == 1);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
