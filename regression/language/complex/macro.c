#include <complex.h>
int main(void) {
	double complex z = CMPLX(1, 2);
	return creal(z) > 1;
}
