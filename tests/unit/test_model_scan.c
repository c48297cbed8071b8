/* The model of sscanf against the real one. */
#include <stdio.h>

#include "tests/unit/model_host.h"

ptrdiff_t __mc_offset(const void *p) {
	(void)p;
	return 0;
}

int __mc_nondet_int(void) {
	return 0;
}

size_t __mc_nondet_size(void) {
	return 0;
}

int __model_begin_scan(FILE *f) {
	(void)f;
	return 1;
}

void __model_memory_skip(FILE *f, size_t n, int was_end) {
	(void)f, (void)n, (void)was_end;
}

static int (*const real_sscanf)(const char *, const char *, ...) = sscanf;

#define vfscanf         m_vfscanf
#define vscanf          m_vscanf
#define scanf           m_scanf
#define fscanf          m_fscanf
#define vsscanf         m_vsscanf
#define sscanf          m_sscanf
#define __isoc99_scanf  m___isoc99_scanf
#define __isoc99_fscanf m___isoc99_fscanf
#define __isoc99_sscanf m___isoc99_sscanf
#define __isoc23_scanf  m___isoc23_scanf
#define __isoc23_fscanf m___isoc23_fscanf
#define __isoc23_sscanf m___isoc23_sscanf

#define USES___model_floats_are_passed
#include "pthread-models/libc/stdio/scan.c"

#undef sscanf

static const char *const format[] = {
    "%d",       "%d %d",   "%d,%d",    "%2d%3d",    "%i %i",      "%x",     "%o",       "%u%n",
    "%hhd %hd", "%ld",     "%lld",     "%s",        "%s %s",      "%3s%s",  "%c",       "%c%c%c",
    "%3c",      " %c",     "%[abc]",   "%[^,],%s",  "%[a-c]%[]]", "%*d %d", "%*s%s",    "x%d",
    "%d%%",     "%s%n",    "%1x",      "%[^]x]%d",  "%d-%d-%d",   "%n",     "a b%s",    "%[0-9-]%s",
    "%5[a-z]",  "%hx %hu", "%i",       "%[^\n]%*c", "%d:%s",      "",       "%zu %hhu", "key=%s",
    "%f",       "%lf%n",   "%4lf%n%f", "%Lf",       "%lf %f",     "%*f%n",  "%3f%d",    "%a%n",
    "%3g%s",    "%lf,%lf",
};
static const char *const input[] = {
    "",
    "1",
    "12 34",
    "-5,7",
    "12345",
    "0x1f 017",
    "0x",
    "0xg",
    "  42  ",
    "99%",
    "abc def",
    "abc,def",
    "a]b",
    "x7",
    "x",
    "ab",
    "1-2-3",
    "1--2",
    "  ",
    "a  b c",
    "077 0x7f",
    "+3 -4",
    "300 70000",
    "255",
    "key=v",
    "keys",
    "\t\n9",
    "cab]zz",
    "]x1",
    "12:ab",
    "line one\nline two",
    "-",
    "+",
    "08",
    "a b",
    "1.5 -2e3",
    "1.25e",
    "1e+x",
    "0x1.8p3 7",
    "0x1p",
    "infinity",
    "infinix",
    "-INF 2",
    "nan)",
    ".5.5",
    ".",
    "3.75,0.125",
    "1e400",
};

static void compare(const char *s, const char *f) {
	static char x[3][64], y[3][64];
	memset(x, 0x77, sizeof x);
	memset(y, 0x77, sizeof y);
	int n = real_sscanf(s, f, x[0], x[1], x[2]), m = m_sscanf(s, f, y[0], y[1], y[2]);
	/* A failed conversion of text may have left something behind. */
	int same = n == m;
	for (int i = 0; i < 3 && i < n; i++)
		same &= memcmp(x[i], y[i], sizeof x[i]) == 0;
	if (!same)
		fprintf(stderr, "sscanf(\"%s\", \"%s\"): %d, model %d\n", s, f, n, m);
	CHECK(same);
}

int main(void) {
	for (size_t i = 0; i < sizeof input / sizeof *input; i++)
		for (size_t k = 0; k < sizeof format / sizeof *format; k++)
			compare(input[i], format[k]);
	CHECK(host_unsupported > 0); /* 300 does not fit "%hhd" */
	return check_done("model of sscanf");
}
