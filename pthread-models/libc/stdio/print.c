/* Output of text: it has no effect, may fail, and reads what it prints.
 *
 * A format, and the arguments of one that is a string literal, are checked at the call, by the
 * frontend (frontend/lower/lower_format.c).  Of a list of arguments the models look at those that a
 * literal names, wherever the format comes from.
 */
#include "stream.h"

#include "../../system/files/files.h"

/* A negative result, or what an output call promises.  No assumption: the path cannot end here. */
static int written(void) {
	int n = __mc_nondet_int();
	return __model_output_fails() ? -1 : n < 0 ? 0 : n;
}

/* Of a call on a stream whose arguments are checked. */
static int written_to(FILE *f) {
#ifdef USES___model_state_of
	__model_enter(f);
	__model_leave(f);
#else
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	__model_need_stream(f);
#endif
	return __model_refused(f, REFUSES_OUTPUT) ? -1 : written();
}

/* Of a call on stdout: the stream is there, so that nothing keeps a call whose result is not looked
 * at. */
static int written_out(void) {
#ifdef USES___model_state_of
	return written_to(stdout);
#endif
#ifdef USES_duplicate_to
	return written_to(stdout);
#endif
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	return written();
}

/* Reads even where nothing checks pointers: other threads may write there. */
static void need_text(const char *s) {
	int ok = __mc_is_string(s, (size_t)-1);
	__mc_assert(ok, "pointer", "the format of a message is no string");
}

/* The list is handed on by address: how a va_list is passed differs between targets. */
struct printed {
	__builtin_va_list list;
	int stars, precision; /* -1: none */
	int longs;            /* l: 1, ll and what else is as wide: 2, L: 3 */
};

/* What stands between the percent sign and the letter. */
static const char *print_flags(struct printed *a, const char *p) {
	int has_point = 0;
	a->precision = -1;
	a->longs = 0;
	for (;; p++) {
		if (*p == '*') {
			int n = __builtin_va_arg(a->list, int);
			a->precision = has_point ? n : a->precision;
		} else if (*p == '.') {
			has_point = 1;
			a->precision = 0;
		} else if (*p >= '0' && *p <= '9') {
			a->precision = has_point ? a->precision * 10 + (*p - '0') : a->precision;
		} else if (*p == 'l') {
			a->longs++;
		} else if (*p == 'j' || *p == 'q' || *p == 'z' || *p == 't') {
			a->longs = *p == 'j' || *p == 'q' ? 2 : 1;
		} else if (*p == 'L') {
			a->longs = 3;
		} else if (*p != '-' && *p != '+' && *p != ' ' && *p != '#' && *p != 'h') {
			return p;
		}
	}
}

static void print_string(struct printed *a) {
	const char *s = __builtin_va_arg(a->list, const char *);
	int ok =
	    a->longs != 0 ? __mc_readable(s, sizeof(wchar_t)) : __mc_is_string(s, (size_t)a->precision);
	__mc_assert(ok, "pointer", "the argument of %s points to no string");
}

static void print_integer(struct printed *a) {
	if (a->longs == 0)
		(void)__builtin_va_arg(a->list, int);
	else if (a->longs == 1)
		(void)__builtin_va_arg(a->list, long);
	else
		(void)__builtin_va_arg(a->list, long long);
}

/* 0: what follows cannot be told. */
static int print_one(struct printed *a, char kind) {
	switch (kind) {
	case '%':
	case 'm': return 1;
	case 's': print_string(a); return 1;
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X': print_integer(a); return 1;
	case 'c': (void)__builtin_va_arg(a->list, int); return 1;
	case 'p': (void)__builtin_va_arg(a->list, void *); return 1;
	case 'e':
	case 'f':
	case 'g':
	case 'E':
	case 'F':
	case 'G':
	case 'a':
	case 'A':
		if (a->longs == 3)
			(void)__builtin_va_arg(a->list, long double);
		else
			(void)__builtin_va_arg(a->list, double);
		return 1;
	case 'n': __mc_unsupported("%n with a list of arguments"); return 0;
	default: return 0;
	}
}

static void need_arguments(const char *format, __builtin_va_list list) {
	struct printed a;
	need_text(format);
	if (!__mc_readable(format, 1) || __mc_writable(format, 1))
		return; /* no literal, which may hold anything */
	__builtin_va_copy(a.list, list);
	for (const char *p = format; *p != 0; p++) {
		if (*p != '%')
			continue;
		p = print_flags(&a, p + 1);
		if (!print_one(&a, *p))
			break;
	}
	__builtin_va_end(a.list);
}

int printf(const char *format, ...) {
	(void)format;
	return written_out();
}

