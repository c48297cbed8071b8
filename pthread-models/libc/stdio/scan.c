/* scanf and its family on streams: any number of the conversions succeeds, and those leave
 * arbitrary values of their kind.  From a string (sscanf) and from a stream in memory: exact. */
#include "../../system/environment.h"

typedef struct _IO_FILE FILE;

extern FILE *stdin;
int __model_begin_scan(FILE *f); /* 0, and errno is set: it is not open for reading */
const char *__model_memory_text(FILE *f);
void __model_memory_skip(FILE *f, size_t n, int was_end);

/* The list is handed on by address: how a va_list is passed differs between targets. */
struct scan_arguments {
	__builtin_va_list list;
	const char *stop; /* where a string was left */
	int is_refused;   /* a conversion did not fit the input there */
};

struct conversion {
	int suppressed; /* "%*d" */
	int width;      /* 0: none */
	char length;    /* 'H' for hh, 'h', 'l', 'q' for ll and j, 'L', 'z', or 0 */
	char kind;
	const char *set; /* of "%[": behind the bracket */
};

static int is_space(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Is c in the set that follows "%["?  'set' points behind the bracket. */
static int in_set(const char *set, char c) {
	int inverted = *set == '^', found = 0;
	set += inverted;
	const char *first = set;
	for (; *set != 0 && (*set != ']' || set == first); set++) {
		if (*set == '-' && set != first && set[1] != ']' && set[1] != 0) {
			found |= (unsigned char)set[-1] <= (unsigned char)c &&
			         (unsigned char)c <= (unsigned char)set[1];
			set++;
		} else {
			found |= *set == c;
		}
	}
	return found != inverted;
}

/* p is behind the '%'; returns what follows the conversion. */
static const char *parse_conversion(const char *p, struct conversion *c) {
	*c = (struct conversion){0, 0, 0, 0, NULL};
	if (*p == '*') {
		c->suppressed = 1;
		p++;
	}
	for (; *p >= '0' && *p <= '9'; p++)
		c->width = c->width * 10 + (*p - '0');
	if (*p == 'h' || *p == 'l') {
		c->length = *p++;
		if (*p == c->length) {
			c->length = *p == 'h' ? 'H' : 'q';
			p++;
		}
	} else if (*p == 'j' || *p == 'L' || *p == 'z' || *p == 't') {
		c->length = *p == 'j' ? 'q' : *p == 't' ? 'z' : *p;
		p++;
	}
	c->kind = *p++;
	if (c->kind == '[') {
		c->set = p;
		if (*p == '^')
			p++;
		do
			p++;
		while (*p != ']' && *p != 0);
		p += *p == ']';
	}
	return p;
}

static int assigns(const struct conversion *c) {
	return !c->suppressed && c->kind != '%' && c->kind != 'n';
}

static int count_assigned(const char *format) {
	int n = 0;
	struct conversion c;
	for (;;) {
		if (*format == 0)
			return n;
		if (*format++ == '%') {
			format = parse_conversion(format, &c);
			n += assigns(&c);
		}
	}
}

static size_t size_of(const struct conversion *c) {
	switch (c->kind) {
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		switch (c->length) {
		case 'H': return sizeof(char);
		case 'h': return sizeof(short);
		case 'l': return sizeof(long);
		case 'q': return sizeof(long long);
		case 'z': return sizeof(size_t);
		default: return sizeof(int);
		}
	case 'a':
	case 'e':
	case 'f':
	case 'g':
	case 'A':
	case 'E':
	case 'F':
	case 'G':
		return c->length == 'l'   ? sizeof(double)
		       : c->length == 'L' ? sizeof(long double)
		                          : sizeof(float);
	case 'p': return sizeof(void *);
	case 'c': return c->width > 0 ? (size_t)c->width : 1;
	default: return 0;
	}
}

/* A word: no zero in it, for %s no white space, for %[ nothing but the set. */
static void read_word(char *to, const struct conversion *c) {
	size_t length = __mc_nondet_size(), limit = c->width > 0 ? (size_t)c->width : (size_t)-1 >> 1;
	limit = INPUT_TEXT(limit);
	__mc_assume(length > 0 && length <= limit);
	__mc_assert(__mc_writable(to, length + 1), "pointer", "scanf writes outside of an object");
	__mc_havoc(to, length);
	to[length] = 0;
	size_t room = __mc_object_size(to) - (size_t)__mc_offset(to);
	for (size_t i = 0; i < room && i < limit; i++)
		__mc_assume(i >= length ||
		            (to[i] != 0 && (c->kind == '[' ? in_set(c->set, to[i]) : !is_space(to[i]))));
	__mc_input(to, length, 's');
}

/* How a value is written that a conversion read: see __mc_input. */
static int shown_as(char kind) {
	switch (kind) {
	case 'c': return 's';
	case 'd':
	case 'i': return 'd';
	case 'o':
	case 'p':
	case 'u':
	case 'x':
	case 'X': return 'u';
	default: return 'f';
	}
}

/* The number-th value of its call. */
static void read_value(void *to, const struct conversion *c, int number) {
	if ((c->kind == 's' || c->kind == '[') && c->length == 0) {
		read_word(to, c);
		return;
	}
	size_t size = size_of(c);
	if (size == 0)
		__mc_unsupported("scanf: a conversion that is not modelled");
	__mc_assert(__mc_writable(to, size), "pointer", "scanf writes outside of an object");
	int small =
	    c->kind == 'd' || c->kind == 'i' || c->kind == 'u' ? __mc_small("scanf", NULL, number) : -1;
	if (small >= 0) {
		long long value = small;
		__mc_copy(to, &value, size);
	} else
		__mc_havoc(to, size);
	__mc_input(to, size, shown_as(c->kind));
}

/* Is the first thing that is read a word or a character?  Every text but none at all has one. */
static int begins_with_any(const char *format) {
	struct conversion c;
	while (is_space(*format))
		format++;
	if (*format != '%')
		return 0;
	parse_conversion(format + 1, &c);
	return !c.suppressed && c.length == 0 && (c.kind == 's' || c.kind == 'c');
}

static int scan(const char *format, struct scan_arguments *a) {
	int done = __mc_nondet_int(), n = 0;
	struct conversion c;
	__mc_assume(done >= -1 && done <= count_assigned(format));
	__mc_assume(done != 0 || !begins_with_any(format));
	while (*format != 0) {
		if (*format++ != '%')
			continue;
		format = parse_conversion(format, &c);
		if (c.kind == 'n' && n <= done) {
			int *count = __builtin_va_arg(a->list, int *);
			*count = __mc_nondet_int();
			__mc_assume(*count >= 0);
		}
		if (!assigns(&c))
			continue;
		if (n++ >= done)
			break;
		read_value(__builtin_va_arg(a->list, void *), &c, n);
	}
	return done;
}

int __model_scan_memory(FILE *f, const char *text, const char *format, struct scan_arguments *a);

int vfscanf(FILE *f, const char *format, __builtin_va_list list) {
	struct scan_arguments a;
	int n = -1, is_over = INPUT_IS_OVER(), may_read = __model_begin_scan(f);
	__builtin_va_copy(a.list, list);
#ifdef USES___model_memory_stream
	const char *text = __model_memory_text(f);
	if (text != NULL) {
		n = __model_scan_memory(f, text, format, &a);
		__builtin_va_end(a.list);
		return n;
	}
#endif
	if (may_read && !is_over)
		n = scan(format, &a);
	__builtin_va_end(a.list);
	return n;
}

int vscanf(const char *format, __builtin_va_list list) {
	return vfscanf(stdin, format, list);
}

int scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(stdin, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc99_scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(stdin, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc23_scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(stdin, format, list);
	__builtin_va_end(list);
	return n;
}

int fscanf(FILE *f, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(f, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc99_fscanf(FILE *f, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(f, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc23_fscanf(FILE *f, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(f, format, list);
	__builtin_va_end(list);
	return n;
}

/* --- From a string, as glibc does it: "0x" alone is zero, %3c takes what there is. --- */

static const char *skip_spaces(const char *s) {
	while (is_space(*s))
		s++;
	return s;
}

/* Characters of a %s, %c or %[ conversion; null if there are too few. */
static const char *scan_text(const char *s, const char *set, const struct conversion *c, char *to) {
	int n = 0, limit = c->width > 0 ? c->width : c->kind == 'c' ? 1 : __INT_MAX__;
	for (; n < limit && s[n] != 0; n++) {
		if ((c->kind == 's' && is_space(s[n])) || (c->kind == '[' && !in_set(set, s[n])))
			break;
		if (to != NULL)
			to[n] = s[n];
	}
	if (n == 0)
		return NULL;
	if (to != NULL && c->kind != 'c')
		to[n] = 0;
	return s + n;
}

static int digit_value(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static void store_integer(void *to, const struct conversion *c, unsigned long long value) {
	switch (size_of(c)) {
	case 1: *(unsigned char *)to = (unsigned char)value; break;
	case 2: *(unsigned short *)to = (unsigned short)value; break;
	case 4: *(unsigned *)to = (unsigned)value; break;
	default: *(unsigned long long *)to = value; break;
	}
}

/* An integer; null if there is none.  What does not fit is undefined, and not modelled. */
static const char *scan_integer(const char *s, const struct conversion *c, void *to) {
	int left = c->width > 0 ? c->width : __INT_MAX__, negative = 0, any = 0;
	unsigned base = c->kind == 'o' ? 8 : c->kind == 'x' || c->kind == 'X' ? 16 : 10;
	unsigned long long value = 0;
	if (left > 0 && (*s == '-' || *s == '+')) {
		negative = *s++ == '-';
		left--;
	}
	if ((base == 16 || c->kind == 'i') && left > 1 && *s == '0') {
		any = 1;
		if (s[1] == 'x' || s[1] == 'X') {
			s += 2;
			left -= 2;
			base = 16;
		} else if (c->kind == 'i') {
			base = 8;
		}
	}
	for (; left > 0 && (unsigned)digit_value(*s) < base; s++, left--, any = 1) {
		if (value > (((unsigned long long)-1 >> 1) - 15) / base)
			__mc_unsupported("sscanf: a number that does not fit");
		value = value * base + (unsigned)digit_value(*s);
	}
	if (!any)
		return NULL;
	if (size_of(c) < 8 && value >> (size_of(c) * 8) != 0)
		__mc_unsupported("sscanf: a number that does not fit");
	if (to != NULL)
		store_integer(to, c, negative ? 0 - value : value);
	return s;
}

double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);

static void store_float(void *to, const struct conversion *c, const char *text) {
	if (c->length == 'L')
		*(long double *)to = strtold(text, NULL);
	else if (c->length == 'l')
		*(double *)to = strtod(text, NULL);
	else
		*(float *)to = strtof(text, NULL);
}

/* Does the text begin with the word, of lower-case letters, within 'left' characters? */
static int has_word(const char *s, int left, const char *word) {
	for (; *word != 0; s++, word++, left--)
		if (left <= 0 || (*s != *word && *s != *word - 'a' + 'A'))
			return 0;
	return 1;
}

/* Digits, at most one point among them; returns where they end. */
static const char *skip_float_digits(const char *s, const char *limit, unsigned base, int *any) {
	for (int point = 0; s != limit; s++) {
		if (*s == '.' && !point)
			point = 1;
		else if ((unsigned)digit_value(*s) < base)
			*any = 1;
		else
			break;
	}
	return s;
}

/* Where the characters end that scanf takes for a number, as glibc does it: "1e" is taken as a
 * whole, and read as 1; null if it is none.  'limit' is where the width ends. */
static const char *float_end(const char *s, const char *limit, int has_width) {
	int any = 0, is_hexadecimal = 0;
	if (s != limit && (*s == '-' || *s == '+'))
		s++;
	if (has_word(s, (int)(limit - s), "nan"))
		return s + 3;
	if (has_word(s, (int)(limit - s), "inf")) {
		int is_more = limit - s > 3 && (s[3] == 'i' || s[3] == 'I');
		return !is_more ? s + 3 : has_word(s, (int)(limit - s), "infinity") ? s + 8 : NULL;
	}
	if (limit - s > 1 && *s == '0' && (s[1] == 'x' || s[1] == 'X')) {
		is_hexadecimal = 1;
		s += 2;
		if (s == limit && has_width)
			__mc_unsupported("sscanf: a width that ends behind \"0x\"");
	}
	s = skip_float_digits(s, limit, is_hexadecimal ? 16 : 10, &any);
	if (!any)
		return NULL;
	char letter = is_hexadecimal ? 'p' : 'e';
	if (s == limit || (*s != letter && *s != letter - 'a' + 'A'))
		return s;
	s++;
	if (s != limit && (*s == '-' || *s == '+'))
		s++;
	while (s != limit && *s >= '0' && *s <= '9')
		s++;
	return s;
}

/* A floating-point number; null if there is none. */
static const char *scan_float(const char *s, const struct conversion *c, void *to) {
	enum { MOST = 64 };
	int width = 0;
	if (c->width == 0) {
		while (s[width] != 0)
			width++;
	} else {
		while (width < c->width && s[width] != 0)
			width++;
	}
	const char *end = float_end(s, s + width, c->width > 0);
	if (end == NULL || to == NULL)
		return end;
	if (s[width] == 0 || end != s + width) { /* what follows is no part of the number for strtod */
		store_float(to, c, s);
		return end;
	}
	char text[MOST];
	if (width >= MOST)
		__mc_unsupported("sscanf: a number of more than 63 characters by its width");
	for (int i = 0; i < width; i++)
		text[i] = s[i];
	text[width] = 0;
	store_float(to, c, text);
	return end;
}

static const char *scan_one(const char *s, const char *set, const struct conversion *c, void *to) {
	switch (c->kind) {
	case 's':
	case 'c':
	case '[':
		if (c->length != 0)
			__mc_unsupported("sscanf: wide characters");
		return scan_text(s, set, c, to);
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X': return scan_integer(s, c, to);
	case 'a':
	case 'e':
	case 'f':
	case 'g':
	case 'A':
	case 'E':
	case 'F':
	case 'G':
#ifdef USES___model_floats_are_passed
		return scan_float(s, c, to);
#else
		__mc_unsupported("sscanf: a floating-point number, but no pointer to one is passed");
		return NULL;
#endif
	default:
		__mc_unsupported("sscanf: a conversion other than %d %i %u %o %x %a %e %f %g %c %s %[");
		return NULL;
	}
}

static int scan_string(const char *s, const char *format, struct scan_arguments *a) {
	const char *start = s;
	int done = 0;
	struct conversion c;
	a->is_refused = 0;
	while (*format != 0) {
		a->stop = s;
		if (is_space(*format)) {
			s = skip_spaces(s);
			format++;
			continue;
		}
		if (*format != '%') {
			if (*s != *format)
				return done == 0 && *s == 0 ? -1 : done;
			s++;
			format++;
			continue;
		}
		const char *spec = format + 1;
		format = parse_conversion(spec, &c);
		if (c.kind == 'n') {
			*__builtin_va_arg(a->list, int *) = (int)(s - start);
			continue;
		}
		if (c.kind != 'c' && c.kind != '[')
			s = skip_spaces(s);
		a->stop = s;
		if (*s == 0)
			return done == 0 ? -1 : done;
		if (c.kind == '%') {
			if (*s++ != '%')
				return done;
			continue;
		}
		while (*spec != c.kind)
			spec++;
		void *to = c.suppressed ? NULL : __builtin_va_arg(a->list, void *);
		s = scan_one(s, spec + 1, &c, to);
		if (s == NULL) {
			a->is_refused = 1;
			return done;
		}
		done += !c.suppressed;
	}
	a->stop = s;
	return done;
}

/* What a conversion that fails has taken from a stream before it does, is not modelled. */
int __model_scan_memory(FILE *f, const char *text, const char *format, struct scan_arguments *a) {
	int n = scan_string(text, format, a);
	char c = *a->stop;
	if (a->is_refused && (c == '-' || c == '+' || c == '.' || c == '0' || c == 'i' || c == 'I' ||
	                      c == 'n' || c == 'N'))
		__mc_unsupported("fscanf: input that a conversion takes in part");
	__model_memory_skip(f, (size_t)(a->stop - text), c == 0);
	return n;
}

int vsscanf(const char *s, const char *format, __builtin_va_list list) {
	struct scan_arguments a;
	__builtin_va_copy(a.list, list);
	int n = scan_string(s, format, &a);
	__builtin_va_end(a.list);
	return n;
}

int sscanf(const char *s, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vsscanf(s, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vsscanf(s, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vsscanf(s, format, list);
	__builtin_va_end(list);
	return n;
}
