/* pthread_once initialises before anybody goes on.  BUG: a flag of the program's own says that
 * somebody has begun to. */
#include "any.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, calls;

static void init(void) {
	calls++;
	assert(calls == 1);
	value = 7;
}

#ifdef BUG
static atomic_bool begun;
#define ONCE() (atomic_exchange(&begun, true) ? (void)0 : init())
#else
#define ONCE() pthread_once(&once, init)
#endif

static void *worker(void *arg) {
	ONCE();
	assert(value == 7);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
