/* What holds for all lanes, and the traps of a lane: division by zero. */
#include <assert.h>
typedef unsigned char bytes __attribute__((vector_size(8)));
typedef int words __attribute__((vector_size(16)));
int nondet_int(void);
unsigned char nondet_uchar(void);
int main(void) {
	bytes a, b;
	for (int i = 0; i < 8; i++) {
		a[i] = nondet_uchar();
		b[i] = nondet_uchar();
	}
	bytes larger = (a > b) & a | ~(a > b) & b;
	for (int i = 0; i < 8; i++)
		assert(larger[i] >= a[i] && larger[i] >= b[i]);
	assert(((unsigned long)(a ^ a)) == 0);
	words n = {1, 2, 3, nondet_int()};
	if (n[3] < LEAST)
		return 0;
	words q = 100 / n;
	assert(q[3] <= 100);
	return 0;
}
