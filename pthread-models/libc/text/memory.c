/* mem* of string.h.  Regions are checked as a whole, then moved by the engine. */
#include "../../mc.h"

void *memmove(void *to, const void *from, size_t n) {
	if (n == 0)
		return to;
	__mc_assert(__mc_readable(from, n), "pointer", "memmove reads outside of an object");
	__mc_assert(__mc_writable(to, n), "pointer", "memmove writes outside of an object");
	__mc_copy(to, from, n);
	return to;
}

/* A region copied onto itself is harmless everywhere and is what struct assignment becomes. */
void *memcpy(void *to, const void *from, size_t n) {
	if (n == 0)
		return to;
	__mc_assert(__mc_readable(from, n), "pointer", "memcpy reads outside of an object");
	__mc_assert(__mc_writable(to, n), "pointer", "memcpy writes outside of an object");
	if (to != from && __mc_same_object(to, from)) {
		ptrdiff_t t = __mc_offset(to), f = __mc_offset(from);
		__mc_assert((size_t)(t < f ? f - t : t - f) >= n, "assertion",
		            "memcpy between regions that overlap");
	}
	__mc_copy(to, from, n);
	return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
	return (char *)memcpy(to, from, n) + n;
}

void *__mempcpy(void *to, const void *from, size_t n) {
	return (char *)memcpy(to, from, n) + n;
}

void bcopy(const void *from, void *to, size_t n) {
	memmove(to, from, n);
}

void *memset(void *at, int byte, size_t n) {
	if (n == 0)
		return at;
	__mc_assert(__mc_writable(at, n), "pointer", "memset writes outside of an object");
	__mc_set(at, byte, n);
	return at;
}

void bzero(void *at, size_t n) {
	memset(at, 0, n);
}

void explicit_bzero(void *at, size_t n) {
	memset(at, 0, n);
}

int memcmp(const void *a, const void *b, size_t n) {
	const unsigned char *p = a, *q = b;
	if (n == 0)
		return 0;
	__mc_assert(__mc_readable(a, n), "pointer", "memcmp reads outside of an object");
	__mc_assert(__mc_readable(b, n), "pointer", "memcmp reads outside of an object");
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return p[i] - q[i];
	return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
	return memcmp(a, b, n);
}

/* Only bytes up to the one found need to exist. */
void *memchr(const void *at, int byte, size_t n) {
	const unsigned char *p = at;
	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)byte)
			return (void *)(p + i);
	return NULL;
}

void *rawmemchr(const void *at, int byte) {
	const unsigned char *p = at;
	for (;; p++)
		if (*p == (unsigned char)byte)
			return (void *)p;
}

void *__rawmemchr(const void *at, int byte) {
	return rawmemchr(at, byte);
}

void *memrchr(const void *at, int byte, size_t n) {
	const unsigned char *p = at;
	if (n == 0)
		return NULL;
	__mc_assert(__mc_readable(at, n), "pointer", "memrchr reads outside of an object");
	for (size_t i = n; i > 0; i--)
		if (p[i - 1] == (unsigned char)byte)
			return (void *)(p + i - 1);
	return NULL;
}

void *memccpy(void *to, const void *from, int byte, size_t n) {
	unsigned char *p = to;
	const unsigned char *q = from;
	for (size_t i = 0; i < n; i++) {
		p[i] = q[i];
		if (q[i] == (unsigned char)byte)
			return p + i + 1;
	}
	return NULL;
}

void *memmem(const void *hay, size_t n, const void *needle, size_t m) {
	const unsigned char *p = hay;
	for (size_t i = 0; m <= n && i <= n - m; i++)
		if (memcmp(p + i, needle, m) == 0)
			return (void *)(p + i);
	return NULL;
}

void *memfrob(void *at, size_t n) {
	unsigned char *p = at;
	for (size_t i = 0; i < n; i++)
		p[i] ^= 42;
	return at;
}

void swab(const void *from, void *to, ssize_t n) {
	const unsigned char *p = from;
	unsigned char *q = to;
	for (ssize_t i = 0; i + 1 < n; i += 2) {
		unsigned char first = p[i];
		q[i] = p[i + 1];
		q[i + 1] = first;
	}
}
