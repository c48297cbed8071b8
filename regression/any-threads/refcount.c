/* References are counted; main takes one for each thread that it creates, the last one to drop its
 * reference ends the object.  BUG: main takes the reference after the thread has begun. */
#include "any.h"

static atomic_uint references = 1;
static atomic_bool ended;

static void drop(void) {
	if (atomic_fetch_sub(&references, 1) == 1)
		ended = true;
}

static void *worker(void *arg) {
	assert(!ended);
	drop();
	return arg;
}

int main(void) {
	pthread_t t;
	while (more() && references != LAST) {
#ifdef BUG
		pthread_create(&t, NULL, worker, NULL);
		references++;
#else
		references++;
		pthread_create(&t, NULL, worker, NULL);
#endif
	}
	assert(!ended);
	drop();
	pthread_exit(NULL);
}
