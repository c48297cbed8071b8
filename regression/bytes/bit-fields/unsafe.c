#include <assert.h>

int __VERIFIER_nondet_int(void);

struct flags {
	unsigned a : 3, b : 5;
	int c : 4;
};

int main(void)
{
	struct flags f = {0};
	f.c = __VERIFIER_nondet_int();
	f.a = f.c;
	assert(f.a <= 6); /* violated */
}
