/* A counter that is its own specification.  OWN: it keeps its result in a variable of the thread,
 * which the memory of the specification has not. */
#include "client.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
#ifdef OWN
static _Thread_local int result;
#else
static int result;
#endif

static int add(void) {
	pthread_mutex_lock(&lock);
	result = ++count;
	int now = result;
	pthread_mutex_unlock(&lock);
	return now;
}

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++) {
		if (__mt_op(1) < 0)
			return NULL;
		__mt_call(0);
		int now = add();
		__mt_return(0, now);
	}
	return NULL;
}

void __mt_spec_0(void) {
	__mt_result(0, add());
}

int main(void) {
	run_clients();
	return 0;
}
