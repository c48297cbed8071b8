/* The models of sprintf and of strtol against the real ones, over flags, widths and values. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/model_host.h"

#define vsnprintf       m_vsnprintf
#define vsprintf        m_vsprintf
#define snprintf        m_snprintf
#define sprintf         m_sprintf
#define vasprintf       m_vasprintf
#define asprintf        m_asprintf
#define __sprintf_chk   m___sprintf_chk
#define __snprintf_chk  m___snprintf_chk
#define strtol          m_strtol
#define strtoll         m_strtoll
#define strtoul         m_strtoul
#define strtoull        m_strtoull
#define __isoc23_strtol m___isoc23_strtol
#define atoi            m_atoi
#define atol            m_atol
#define atoll           m_atoll

#define __isoc23_strtoll  m___isoc23_strtoll
#define __isoc23_strtoul  m___isoc23_strtoul
#define __isoc23_strtoull m___isoc23_strtoull

/* Floating-point numbers: test_model_numbers.c. */
#define USES___model_floats_are_passed
#include "tests/unit/model_numbers.h"

#include "pthread-models/libc/numbers.c"
#include "pthread-models/libc/stdio/float_text.c"
#include "pthread-models/libc/stdio/format.c"

#undef snprintf
#undef strtol
#undef strtoll
#undef strtoul
#undef strtoull

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-truncation"

static const long long value[] = {0,     1,       -1,      7,         42,       -300,
                                  65536, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN};

#define SAME(...)                                                                                  \
	do {                                                                                           \
		char x[256], y[256];                                                                       \
		memset(x, 1, sizeof x);                                                                    \
		memset(y, 1, sizeof y);                                                                    \
		int n = snprintf(x, size, __VA_ARGS__), m = m_snprintf(y, size, __VA_ARGS__);              \
		CHECK(n == m && memcmp(x, y, sizeof x) == 0);                                              \
	} while (0)

static void test_format(size_t size) {
	static const char *const flag[] = {"", "-", "+", " ", "#", "0", "-+", "+0", "#0", "-#"};
	static const char *const field[] = {"", "1", "5", "12", ".0", ".3", "8.3", "2.6", "*", ".*"};
	static const char *const length[] = {"hh", "h", "", "l", "ll"};
	static const char kind[] = "diuoxX";
	for (size_t f = 0; f < sizeof flag / sizeof *flag; f++)
		for (size_t w = 0; w < sizeof field / sizeof *field; w++)
			for (size_t l = 0; l < sizeof length / sizeof *length; l++)
				for (size_t k = 0; kind[k]; k++)
					for (size_t v = 0; v < sizeof value / sizeof *value; v++) {
						char format[32];
						snprintf(format, sizeof format, "<%%%s%s%s%c>", flag[f], field[w],
						         length[l], kind[k]);
						int star = strchr(field[w], '*') != NULL;
						if (star && l == 4)
							SAME(format, 9, value[v]);
						else if (star && l == 3)
							SAME(format, -9, (long)value[v]);
						else if (star)
							SAME(format, 4, (int)value[v]);
						else if (l == 4)
							SAME(format, value[v]);
						else if (l == 3)
							SAME(format, (long)value[v]);
						else
							SAME(format, (int)value[v]);
					}
	SAME("%s and %s", "one", "two");
	SAME("[%10s][%-10s][%.2s][%8.1s]", "abc", "abc", "abc", "abc");
	SAME("%c%c%%", 'x', 'y');
	SAME("[%5c][%-5c]", 'x', 'y');
	SAME("plain");
	SAME("%zu %td %jd", (size_t)7, (ptrdiff_t)-7, (intmax_t)-1);
}

#define SAME_NUMBER(f, ...)                                                                        \
	do {                                                                                           \
		char *p = NULL, *q = NULL;                                                                 \
		errno = 0;                                                                                 \
		__auto_type a = f(s, &p __VA_ARGS__);                                                      \
		int e = errno;                                                                             \
		errno = 0;                                                                                 \
		__auto_type b = m_##f(s, &q __VA_ARGS__);                                                  \
		CHECK(a == b && p == q && e == errno);                                                     \
	} while (0)

static void test_numbers(void) {
	static const char *const text[] = {"",
	                                   "0",
	                                   "7",
	                                   "-7",
	                                   "+7",
	                                   "  42x",
	                                   "x",
	                                   "-",
	                                   "0x",
	                                   "0x1f",
	                                   "0X1Fg",
	                                   "-0x10",
	                                   "077",
	                                   "08",
	                                   "2147483647",
	                                   "2147483648",
	                                   "-2147483648",
	                                   "-2147483649",
	                                   "9223372036854775807",
	                                   "9223372036854775808",
	                                   "-9223372036854775808",
	                                   "-9223372036854775809",
	                                   "18446744073709551615",
	                                   "18446744073709551616",
	                                   "99999999999999999999999",
	                                   "zz",
	                                   "12 34",
	                                   "\t\n-1",
	                                   "0b1",
	                                   "1_0"};
	static const int base[] = {0, 2, 8, 10, 16, 36};
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		for (size_t k = 0; k < sizeof base / sizeof *base; k++) {
			const char *s = text[i];
			SAME_NUMBER(strtol, , base[k]);
			SAME_NUMBER(strtoll, , base[k]);
			SAME_NUMBER(strtoul, , base[k]);
			SAME_NUMBER(strtoull, , base[k]);
		}
	CHECK(host_unsupported == 0);
}

int main(void) {
	test_format(256);
	test_format(6);
	test_format(0);
	test_numbers();
	return check_done("models of sprintf and strtol");
}
