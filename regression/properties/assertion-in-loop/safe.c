#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int previous = -1;
	for (int i = 0; i < 5; i++) {
		int x = __VERIFIER_nondet_int();
		if (x <= previous)
			break;
		assert(x > previous);
		previous = x;
	}
}
