/* scanf and its family on streams: any number of the conversions succeeds, and those leave
 * arbitrary values of their kind.  Reading from a string (sscanf) is not modelled. */
#include "../mc.h"

typedef struct _IO_FILE FILE;

/* The list is handed on by address: how a va_list is passed differs between targets. */
struct scan_arguments {
	__builtin_va_list list;
};

struct conversion {
	int suppressed; /* "%*d" */
	int width;      /* 0: none */
	char length;    /* 'H' for hh, 'h', 'l', 'q' for ll and j, 'L', 'z', or 0 */
	char kind;
};

static int is_space(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* p is behind the '%'; returns what follows the conversion. */
static const char *parse_conversion(const char *p, struct conversion *c) {
	*c = (struct conversion){0, 0, 0, 0};
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
	case 'E':
	case 'G':
		return c->length == 'l'   ? sizeof(double)
		       : c->length == 'L' ? sizeof(long double)
		                          : sizeof(float);
	case 'p': return sizeof(void *);
	case 'c': return c->width > 0 ? (size_t)c->width : 1;
	default: return 0;
	}
}

/* A word: no zero in it, and for %s no white space. */
static void read_word(char *to, const struct conversion *c) {
	size_t length = __mc_nondet_size(), limit = c->width > 0 ? (size_t)c->width : (size_t)-1 >> 1;
	__mc_assume(length > 0 && length <= limit);
	__mc_assert(__mc_writable(to, length + 1), "pointer", "scanf writes outside of an object");
	__mc_havoc(to, length);
	to[length] = 0;
	size_t room = __mc_object_size(to) - (size_t)__mc_offset(to);
	for (size_t i = 0; i < room && i < limit; i++)
		__mc_assume(i >= length || (to[i] != 0 && (c->kind == '[' || !is_space(to[i]))));
}

static void read_value(void *to, const struct conversion *c) {
	if ((c->kind == 's' || c->kind == '[') && c->length == 0) {
		read_word(to, c);
		return;
	}
	size_t size = size_of(c);
	if (size == 0)
		__mc_unsupported("scanf: a conversion that is not modelled");
	__mc_assert(__mc_writable(to, size), "pointer", "scanf writes outside of an object");
	__mc_havoc(to, size);
}

static int scan(const char *format, struct scan_arguments *a) {
	int done = __mc_nondet_int(), n = 0;
	struct conversion c;
	__mc_assume(done >= -1 && done <= count_assigned(format));
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
		read_value(__builtin_va_arg(a->list, void *), &c);
	}
	return done;
}

int vfscanf(FILE *f, const char *format, __builtin_va_list list) {
	struct scan_arguments a;
	(void)f;
	__builtin_va_copy(a.list, list);
	int n = scan(format, &a);
	__builtin_va_end(a.list);
	return n;
}

int vscanf(const char *format, __builtin_va_list list) {
	return vfscanf(NULL, format, list);
}

int scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(NULL, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc99_scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(NULL, format, list);
	__builtin_va_end(list);
	return n;
}

int __isoc23_scanf(const char *format, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, format);
	int n = vfscanf(NULL, format, list);
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

int sscanf(const char *s, const char *format, ...) {
	(void)s, (void)format;
	__mc_unsupported("sscanf");
	return 0;
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
	(void)s, (void)format;
	__mc_unsupported("sscanf");
	return 0;
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
	(void)s, (void)format;
	__mc_unsupported("sscanf");
	return 0;
}

int vsscanf(const char *s, const char *format, __builtin_va_list list) {
	(void)s, (void)format, (void)list;
	__mc_unsupported("vsscanf");
	return 0;
}
