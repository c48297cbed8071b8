/* Characters of several bytes, in the C locale: a byte below 128 is a character, all others are
 * none.  That is the same in UTF-8 and all other locales of Linux for text in ASCII; for anything
 * else a program that has called setlocale is not modelled. */
#include "../../errors.h"
#include "../../mc.h"

int *__errno_location(void);

struct shift_state { /* mbstate_t: always the initial one */
	int count;
	unsigned value;
};

#define NO_CHARACTER ((size_t)-1)

static size_t invalid(void) {
#ifdef USES_setlocale
	__mc_unsupported("characters outside of ASCII, after setlocale");
#endif
	*__errno_location() = EILSEQ;
	return NO_CHARACTER;
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, struct shift_state *state) {
	(void)state;
	if (s == NULL)
		return 0;
	if (n == 0)
		return (size_t)-2;
	unsigned char c = (unsigned char)*s;
	if (c >= 128)
		return invalid();
	if (to != NULL)
		*to = c;
	return c != 0;
}

size_t mbrlen(const char *s, size_t n, struct shift_state *state) {
	return mbrtowc(NULL, s, n, state);
}

size_t wcrtomb(char *to, wchar_t c, struct shift_state *state) {
	(void)state;
	if (to == NULL)
		return 1;
	if ((unsigned)c >= 128)
		return invalid();
	*to = (char)c;
	return 1;
}

int mbsinit(const struct shift_state *state) {
	return state == NULL || state->count == 0;
}

/* These have a state of their own, which in this locale nothing changes. */
int mbtowc(wchar_t *to, const char *s, size_t n) {
	if (s == NULL)
		return 0;
	if (n == 0)
		return -1;
	return (int)mbrtowc(to, s, n, NULL);
}

int mblen(const char *s, size_t n) {
	return mbtowc(NULL, s, n);
}

int wctomb(char *to, wchar_t c) {
	return to == NULL ? 0 : (int)wcrtomb(to, c, NULL);
}

int btowc(int c) {
	return c >= 0 && c < 128 ? c : -1;
}

int wctob(unsigned c) {
	return c < 128 ? (int)c : -1;
}

/* Up to n characters, with the zero if it is among them; without 'to' all are counted. */
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t bytes, size_t n,
                  struct shift_state *state) {
	const char *s = *from;
	for (size_t i = 0; (to == NULL || i < n) && i < bytes; i++) {
		wchar_t c;
		size_t length = mbrtowc(&c, s + i, 1, state);
		if (length == NO_CHARACTER) {
			if (to != NULL)
				*from = s + i;
			return NO_CHARACTER;
		}
		if (to != NULL)
			to[i] = c;
		if (length == 0) {
			if (to != NULL)
				*from = NULL;
			return i;
		}
	}
	if (to != NULL)
		*from = s + (bytes < n ? bytes : n);
	return bytes < n || to == NULL ? bytes : n;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, struct shift_state *state) {
	return mbsnrtowcs(to, from, (size_t)-1 >> 1, n, state);
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n) {
	return mbsrtowcs(to, &from, n, NULL);
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, struct shift_state *state) {
	const wchar_t *s = *from;
	size_t i = 0;
	for (; to == NULL || i < n; i++) {
		char c;
		if (wcrtomb(&c, s[i], state) == NO_CHARACTER) {
			if (to != NULL)
				*from = s + i;
			return NO_CHARACTER;
		}
		if (to != NULL)
			to[i] = c;
		if (c == 0) {
			if (to != NULL)
				*from = NULL;
			return i;
		}
	}
	*from = s + i;
	return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n) {
	return wcsrtombs(to, &from, n, NULL);
}

size_t __ctype_get_mb_cur_max(void) {
#ifdef USES_setlocale
	return __mc_nondet_bool() ? 6 : 1;
#else
	return 1;
#endif
}

/* --- wctype.h --- */

#define IS_WIDE(low, high) (c >= (low) && c <= (high))
#define ASCII_ONLY()                                                                               \
	do {                                                                                           \
		if (c >= 128 && c != ~0U)                                                                  \
			not_ascii();                                                                           \
	} while (0)

/* In the C locale no character beyond ASCII has a class. */
static void not_ascii(void) {
#ifdef USES_setlocale
	__mc_unsupported("characters outside of ASCII, after setlocale");
#endif
}

int iswdigit(unsigned c) {
	return IS_WIDE('0', '9');
}

int iswupper(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('A', 'Z');
}

int iswlower(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('a', 'z');
}

int iswalpha(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('A', 'Z') || IS_WIDE('a', 'z');
}

int iswalnum(unsigned c) {
	return iswalpha(c) || iswdigit(c);
}

int iswspace(unsigned c) {
	ASCII_ONLY();
	return c == ' ' || IS_WIDE('\t', '\r');
}

int iswblank(unsigned c) {
	ASCII_ONLY();
	return c == ' ' || c == '\t';
}

int iswxdigit(unsigned c) {
	return IS_WIDE('0', '9') || IS_WIDE('a', 'f') || IS_WIDE('A', 'F');
}

int iswgraph(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('!', '~');
}

int iswprint(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE(' ', '~');
}

int iswpunct(unsigned c) {
	return iswgraph(c) && !iswalnum(c);
}

int iswcntrl(unsigned c) {
	ASCII_ONLY();
	return c < 32 || c == 127;
}

unsigned towlower(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('A', 'Z') ? c + 32 : c;
}

unsigned towupper(unsigned c) {
	ASCII_ONLY();
	return IS_WIDE('a', 'z') ? c - 32 : c;
}

/* The columns that it takes on a terminal; -1: it cannot be printed. */
int wcwidth(wchar_t wide) {
	unsigned c = (unsigned)wide;
	ASCII_ONLY();
	return c == 0 ? 0 : IS_WIDE(' ', '~') ? 1 : -1;
}
