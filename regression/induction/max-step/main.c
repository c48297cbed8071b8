/* No unwinding exhausts the loop; the proof by induction needs some rounds of it. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int a = __VERIFIER_nondet_int() & 1, b = a;
	while (__VERIFIER_nondet_int()) {
		a = 1 - a;
		b = 1 - b;
		assert(a == b);
	}
}
