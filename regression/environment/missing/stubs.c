/* As --write-stubs has written it, with one line decided. */
#include <errno.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
struct table;

int lookup(const struct table *t, const char *key)
{
	int result = __VERIFIER_nondet_int();
#ifndef BUG
	__VERIFIER_assume(result < 4);
#endif
	if (result < 0) {
		errno = __VERIFIER_nondet_int();
		__VERIFIER_assume(errno > 0);
	}
	return result;
}
