/* Builtins in common use. */
#include <assert.h>
#include <limits.h>

int main(void) {
	int r;
	unsigned char narrow;
	long l;
	assert(!__builtin_add_overflow(2, 3, &r) && r == 5);
	assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
	assert(__builtin_mul_overflow(100, 3, &narrow) && narrow == 44);
	assert(!__builtin_sub_overflow(3u, 5, &r) && r == -2);
	assert(__builtin_umul_overflow(1u << 31, 2, (unsigned *)&r) && r == 0);
	assert(!__builtin_mul_overflow(-1, 0x80000000u, &l) && l == -0x80000000l);
	assert(__builtin_popcount(0xff) == 8 && __builtin_parity(7) == 1);
	assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_ffs(0) == 0);
	assert(__builtin_ffsll(1ll << 40) == 41 && __builtin_clzll(1) == 63);
	assert(__builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30);
	assert(__builtin_bswap32(0x12345678) == 0x78563412 && __builtin_bswap16(0x1234) == 0x3412);
	assert(__builtin_expect(r == 0, 1) && __builtin_constant_p(3));
	assert(__builtin_offsetof(struct { int a[4]; char b; }, b) == 16);
	assert(__builtin_types_compatible_p(int, signed) && !__builtin_types_compatible_p(int, long));
	assert(__builtin_choose_expr(1, 5, "x") == 5);
	double inf = __builtin_inf();
	assert(__builtin_isinf(inf) && __builtin_isnan(inf - inf) && __builtin_signbit(-inf));
	assert(__builtin_fabs(-2.5) == 2.5 && __builtin_copysign(1.0, -0.0) == -1.0);
	assert(!__builtin_isless(1.0, 0.5) && __builtin_isgreater(1.0, 0.5));
	assert(__builtin_floor(-1.5) == -2 && __builtin_trunc(-1.5) == -1 && __builtin_round(0.5) == 1);
	char *p = __builtin_alloca(4);
	__builtin_memset(p, 7, 4);
	assert(p[3] == 7 && __builtin_strlen("four") == 4 + OFF);
	return 0;
}
