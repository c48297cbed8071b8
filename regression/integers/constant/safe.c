/* Operations on constants, which are computed without terms, and the same on inputs that must have
 * those values, which the solver computes: both must agree. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define SAME(type, a, b)                                                                           \
	do {                                                                                           \
		__VERIFIER_assume(p == (a) && q == (b));                                                   \
		type m = (a), n = (b);                                                                     \
		assert(m + n == p + q && m - n == p - q && m * n == p * q);                                \
		assert(m / n == p / q && m % n == p % q);                                                  \
		assert((m & n) == (p & q) && (m | n) == (p | q) && (m ^ n) == (p ^ q));                    \
		assert((m < n) == (p < q) && (m <= n) == (p <= q) && (m > n) == (p > q));                  \
		assert((m >= n) == (p >= q) && (m == n) == (p == q) && (m != n) == (p != q));              \
		assert(~m == ~p && -n == -q && !m == !p && (_Bool)n == (_Bool)q);                          \
		assert((char)m == (char)p && (unsigned short)n == (unsigned short)q);                      \
		assert((long long)m == (long long)p && (unsigned long long)n == (unsigned long long)q);    \
	} while (0)

static void ints(void) {
	int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
	SAME(int, -40000, 7);
}

static void negative_ints(void) {
	int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
	SAME(int, 46340, -3);
}

static void unsigned_ints(void) {
	unsigned p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
	SAME(unsigned, 0xfffffff0u, 0x80000001u);
}

static void long_longs(void) {
	long long p = __VERIFIER_nondet_longlong(), q = __VERIFIER_nondet_longlong();
	SAME(long long, -3000000000ll, -5ll);
}

static void shifts(void) {
	int p = __VERIFIER_nondet_int();
	long long by = __VERIFIER_nondet_longlong();
	unsigned char few = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(p == -1234567 && by == 31 && few == 9);
	int m = -1234567;
	long long wide = 31;
	unsigned char narrow = 9;
	assert(m >> wide == p >> by && m >> narrow == p >> few);
	assert(1u << wide == 1u << by && (unsigned)m >> narrow == (unsigned)p >> few);
	assert(1ll << wide << narrow == 1ll << by << few);
}

static void arrays(void) {
	struct {
		int head;
		short part[4][3];
	} a[3] = {0};
	int i = __VERIFIER_nondet_int(), k = 2;
	__VERIFIER_assume(i == 2);
	a[k].part[k + 1][k - 1] = 77;
	short *p = &a[1].part[0][0], *q = &a[i].part[i + 1][i - 1];
	assert(*q == 77 && *(p + (q - p)) == 77 && a[i].part[i + 1][i - 1] == 77);
	*q = 5;
	assert(a[k].part[k + 1][k - 1] == 5);
}

int main(void) {
	ints();
	negative_ints();
	unsigned_ints();
	long_longs();
	shifts();
	arrays();
	return 0;
}
