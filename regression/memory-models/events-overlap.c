/* Under pso, stores that have a byte in common reach memory in order; the halves of a word that no
 * store has in common do not.  The twin stores the whole word between them, on a path that is
 * taken. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static volatile union {
	unsigned word;
	unsigned short half[2];
} u;

static void *writer(void *unused) {
	_Bool chosen = __VERIFIER_nondet_bool();
	u.half[0] = 1;
	if (chosen || ALWAYS)
		u.word = 0x10001;
	u.half[1] = 2;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (u.half[1] == 2)
		assert(u.half[0] == 1);
	pthread_join(t, 0);
	return 0;
}
