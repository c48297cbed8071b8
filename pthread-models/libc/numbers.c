/* Reading numbers: strtol and its family, exactly. */
#include "../mc.h"

int *__errno_location(void);

enum { RANGE_ERROR = 34, BASE_ERROR = 22 }; /* ERANGE, EINVAL */

static int is_white(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skip_space(const char *s) {
	while (is_white(*s))
		s++;
	return s;
}

static int digit(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

struct number {
	unsigned long long magnitude;
	int negative, overflow;
};

/* The number in an argument that the environment chooses.  Any of its characters may be the first
 * of the number, or behind its end: one pass reads each at its place, and does not end early, so
 * that the loop is not unwound further and further. */
static struct number parse_argument(const char *s, char **end, int base) {
	enum { BEFORE, SIGN, ZERO, DIGITS, BEHIND } place = BEFORE;
	struct number n = {0, 0, 0};
	int length = 0, is_octal = 0, is_hex = 0, radix = base == 0 ? 10 : base;
	int most = __mc_option("argument-bytes");
	for (int k = 0; k < most; k++) {
		if (place == BEHIND)
			continue;
		char c = s[k];
		int d = digit(c);
		if (place == BEFORE && (c == '-' || c == '+')) {
			n.negative = c == '-';
			place = SIGN;
		} else if ((base == 0 || base == 16) && place == ZERO && (c == 'x' || c == 'X') &&
		           digit(s[k + 1]) < 16) {
			is_hex = 1;
			place = DIGITS;
		} else if (d < (is_hex ? 16 : is_octal ? 8 : radix)) {
			is_octal |= base == 0 && place < ZERO && d == 0;
			place = place < ZERO && d == 0 ? ZERO : DIGITS;
			n.magnitude = (is_hex     ? n.magnitude * 16
			               : is_octal ? n.magnitude * 8
			                          : n.magnitude * (unsigned)radix) +
			              (unsigned)d;
			length = k + 1;
		} else if (place != BEFORE || !is_white(c)) {
			place = BEHIND;
		}
	}
	__mc_assume(place == BEHIND);
	if (end != NULL)
		*end = (char *)s + length;
	return n;
}

/* The number at s in the given base, and where it ends ('end' may be null). */
static struct number parse_integer(const char *s, char **end, int base) {
	struct number n = {0, 0, 0};
	const char *start = s, *p;
	if (base < 0 || base == 1 || base > 36) {
		*__errno_location() = BASE_ERROR;
		return n;
	}
	if (__mc_is_argument(s))
		return parse_argument(s, end, base);
	p = skip_space(s);
	if (*p == '-' || *p == '+')
		n.negative = *p++ == '-';
	if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') &&
	    digit(p[2]) < 16) {
		p += 2;
		base = 16;
	} else if (base == 0)
		base = *p == '0' ? 8 : 10;
	int any = 0;
	for (; digit(*p) < base; p++, any = 1) {
		unsigned long long scaled;
		if (__builtin_mul_overflow(n.magnitude, (unsigned long long)base, &scaled) ||
		    __builtin_add_overflow(scaled, (unsigned long long)digit(*p), &n.magnitude))
			n.overflow = 1;
	}
	if (end != NULL)
		*end = (char *)(any ? p : start);
	return n;
}

/* Clamps to [-max - 1, max]. */
static long long to_signed(struct number n, long long max) {
	unsigned long long limit = (unsigned long long)max + (n.negative ? 1 : 0);
	if (n.overflow || n.magnitude > limit) {
		*__errno_location() = RANGE_ERROR;
		return n.negative ? -max - 1 : max;
	}
	return n.negative ? (long long)(0 - n.magnitude) : (long long)n.magnitude;
}

static unsigned long long to_unsigned(struct number n, unsigned long long max) {
	if (n.overflow || n.magnitude > max) {
		*__errno_location() = RANGE_ERROR;
		return max;
	}
	return n.negative ? (0 - n.magnitude) & max : n.magnitude;
}

long strtol(const char *s, char **end, int base) {
	return (long)to_signed(parse_integer(s, end, base), __LONG_MAX__);
}

long long strtoll(const char *s, char **end, int base) {
	return to_signed(parse_integer(s, end, base), __LONG_LONG_MAX__);
}

unsigned long strtoul(const char *s, char **end, int base) {
	return (unsigned long)to_unsigned(parse_integer(s, end, base), (unsigned long)-1);
}

unsigned long long strtoull(const char *s, char **end, int base) {
	return to_unsigned(parse_integer(s, end, base), (unsigned long long)-1);
}

long __isoc23_strtol(const char *s, char **end, int base) {
	return strtol(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
	return strtoll(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
	return strtoul(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
	return strtoull(s, end, base);
}

int atoi(const char *s) {
	return (int)strtol(s, NULL, 10);
}

long atol(const char *s) {
	return strtol(s, NULL, 10);
}

long long atoll(const char *s) {
	return strtoll(s, NULL, 10);
}
