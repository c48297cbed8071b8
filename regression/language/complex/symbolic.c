/* What holds for all numbers: the product of a complex integer with its conjugate. */
#include <assert.h>
int nondet_int(void);
int main(void) {
	int re = nondet_int() & 7, im = nondet_int() & 7;
	int _Complex z;
	__real__ z = re;
	__imag__ z = im;
	int _Complex norm = z * ~z;
	assert(__imag__ norm == 0);
	assert(__real__ norm >= LEAST);
	return 0;
}
