#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int i, k = 0;
	for (i = 0; i < 3; i++) {
		for (k = 0; k < 3; k++) {
			if (__VERIFIER_nondet_int())
				goto out;
		}
	}
out:
	assert(i == 3 || k < 2); /* violated */
}
