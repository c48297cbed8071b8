/* Quotients, the widest integers, and numbers in base 64: exact. */
#include "../mc.h"

long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
	return (__INTMAX_TYPE__)strtoll(s, end, base);
}

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
	return (__UINTMAX_TYPE__)strtoull(s, end, base);
}

__INTMAX_TYPE__ __isoc23_strtoimax(const char *s, char **end, int base) {
	return strtoimax(s, end, base);
}

__UINTMAX_TYPE__ __isoc23_strtoumax(const char *s, char **end, int base) {
	return strtoumax(s, end, base);
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) {
	__mc_assert(x != -__INTMAX_MAX__ - 1, "overflow", "imaxabs of the smallest number");
	return x < 0 ? -x : x;
}

typedef struct {
	int quot, rem;
} div_result;

typedef struct {
	long quot, rem;
} ldiv_result;

typedef struct {
	long long quot, rem;
} lldiv_result;

/* By zero, or a quotient that does not fit. */
static void need_quotient(int is_zero, int overflows) {
	__mc_assert(!is_zero, "division-by-zero", "division by zero");
	__mc_assert(!overflows, "overflow", "the quotient is too large");
}

div_result div(int x, int y) {
	need_quotient(y == 0, y == -1 && x == -__INT_MAX__ - 1);
	return (div_result){x / y, x % y};
}

ldiv_result ldiv(long x, long y) {
	need_quotient(y == 0, y == -1 && x == -__LONG_MAX__ - 1);
	return (ldiv_result){x / y, x % y};
}

lldiv_result lldiv(long long x, long long y) {
	need_quotient(y == 0, y == -1 && x == -__LONG_LONG_MAX__ - 1);
	return (lldiv_result){x / y, x % y};
}

lldiv_result imaxdiv(long long x, long long y) {
	return lldiv(x, y);
}

static int digit_of_64(char c) {
	if (c >= '.' && c <= '9')
		return c - '.';
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 12;
	return c >= 'a' && c <= 'z' ? c - 'a' + 38 : -1;
}

/* At most six digits, the lowest first; the result has 32 bits and a sign. */
long a64l(const char *s) {
	unsigned value = 0;
	for (int i = 0; i < 6; i++) {
		int digit = digit_of_64(s[i]);
		if (digit < 0)
			break;
		value |= (unsigned)digit << (6 * i);
	}
	return (int)value;
}

static char hidden_state_of_l64a[7];

char *l64a(long value) {
	static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	unsigned left = (unsigned)value;
	int n = 0;
	for (; left != 0; left >>= 6)
		hidden_state_of_l64a[n++] = digits[left & 63];
	hidden_state_of_l64a[n] = 0;
	return hidden_state_of_l64a;
}
