/* sprintf and its family, exactly: what is written and how long it is follows from the format; of
 * floating-point numbers that are no constants, what it can be (libc/stdio/float_text.c). Positions
 * ("%1$d") are not modelled. */
#include "../../mc.h"

void *malloc(size_t size);

/* Where the text goes.  'length' counts what would be written without a limit. */
struct sink {
	char *at;
	size_t room; /* bytes that may be written, the final zero included */
	size_t length;
};

static void put(struct sink *k, char c) {
	if (k->length + 1 < k->room)
		k->at[k->length] = c;
	k->length++;
}

static void finish(struct sink *k) {
	if (k->room == 0)
		return;
	size_t end = k->length < k->room ? k->length : k->room - 1;
	k->at[end] = 0;
}

struct spec {
	int minus, plus, space, alternate, zero;
	int width, precision; /* precision -1: none given */
};

static void pad(struct sink *k, char c, int n) {
	for (; n > 0; n--)
		put(k, c);
}

static void put_text(struct sink *k, const struct spec *s, const char *text, int n) {
	if (!s->minus)
		pad(k, ' ', s->width - n);
	for (int i = 0; i < n; i++)
		put(k, text[i]);
	if (s->minus)
		pad(k, ' ', s->width - n);
}

static void put_string(struct sink *k, const struct spec *s, const char *text) {
	int n = 0;
	for (; s->precision < 0 || n < s->precision; n++) {
		if (text[n] == 0)
			break;
	}
	put_text(k, s, text, n);
}

static void put_number(struct sink *k, const struct spec *s, unsigned long long magnitude,
                       const char *sign, unsigned base, const char *digits) {
	char text[24]; /* 64 bits in octal, and a zero of the alternate form */
	int n = 0, nsign = sign[0] == 0 ? 0 : sign[1] == 0 ? 1 : 2;
	for (; magnitude != 0; magnitude /= base)
		text[n++] = digits[magnitude % base];
	int zeros = (s->precision < 0 ? 1 : s->precision) - n;
	if (s->alternate && base == 8 && zeros <= 0)
		zeros = 1;
	if (zeros < 0)
		zeros = 0;
	if (s->zero && !s->minus && s->precision < 0 && s->width - n - nsign > zeros)
		zeros = s->width - n - nsign;
	int blank = s->width - n - nsign - zeros;
	if (!s->minus)
		pad(k, ' ', blank);
	for (int i = 0; i < nsign; i++)
		put(k, sign[i]);
	pad(k, '0', zeros);
	while (n > 0)
		put(k, text[--n]);
	if (s->minus)
		pad(k, ' ', blank);
}

static void put_signed(struct sink *k, const struct spec *s, long long value) {
	const char *sign = value < 0 ? "-" : s->plus ? "+" : s->space ? " " : "";
	unsigned long long magnitude =
	    value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
	put_number(k, s, magnitude, sign, 10, "0123456789");
}

