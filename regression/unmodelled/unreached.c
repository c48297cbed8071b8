/* Only what some execution reaches counts. */
#include <stdlib.h>

extern void pool_add(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n <= 0 || n > 100)
		return 0;
	if (n * n == SQUARE)
		pool_add();
	return 0;
}
