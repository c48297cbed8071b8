/* Wide strings, further: copies, comparisons, searches; exact, as string.c in units of wchar_t. */
#include "../../mc.h"

void *malloc(size_t size);
size_t wcslen(const wchar_t *s);

size_t wcsnlen(const wchar_t *s, size_t max) {
	for (size_t n = 0; n < max; n++)
		if (s[n] == 0)
			return n;
	return max;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
	for (size_t i = 0;; i++) {
		to[i] = from[i];
		if (from[i] == 0)
			return to + i;
	}
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
	size_t i = 0;
	for (; i < n && from[i] != 0; i++)
		to[i] = from[i];
	for (size_t k = i; k < n; k++)
		to[k] = 0;
	return to + i;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
	wcpncpy(to, from, n);
	return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
	wchar_t *end = to + wcslen(to);
	size_t i = 0;
	for (; i < n && from[i] != 0; i++)
		end[i] = from[i];
	end[i] = 0;
	return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
		if (a[i] == 0)
			return 0;
	}
	return 0;
}

static wchar_t lower_wide(wchar_t c) {
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		wchar_t x = lower_wide(a[i]), y = lower_wide(b[i]);
		if (x != y)
			return x < y ? -1 : 1;
		if (x == 0)
			return 0;
	}
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
	return wcsncasecmp(a, b, (size_t)-1);
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
	return wcsncmp(a, b, (size_t)-1);
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
	for (;; s++)
		if (*s == c || *s == 0)
			return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
	const wchar_t *found = NULL;
	for (;; s++) {
		if (*s == c)
			found = s;
		if (*s == 0)
			return (wchar_t *)found;
	}
}

static int wide_contains(const wchar_t *set, wchar_t c) {
	for (; *set != 0; set++)
		if (*set == c)
			return 1;
	return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
	size_t n = 0;
	while (s[n] != 0 && wide_contains(accept, s[n]))
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
	size_t n = 0;
	while (s[n] != 0 && !wide_contains(reject, s[n]))
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
	s += wcscspn(s, accept);
	return *s != 0 ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle) {
	size_t m = wcslen(needle), n = wcslen(hay);
	for (size_t i = 0; m <= n && i <= n - m; i++)
		if (wcsncmp(hay + i, needle, m) == 0)
			return (wchar_t *)hay + i;
	return NULL;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest) {
	if (s == NULL)
		s = *rest;
	if (s == NULL)
		return NULL;
	s += wcsspn(s, delimiters);
	if (*s == 0) {
		*rest = NULL;
		return NULL;
	}
	wchar_t *end = s + wcscspn(s, delimiters);
	*rest = NULL;
	if (*end != 0) {
		*end = 0;
		*rest = end + 1;
	}
	return s;
}

wchar_t *wcsdup(const wchar_t *s) {
	size_t bytes = (wcslen(s) + 1) * sizeof *s;
	wchar_t *copy = malloc(bytes);
	if (copy != NULL)
		__mc_copy(copy, s, bytes);
	return copy;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
	if (n == 0)
		return to;
	__mc_assert(__mc_readable(from, n * sizeof *from), "pointer",
	            "wmemmove reads outside of an object");
	__mc_assert(__mc_writable(to, n * sizeof *to), "pointer",
	            "wmemmove writes outside of an object");
	__mc_copy(to, from, n * sizeof *to);
	return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
	return wmemmove(to, from, n) + n;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return (wchar_t *)s + i;
	return NULL;
}
