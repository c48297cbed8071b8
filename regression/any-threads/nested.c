/* Who has both locks sees equal numbers: the outer one is held until both are changed.  BUG: it is
 * released in between. */
#include "any.h"

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y; /* protected by outer, by inner */

static void *change(void *arg) {
	pthread_mutex_lock(&outer);
	x++;
#ifdef BUG
	pthread_mutex_unlock(&outer);
	pthread_mutex_lock(&outer);
#endif
	pthread_mutex_lock(&inner);
	y++;
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return arg;
}

static void *look(void *arg) {
	pthread_mutex_lock(&outer);
	unsigned seen = x;
	pthread_mutex_lock(&inner);
	assert(seen == y);
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, change, NULL);
		else
			pthread_create(&t, NULL, look, NULL);
}
