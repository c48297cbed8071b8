/* A flag is taken by some rounds and returned by others.  No number of rounds shows that it is 0 or
 * 1, since most of them do not look at it.  BUG: one way to take it sets another value. */
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
	int held = 0;
	while (__VERIFIER_nondet_bool()) {
		if (__VERIFIER_nondet_bool()) {
			if (held == 0)
				held = 1;
#ifdef BUG
			else if (__VERIFIER_nondet_bool())
				held = 2;
#endif
		} else if (held != 0) {
			assert(held == 1);
			held = 0;
		}
	}
	return 0;
}
