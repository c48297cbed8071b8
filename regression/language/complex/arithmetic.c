/* Complex numbers: operators, conversions, parts, initialisers, calls, memory. */
#include <assert.h>
#include <complex.h>
#include <math.h>
#ifndef CMPLX /* glibc has it for GCC only */
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif
double complex g = 1.0 + 2.0 * I;
static double complex tab[3] = {1, 2.5 * I, 3 + 4 * I};
static double complex sq(double complex z) { return z * z; }
static double norm2(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }
int main(void) {
	assert(creal(g) == 1 && cimag(g) == 2);
	assert(tab[0] == 1 && tab[1] == 2.5 * I && cimag(tab[2]) == 4);
	double complex z = g + 1; assert(z == 2 + 2 * I);
	z -= 2 * I; assert(z == 2); z = 3 - z; assert(z == 1);
	z = sq(g); assert(z == -3 + 4 * I);
	z = g * 2; assert(z == 2 + 4 * I); z = z / 2; assert(z == g);
	z = (5 + 10 * I) / (1 + 2 * I); assert(z == 5);
	z = 10 / (1 + 3 * I); assert(fabs(creal(z) - 1) < 1e-12 && fabs(cimag(z) + 3) < 1e-12);
	assert(conj(g) == 1 - 2 * I && ~g == conj(g)); assert(-g == -1 - 2 * I);
	__real__ z = 7; __imag__ z = 8; assert(z == 7 + 8 * I);
	float complex f = 1.5f + 2 * I; assert(crealf(f) == 1.5f); double d = f; assert(d == 1.5);
	f += 0.25; assert(f == 1.75f + 2.0f * I); f *= f; assert(crealf(f) == 1.75f*1.75f - 4);
	int _Complex k = 3 + 4i; k = k * k; assert(__real__ k == -7 && __imag__ k == 24);
	if (z) z = 0; assert(!z); assert(!(0.0 + 0.0*I)); _Bool b = 2 * I; assert(b);
	z = CMPLX(1, -0.0); assert(signbit(cimag(z))); assert(norm2(3 + 4 * I) == 25);
	z = CMPLX(INFINITY, NAN) * CMPLX(2, 0); assert(isinf(creal(z)) || isinf(cimag(z)));
	double complex *p = &z; *p = 5; p[0] += I; assert(z == 5 + I); double *part = (double *)p; assert(part[1] == 1);
	assert(cabs(3 + 4 * I) == 5); z++; assert(z == 6 + I); double e = 2; e *= g; assert(e == 2);
	double complex q = b ? z : g; assert(q == z); long double complex l = 2 + I; l *= l; assert(creall(l) == 3 && cimagl(l) == 4);
	assert(sizeof z == 16 && (1, g) == g);
	assert(z == 6 + WANTED * I);
	return 0;
}
