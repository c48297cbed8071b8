#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned copy(unsigned n)
{
	unsigned done = 0, rounds = (n + 3) / 4;
	if (n == 0)
		return 0;
	switch (n % 4) {
	case 0:
		do {
			done++;
		case 3:
			done++;
		case 2:
			done++;
		case 1:
			done++;
		} while (--rounds > 0);
	}
	return done;
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n <= 9)
		assert(copy(n) == n);
}
