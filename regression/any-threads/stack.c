/* A stack of an array, an index and a lock.  BUG: whether it is full is tested before the lock is
 * taken. */
#include "any.h"

enum { SIZE = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cells[SIZE];
static unsigned top;

static void *push(void *arg) {
	int value = (int)__VERIFIER_nondet_uint();
#ifdef BUG
	bool room = top < SIZE;
	pthread_mutex_lock(&m);
#else
	pthread_mutex_lock(&m);
	bool room = top < SIZE;
#endif
	if (room)
		cells[top++] = value;
	assert(top <= SIZE);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *pop(void *arg) {
	int value = 0;
	pthread_mutex_lock(&m);
	if (top > 0)
		value = cells[--top];
	pthread_mutex_unlock(&m);
	return value ? arg : NULL;
}

int main(void) {
	pthread_t t;
	top = __VERIFIER_nondet_uint() % SIZE;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, push, NULL);
		else
			pthread_create(&t, NULL, pop, NULL);
}
