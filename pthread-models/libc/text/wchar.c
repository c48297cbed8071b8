/* Wide strings: as string.c, in units of wchar_t. */
#include "../../mc.h"

size_t wcslen(const wchar_t *s) {
	for (size_t n = 0;; n++)
		if (s[n] == 0)
			return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
	for (size_t i = 0;; i++) {
		to[i] = from[i];
		if (from[i] == 0)
			return to;
	}
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
	wcscpy(to + wcslen(to), from);
	return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
	for (size_t i = 0;; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
		if (a[i] == 0)
			return 0;
	}
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
	for (;; s++) {
		if (*s == c)
			return (wchar_t *)s;
		if (*s == 0)
			return NULL;
	}
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
	if (n == 0)
		return to;
	__mc_assert(__mc_readable(from, n * sizeof *from), "pointer",
	            "wmemcpy reads outside of an object");
	__mc_assert(__mc_writable(to, n * sizeof *to), "pointer",
	            "wmemcpy writes outside of an object");
	__mc_copy(to, from, n * sizeof *to);
	return to;
}

wchar_t *wmemset(wchar_t *at, wchar_t c, size_t n) {
	if (n == 0)
		return at;
	__mc_assert(__mc_writable(at, n * sizeof *at), "pointer",
	            "wmemset writes outside of an object");
	for (size_t i = 0; i < n; i++)
		at[i] = c;
	return at;
}
