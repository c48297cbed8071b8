/* What is taken from the stack is what somebody put there: an even number.  BUG: somebody puts an
 * odd one. */
#include "any.h"

#ifdef BUG
#define STEP 3
#else
#define STEP 2
#endif
enum { SIZE = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned cells[SIZE], top;

static void *push(void *arg) {
	unsigned value = STEP * __VERIFIER_nondet_uint();
	pthread_mutex_lock(&m);
	if (top < SIZE)
		cells[top++] = value;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *pop(void *arg) {
	unsigned value = 0;
	pthread_mutex_lock(&m);
	if (top > 0)
		value = cells[--top];
	pthread_mutex_unlock(&m);
	assert(value % 2 == 0);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, push, NULL);
		else
			pthread_create(&t, NULL, pop, NULL);
}
