/* Variable arguments of all kinds, lists that are passed on and copied. */
#include <assert.h>
#include <stdarg.h>

struct pair {
	int a;
	double b;
};

static long total(const char *kinds, va_list ap) {
	va_list again;
	va_copy(again, ap);
	long n = 0;
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': n += va_arg(ap, int); break;
		case 'l': n += va_arg(ap, long long); break;
		case 'd': n += (long)va_arg(ap, double); break;
		case 's': n += *va_arg(ap, char *); break;
		case 'p': {
			struct pair p = va_arg(ap, struct pair);
			n += p.a + (long)p.b;
			break;
		}
		}
	n += 1000 * va_arg(again, int);
	va_end(again);
	return n;
}

static long sum(const char *kinds, ...) {
	va_list ap;
	va_start(ap, kinds);
	long n = total(kinds, ap);
	va_end(ap);
	return n;
}

int main(void) {
	struct pair p = {5, 6.5};
	char c = 3;
	float f = 2.5f;
	assert(sum("iidslp", 1, c, f, "A", 1LL << 33, p) == 1000 + 1 + 3 + 2 + 65 + (1LL << 33) + 11 + OFF);
	return 0;
}
