/* A block that was published is copied twice, with a length that is not known when the copy is
 * made; another one may have been published in between.  BUG: the copies are taken for equal. */
#include <string.h>

#include "any.h"

enum { SIZE = 100 };
static char *block;

static void *writer(void *arg) {
	char *mine = calloc(1, SIZE);
	if (mine) {
		mine[3] = (char)__VERIFIER_nondet_uint();
		block = mine;
	}
	return arg;
}

static void *reader(void *arg) {
	char *a = block, *b = block;
	unsigned n = __VERIFIER_nondet_bool() ? SIZE - 1 : SIZE;
	if (a && b) {
		char one[SIZE], two[SIZE];
		__VERIFIER_atomic_begin();
		memcpy(one, a, n);
		memcpy(two, b, n);
		__VERIFIER_atomic_end();
#ifdef BUG
		assert(one[3] == two[3]);
#else
		assert(one[3] == two[3] || a != b);
#endif
	}
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, writer, NULL);
		else
			pthread_create(&t, NULL, reader, NULL);
}
