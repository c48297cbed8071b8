/* Strings: plain loops, each byte checked as it is reached, so that a string without end is found
 * where it leaves its object.  Compare with the C locale's order, as strcoll does there. */
#include "../../mc.h"

void *malloc(size_t size);

size_t strlen(const char *s) {
	for (size_t n = 0;; n++)
		if (s[n] == 0)
			return n;
}

size_t strnlen(const char *s, size_t max) {
	for (size_t n = 0; n < max; n++)
		if (s[n] == 0)
			return n;
	return max;
}

char *stpcpy(char *to, const char *from) {
	for (size_t i = 0;; i++) {
		to[i] = from[i];
		if (from[i] == 0)
			return to + i;
	}
}

char *__stpcpy(char *to, const char *from) {
	return stpcpy(to, from);
}

char *strcpy(char *to, const char *from) {
	stpcpy(to, from);
	return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
	size_t i = 0;
	if (n == 0)
		return to;
	__mc_assert(__mc_writable(to, n), "pointer", "strncpy writes outside of an object");
	for (; i < n; i++) {
		if (from[i] == 0)
			break;
		to[i] = from[i];
	}
	for (size_t k = i; k < n; k++)
		to[k] = 0;
	return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
	stpncpy(to, from, n);
	return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
	size_t n = strlen(from);
	for (size_t i = 0; i < size; i++) {
		to[i] = i + 1 < size && i < n ? from[i] : 0;
		if (to[i] == 0)
			break;
	}
	return n;
}

/* What the whole would need, without the zero. */
size_t strlcat(char *to, const char *from, size_t size) {
	size_t n = strnlen(to, size);
	return n + strlcpy(to + n, from, size - n);
}

char *strcat(char *to, const char *from) {
	stpcpy(to + strlen(to), from);
	return to;
}

char *strncat(char *to, const char *from, size_t n) {
	char *end = to + strlen(to);
	size_t i = 0;
	for (; i < n; i++) {
		if (from[i] == 0)
			break;
		end[i] = from[i];
	}
	end[i] = 0;
	return to;
}

int strcmp(const char *a, const char *b) {
	for (size_t i = 0;; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y || x == 0)
			return x - y;
	}
}

int strncmp(const char *a, const char *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y || x == 0)
			return x - y;
	}
	return 0;
}

/* Where the digits of a number begin that ends before s[n]. */
static size_t number_before(const char *s, size_t n) {
	while (n > 0 && s[n - 1] >= '0' && s[n - 1] <= '9')
		n--;
	return n;
}

static size_t count_digits(const char *s) {
	size_t n = 0;
	while (s[n] >= '0' && s[n] <= '9')
		n++;
	return n;
}

/* As strcmp, but numbers count as numbers, and with zeros in front as fractions: "000" < "00" <
 * "01" < "010" < "09" < "0" < "1" < "9" < "10". */
int strverscmp(const char *a, const char *b) {
	size_t i = 0;
	while (a[i] == b[i]) {
		if (a[i] == 0)
			return 0;
		i++;
	}
	int order = (unsigned char)a[i] - (unsigned char)b[i];
	size_t from = number_before(a, i), zeros = from, m = count_digits(a + i),
	       n = count_digits(b + i);
	while (zeros < i && a[zeros] == '0')
		zeros++;
	if (from < i && a[from] == '0') { /* a fraction; of more zeros is the smaller one */
		if (zeros == i && m == 0 && n > 0)
			return 1;
		if (zeros == i && n == 0 && m > 0)
			return -1;
		return order;
	}
	if (from == i && (m == 0 || n == 0))
		return order;
	if (from == i && (a[i] == '0' || b[i] == '0'))
		return order;
	return m != n ? (m > n ? 1 : -1) : order;
}

int strcoll(const char *a, const char *b) {
	return strcmp(a, b);
}

size_t strxfrm(char *to, const char *from, size_t n) {
	size_t length = strlen(from);
	if (n > 0)
		strncpy(to, from, n);
	return length;
}

