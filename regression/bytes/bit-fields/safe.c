#include <assert.h>

int __VERIFIER_nondet_int(void);

struct flags {
	unsigned a : 3, b : 5;
	int c : 4;
	unsigned long long d : 40;
};

int main(void)
{
	struct flags f = {0};
	f.a = 9;
	f.b = 31;
	f.c = 7;
	f.c++;
	f.d = 1ULL << 39;
	assert(f.a == 1 && f.b == 31 && f.c == -8 && f.d == 1ULL << 39);
	f.b += 1;
	assert(f.a == 1 && f.b == 0 && f.c == -8);
	f.c = __VERIFIER_nondet_int();
	assert(f.c >= -8 && f.c <= 7);
}
