#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int last = 0;
	for (int i = 0; i < 3; i++) {
		int fresh;
		if (i == 0)
			fresh = 7;
		last = fresh;
	}
	assert(last == 7); /* violated */
}