static int lower(char c) {
	int x = (unsigned char)c;
	return x >= 'A' && x <= 'Z' ? x + ('a' - 'A') : x;
}

int strncasecmp(const char *a, const char *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		int x = lower(a[i]), y = lower(b[i]);
		if (x != y || x == 0)
			return x - y;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b) {
	return strncasecmp(a, b, (size_t)-1);
}

char *strchrnul(const char *s, int c) {
	for (;; s++)
		if (*s == (char)c || *s == 0)
			return (char *)s;
}

char *strchr(const char *s, int c) {
	char *p = strchrnul(s, c);
	return *p == (char)c ? p : NULL;
}

char *index(const char *s, int c) {
	return strchr(s, c);
}

char *strrchr(const char *s, int c) {
	const char *found = NULL;
	for (;; s++) {
		if (*s == (char)c)
			found = s;
		if (*s == 0)
			return (char *)found;
	}
}

char *rindex(const char *s, int c) {
	return strrchr(s, c);
}

/* Does 'set' contain c?  The end of the set does not count. */
static int contains(const char *set, char c) {
	for (;; set++) {
		if (*set == 0)
			return 0;
		if (*set == c)
			return 1;
	}
}

size_t strspn(const char *s, const char *accept) {
	for (size_t n = 0;; n++)
		if (s[n] == 0 || !contains(accept, s[n]))
			return n;
}

size_t strcspn(const char *s, const char *reject) {
	for (size_t n = 0;; n++)
		if (s[n] == 0 || contains(reject, s[n]))
			return n;
}

char *strpbrk(const char *s, const char *accept) {
	s += strcspn(s, accept);
	return *s ? (char *)s : NULL;
}

char *strstr(const char *hay, const char *needle) {
	size_t m = strlen(needle), n = strlen(hay);
	for (size_t i = 0; m <= n && i <= n - m; i++)
		if (strncmp(hay + i, needle, m) == 0)
			return (char *)hay + i;
	return NULL;
}

char *strcasestr(const char *hay, const char *needle) {
	size_t m = strlen(needle), n = strlen(hay);
	for (size_t i = 0; m <= n && i <= n - m; i++)
		if (strncasecmp(hay + i, needle, m) == 0)
			return (char *)hay + i;
	return NULL;
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
	if (s == NULL)
		s = *rest;
	if (s == NULL)
		return NULL;
	s += strspn(s, delimiters);
	if (*s == 0) {
		*rest = s;
		return NULL;
	}
	char *end = s + strcspn(s, delimiters);
	if (*end != 0)
		*end++ = 0;
	*rest = end;
	return s;
}

char *__strtok_r(char *s, const char *delimiters, char **rest) {
	return strtok_r(s, delimiters, rest);
}

static char *hidden_state_of_strtok;

char *strtok(char *s, const char *delimiters) {
	return strtok_r(s, delimiters, &hidden_state_of_strtok);
}

char *strsep(char **rest, const char *delimiters) {
	char *s = *rest;
	if (s == NULL)
		return NULL;
	char *end = s + strcspn(s, delimiters);
	if (*end == 0) {
		*rest = NULL;
	} else {
		*end = 0;
		*rest = end + 1;
	}
	return s;
}

char *strndup(const char *s, size_t n) {
	size_t length = strnlen(s, n);
	char *copy = malloc(length + 1);
	if (copy == NULL)
		return NULL;
	__mc_copy(copy, s, length);
	copy[length] = 0;
	return copy;
}

char *strdup(const char *s) {
	return strndup(s, (size_t)-1 >> 1);
}

char *__strdup(const char *s) {
	return strdup(s);
}

char *__strndup(const char *s, size_t n) {
	return strndup(s, n);
}

int ffs(int x) {
	return x == 0 ? 0 : __builtin_ctz((unsigned)x) + 1;
}

int ffsl(long x) {
	return x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1;
}

int ffsll(long long x) {
	return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1;
}