static void put_unsigned(struct sink *k, const struct spec *s, char kind,
                         unsigned long long value) {
	const char *sign = "";
	if (s->alternate && value != 0)
		sign = kind == 'x' ? "0x" : kind == 'X' ? "0X" : "";
	put_number(k, s, value, sign,
	           kind == 'u'   ? 10
	           : kind == 'o' ? 8
	                         : 16,
	           kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef");
}

enum length { SHORT_SHORT = -2, SHORT, PLAIN, LONG, LONG_LONG, LONG_DOUBLE };

static const char *parse_flags(const char *p, struct spec *s) {
	for (;; p++) {
		if (*p == '-')
			s->minus = 1;
		else if (*p == '+')
			s->plus = 1;
		else if (*p == ' ')
			s->space = 1;
		else if (*p == '#')
			s->alternate = 1;
		else if (*p == '0')
			s->zero = 1;
		else
			return p;
	}
}

static const char *parse_number(const char *p, int *n) {
	for (*n = 0; *p >= '0' && *p <= '9'; p++)
		*n = *n * 10 + (*p - '0');
	return p;
}

static const char *parse_length(const char *p, int *length) {
	*length = PLAIN;
	if (*p == 'h')
		*length = p[1] == 'h' ? SHORT_SHORT : SHORT;
	else if (*p == 'l')
		*length = p[1] == 'l' ? LONG_LONG : LONG;
	else if (*p == 'j' || *p == 'q')
		*length = LONG_LONG;
	else if (*p == 'L')
		*length = LONG_DOUBLE;
	else if (*p == 'z' || *p == 't')
		*length = LONG; /* size_t and ptrdiff_t are as wide as long on our targets */
	else
		return p;
	return p + (*length == SHORT_SHORT || (*length == LONG_LONG && *p == 'l') ? 2 : 1);
}

/* The list is handed on by address: how a va_list is passed differs between targets. */
struct arguments {
	__builtin_va_list list;
};

int __model_float_length(double x, int kind, int flags, int precision);
int __model_float_lengthl(long double x, int kind, int flags, int precision);
unsigned long long __model_float_word(double x, int kind, int flags, int precision, int at,
                                      int length);
unsigned long long __model_float_wordl(long double x, int kind, int flags, int precision, int at,
                                       int length);

/* A number, or a double as such; without its sign. */
struct real {
	int is_long, is_negative;
	double x;
	long double wide;
};

/* As libc/stdio/float_text.c has them. */
static int real_flags(const struct real *r, const struct spec *s) {
	return s->alternate + 2 * r->is_negative;
}

static int real_length(const struct real *r, char kind, const struct spec *s) {
	return r->is_long ? __model_float_lengthl(r->wide, kind, real_flags(r, s), s->precision)
	                  : __model_float_length(r->x, kind, real_flags(r, s), s->precision);
}

static unsigned long long real_word(const struct real *r, char kind, const struct spec *s, int at,
                                    int n) {
	return r->is_long ? __model_float_wordl(r->wide, kind, real_flags(r, s), s->precision, at, n)
	                  : __model_float_word(r->x, kind, real_flags(r, s), s->precision, at, n);
}

static void put_finite(struct sink *k, const struct spec *s, char kind, const struct real *r,
                       const char *sign) {
	int n = real_length(r, kind, s), blank = s->width - n - (sign[0] != 0);
	int prefix = kind == 'a' || kind == 'A' ? 2 : 0; /* "0x", before zeros that fill up */
	unsigned long long word = 0;
	if (!s->minus && !s->zero)
		pad(k, ' ', blank);
	if (sign[0] != 0)
		put(k, sign[0]);
	for (int i = 0; i < n; i++) {
		if (i == prefix && s->zero && !s->minus)
			pad(k, '0', blank);
		if (i % 8 == 0)
			word = real_word(r, kind, s, i, n);
		put(k, (char)(word & 0xff));
		word >>= 8;
	}
	if (s->minus)
		pad(k, ' ', blank);
}

static void put_float(struct sink *k, const struct spec *s, char kind, struct real r) {
	r.is_negative = (r.is_long ? __builtin_signbit(r.wide) : __builtin_signbit(r.x)) != 0;
	int is_nan = r.is_long ? __builtin_isnan(r.wide) : __builtin_isnan(r.x);
	int is_infinite = r.is_long ? __builtin_isinf(r.wide) : __builtin_isinf(r.x);
	const char *sign = r.is_negative ? "-" : s->plus ? "+" : s->space ? " " : "";
	if (is_nan || is_infinite) {
		const char *name = kind < 'a' ? (is_nan ? "NAN" : "INF") : is_nan ? "nan" : "inf";
		char text[5] = {sign[0]};
		int n = sign[0] != 0;
		for (int i = 0; i < 3; i++)
			text[n++] = name[i];
		put_text(k, s, text, n);
		return;
	}
	if (s->alternate && (kind == 'g' || kind == 'G'))
		__mc_unsupported("sprintf: %#g");
	if (__LDBL_MANT_DIG__ == 64 && r.is_long && s->precision >= 0 && (kind == 'a' || kind == 'A'))
		__mc_unsupported("sprintf: %La with a precision");
	r.x = r.is_negative ? -r.x : r.x;
	r.wide = r.is_negative ? -r.wide : r.wide;
	put_finite(k, s, kind, &r, sign);
}

static struct real next_real(struct arguments *a, int length) {
	struct real r = {length == LONG_DOUBLE, 0, 0, 0};
	if (r.is_long)
		r.wide = __builtin_va_arg(a->list, long double);
	else
		r.x = __builtin_va_arg(a->list, double);
	return r;
}

static long long next_signed(struct arguments *a, int length) {
	if (length == LONG_LONG)
		return __builtin_va_arg(a->list, long long);
	if (length == LONG)
		return __builtin_va_arg(a->list, long);
	int value = __builtin_va_arg(a->list, int);
	return length == SHORT ? (short)value : length == SHORT_SHORT ? (signed char)value : value;
}

static unsigned long long next_unsigned(struct arguments *a, int length) {
	if (length == LONG_LONG)
		return __builtin_va_arg(a->list, unsigned long long);
	if (length == LONG)
		return __builtin_va_arg(a->list, unsigned long);
	unsigned value = __builtin_va_arg(a->list, unsigned);
	if (length == SHORT)
		return (unsigned short)value;
	return length == SHORT_SHORT ? (unsigned char)value : value;
}

static void convert(struct sink *k, const struct spec *s, char kind, int length,
                    struct arguments *a) {
	char c;
	switch (kind) {
	case '%': put(k, '%'); break;
	case 'c':
		c = (char)__builtin_va_arg(a->list, int);
		put_text(k, s, &c, 1);
		break;
	case 's': put_string(k, s, __builtin_va_arg(a->list, const char *)); break;
	case 'd':
	case 'i': put_signed(k, s, next_signed(a, length)); break;
	case 'u':
	case 'o':
	case 'x':
	case 'X': put_unsigned(k, s, kind, next_unsigned(a, length)); break;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
#ifdef USES___model_floats_are_passed
		put_float(k, s, kind, next_real(a, length));
#else
		__mc_unsupported("sprintf: a floating-point number, but none is passed");
#endif
		break;
	default:
		__mc_unsupported("sprintf: a conversion other than %d %i %u %o %x %X %c %s %a %e %f %g");
		break;
	}
}

static int format_into(struct sink *k, const char *p, struct arguments *a) {
	for (;; p++) {
		if (*p == 0)
			break;
		if (*p != '%') {
			put(k, *p);
			continue;
		}
		struct spec s = {0, 0, 0, 0, 0, 0, -1};
		int length;
		p = parse_flags(p + 1, &s);
		if (*p == '*') {
			s.width = __builtin_va_arg(a->list, int);
			p++;
			if (s.width < 0) {
				s.minus = 1;
				s.width = -s.width;
			}
		} else {
			p = parse_number(p, &s.width);
		}
		if (*p == '.' && p[1] == '*') {
			s.precision = __builtin_va_arg(a->list, int);
			p += 2;
		} else if (*p == '.')
			p = parse_number(p + 1, &s.precision);
		p = parse_length(p, &length);
		convert(k, &s, *p, length, a);
	}
	finish(k);
	return (int)k->length;
}

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list) {
	struct sink k = {to, size, 0};
	struct arguments a;
	__builtin_va_copy(a.list, list);
	int n = format_into(&k, format, &a);
	__builtin_va_end(a.list);
	return n;
}

int vsprintf(char *to, const char *format, __builtin_va_list list) {
	return vsnprintf(to, (size_t)-1 >> 1, format, list);
}

int snprintf(char *to, size_t size, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vsnprintf(to, size, format, list);
	__builtin_va_end(list);
	return n;
}

int sprintf(char *to, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vsprintf(to, format, list);
	__builtin_va_end(list);
	return n;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
	__builtin_va_list list;
	(void)flag, (void)room;
	__builtin_va_start(list, format);
	int n = vsprintf(to, format, list);
	__builtin_va_end(list);
	return n;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
	__builtin_va_list list;
	(void)flag, (void)room;
	__builtin_va_start(list, format);
	int n = vsnprintf(to, size, format, list);
	__builtin_va_end(list);
	return n;
}

int vasprintf(char **result, const char *format, __builtin_va_list list) {
	int n = vsnprintf(NULL, 0, format, list);
	char *text = malloc((size_t)n + 1);
	if (text == NULL)
		return -1;
	vsprintf(text, format, list);
	*result = text;
	return n;
}

int asprintf(char **result, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vasprintf(result, format, list);
	__builtin_va_end(list);
	return n;
}
