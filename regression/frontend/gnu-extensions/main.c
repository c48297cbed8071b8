/* GNU C: omitted operands, casts to unions, typeof, local labels, void pointer arithmetic. */
#include <assert.h>

union number {
	int i;
	double d;
};
struct empty {};
struct tail {
	int n;
	char data[0];
};

static int n;
static int count(void) { return n++; }
static double twice(union number u) { return u.d * 2; }

#define MAX(a, b)                                                                                  \
	({                                                                                             \
		__auto_type first = (a);                                                                   \
		__typeof__(b) second = (b);                                                                \
		first > second ? first : second;                                                           \
	})
#define FIND(array, length, value)                                                                 \
	({                                                                                             \
		__label__ found;                                                                           \
		int at;                                                                                    \
		for (at = 0; at < (length); at++)                                                          \
			if ((array)[at] == (value))                                                            \
				goto found;                                                                        \
		at = -1;                                                                                   \
	found:                                                                                         \
		at;                                                                                        \
	})

int main(void) {
	int x = 3, zero = 0, a[] = {4, 5, 6};
	assert((__builtin_expect(zero, 0) ?: 5) == 5 && (__atomic_load_n(&x, 0) ?: 4) == 3);
	assert((count() ?: 10) == 10 && n == 1 && (count() ?: 10) == 1 && n == 2);
	assert(MAX(x, MAX(2, x + 1)) == 4 && MAX(x++, 1) == 3 && x == 4);
	assert(FIND(a, 3, 6) == 2 && FIND(a, 3, 7) == -1);
	union number u = (union number)7;
	assert(u.i == 7 && twice((union number)1.5) == 3);
	void *p = a;
	p += sizeof(int);
	assert(*(int *)p == 5 && p - (void *)a == sizeof(int) && sizeof(void) == 1);
	assert(sizeof(struct empty) == 0 && sizeof(struct tail) == 4 && __alignof__(x) == 4);
	assert(__extension__(zero ? 1 : 2) == 2 && (zero, x) == 4);
	__typeof__(int[2]) pair = {1, 2};
	const __typeof__(x) fixed = pair[1];
	assert(fixed == 2 + OFF);
	return 0;
}
