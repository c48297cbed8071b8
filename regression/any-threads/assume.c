/* Other threads run before a thread comes to an assumption.  BUG: it writes first, and the
 * assumption that fails behind that does not hide it. */
#include "any.h"

void __VERIFIER_assume(int condition);
static atomic_int x;

static void *writer(void *arg) {
#ifdef BUG
	x = 1;
	__VERIFIER_assume(false);
#else
	__VERIFIER_assume(false);
	x = 1;
#endif
	return arg;
}

static void *reader(void *arg) {
	assert(x == 0);
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
