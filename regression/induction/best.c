/* The place of the best one so far is a place that was looked at.  BUG: or the one behind it. */
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), best = 0;
	for (int i = 0; i < n; i++) {
		if (__VERIFIER_nondet_bool())
			best = i;
	}
#ifdef BUG
	best++;
#endif
	if (n > 0)
		assert(best >= 0 && best < n);
	return 0;
}
