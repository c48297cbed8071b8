// The same without threads; and the same assertion may fail either way.
#include <assert.h>

int fetch(void);
int __VERIFIER_nondet_int(void);

int main(void) {
	int n = fetch(), x = __VERIFIER_nondet_int(), bad = 0;
	if (n == 77)
		bad = 1;
	if (ALSO)
		bad = 1;
	assert(!bad);
	return 0;
}
