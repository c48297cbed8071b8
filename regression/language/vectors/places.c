/* Vectors and complex numbers in odd places: static initialisers, unions, variadic calls, atomics. */
#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef int e3 __attribute__((ext_vector_type(3)));
typedef _Bool eb __attribute__((ext_vector_type(8)));
typedef char big __attribute__((vector_size(128)));
static v4sf m = (v4sf)(v4si){1, 2, 3, 4};
static v4si n = (v4si){1} + 2;
_Atomic double _Complex az;
volatile v4si vol;
static int va(int k, ...) { va_list ap; va_start(ap, k); v4si x = va_arg(ap, v4si); double _Complex z = va_arg(ap, double _Complex); va_end(ap); return x[1] + (int)__imag__ z; }
union u { v4si v; int i[4]; double _Complex z; };
struct p { char c; v4si v; } __attribute__((packed));
int main(void) {
	assert(((v4si)m)[2] == 3); assert(n[3] == 2 && n[0] == 3);
	e3 a = {1, 2, 3}; a = a * a; assert(a[2] == 9 && sizeof a == 16);
	assert(va(1, (v4si){5, 6}, 1.0 + 2.0i) == 8);
	az = 1 + 2i; az += 1; double _Complex z = az; assert(z == 2 + 2i);
	vol = (v4si){1, 2, 3, 4}; vol += 1; assert(vol[3] == WANTED);
	union u u = {.i = {1, 2, 3, 4}}; u.v = -u.v; assert(u.i[2] == -3);
	struct p p = {1, {2, 3}}; struct p *q = &p; q->v[1]++; assert(q->v[1] == 4);
	v4si arr[2] = {{1}, {2}}; v4si *r = arr; r++; assert((*r)[0] == 2); r[-1] = *r; assert(arr[0][0] == 2);
	v4si s = ({ v4si t = arr[0]; t[3] = 7; t; }); assert(s[3] == 7); (void)s; s; s = s, s;
	double _Complex w = (0, z); w = w ? w : z; w; (void)(w * w); assert(__real__(z * 2) == 4); double _Complex *pz = &z; __imag__ *pz += 3; assert(z == 2 + 5i);
	return 0;
}
