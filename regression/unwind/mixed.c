/* One loop is bounded by --unwindset and the other deepened: a cut of the first must not keep the
 * second from being followed further. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int n = 0;
	for (int i = 0; __VERIFIER_nondet_int(); i++)
		;
	while (__VERIFIER_nondet_int()) {
		n++;
		assert(n != BAD);
	}
	return 0;
}