int fprintf(FILE *f, const char *format, ...) {
	__model_need_stream(f);
	(void)format;
#ifdef USES___model_memory_stream
	__builtin_va_list list;
	__builtin_va_start(list, format);
	if (f->memory != NULL)
		return __model_memory_print(f, format, list);
#endif
	return written_to(f);
}

/* What goes into a pipe or socket inside the program is what it would be. */
static int written_down(int fd, const char *format, struct printed *a) {
	(void)fd, (void)format, (void)a;
#ifdef USES___model_file
	struct file file = __model_get_file(fd);
	if (file.kind == FILE_NONE)
		return -1;
#endif
#ifdef USES___model_add_channel
	if (file.out != NULL || file.in != NULL)
		return __model_descriptor_print(fd, format, a->list);
#endif
#ifdef USES___model_file
	if ((file.flags & OPEN_PATH) != 0)
		return __model_error(EBADF);
	if (!__model_may_write(file)) /* nothing is written where the text is empty */
		return *format == 0 || (*format == '%' && __mc_nondet_bool()) ? 0 : __model_error(EBADF);
#endif
	return written();
}

int dprintf(int fd, const char *format, ...) {
	OPTIONAL_CANCELLATION_POINT();
	struct printed a;
	__builtin_va_start(a.list, format);
	int n = written_down(fd, format, &a);
	__builtin_va_end(a.list);
	return n;
}

int vprintf(const char *format, __builtin_va_list list) {
	need_arguments(format, list);
	return written_out();
}

int vfprintf(FILE *f, const char *format, __builtin_va_list list) {
	__model_need_stream(f);
	need_arguments(format, list);
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_print(f, format, list);
#endif
	return written_to(f);
}

int vdprintf(int fd, const char *format, __builtin_va_list list) {
	OPTIONAL_CANCELLATION_POINT();
	struct printed a;
	need_arguments(format, list);
	__builtin_va_copy(a.list, list);
	int n = written_down(fd, format, &a);
	__builtin_va_end(a.list);
	return n;
}

int __printf_chk(int flag, const char *format, ...) {
	(void)flag;
	(void)format;
	return written_out();
}

int __fprintf_chk(FILE *f, int flag, const char *format, ...) {
	__model_need_stream(f);
	(void)flag;
	(void)format;
#ifdef USES___model_memory_stream
	__builtin_va_list list;
	__builtin_va_start(list, format);
	if (f->memory != NULL)
		return __model_memory_print(f, format, list);
#endif
	return written_to(f);
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list) {
	(void)flag;
	return vprintf(format, list);
}

int __vfprintf_chk(FILE *f, int flag, const char *format, __builtin_va_list list) {
	(void)flag;
	return vfprintf(f, format, list);
}

static void need_line(const char *s) {
	int ok = __mc_is_string(s, (size_t)-1);
	__mc_assert(ok, "pointer", "what is printed is no string");
}

int puts(const char *s) {
	need_line(s);
	return written_out();
}

/* A copy of a string, which it makes outside of the section of the stream, and its length. */
static char *copy_of(const char *s, size_t *n) {
	*n = 0;
	while (s[*n] != 0)
		++*n;
	char *copy = __mc_alloc(*n + 1, __mc_internal);
	__mc_copy(copy, s, *n);
	return copy;
}

int fputs(const char *s, FILE *f) {
	__model_need_stream(f);
	need_line(s);
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		size_t n;
		const char *copy = copy_of(s, &n);
		__model_enter(f);
		int ok = __model_memory_write(f, copy, n) == n;
		__model_leave(f);
#ifdef USES___model_pipe_stream
		__model_pipe_written(f);
#endif
		return ok ? 1 : END_OF_FILE;
	}
#endif
	return *s == 0 && __model_refuses(f, REFUSES_OUTPUT) ? 1 : written_to(f);
}

int fputs_unlocked(const char *s, FILE *f) {
	__model_own_stream(f);
	need_line(s);
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		size_t n;
		const char *copy = copy_of(s, &n);
		int ok = __model_memory_write(f, copy, n) == n;
#ifdef USES___model_pipe_stream
		__model_pipe_written(f);
#endif
		return ok ? 1 : END_OF_FILE;
	}
#endif
	return *s != 0 && __model_refused(f, REFUSES_OUTPUT) ? END_OF_FILE : written();
}

void syslog(int priority, const char *format, ...) {
	OPTIONAL_CANCELLATION_POINT();
	(void)priority, (void)format;
}

void vsyslog(int priority, const char *format, __builtin_va_list list) {
	(void)priority;
	need_arguments(format, list);
}

void openlog(const char *name, int option, int facility) {
	OPTIONAL_CANCELLATION_POINT();
	(void)option, (void)facility;
	if (name != NULL)
		NEED_STRING(name, "openlog");
}

void closelog(void) {
	OPTIONAL_CANCELLATION_POINT();
}
