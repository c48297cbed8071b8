/* The models of string.h and memory against the real ones, on short strings of a small alphabet. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/unit/model_host.h"

#define memcpy      m_memcpy
#define memmove     m_memmove
#define mempcpy     m_mempcpy
#define __mempcpy   m___mempcpy
#define memset      m_memset
#define memcmp      m_memcmp
#define memchr      m_memchr
#define memrchr     m_memrchr
#define rawmemchr   m_rawmemchr
#define __rawmemchr m___rawmemchr
#define memccpy     m_memccpy
#define memmem      m_memmem
#define bcopy       m_bcopy
#define bzero       m_bzero
#define bcmp        m_bcmp
#define strlen      m_strlen
#define strnlen     m_strnlen
#define stpcpy      m_stpcpy
#define __stpcpy    m___stpcpy
#define strcpy      m_strcpy
#define stpncpy     m_stpncpy
#define strncpy     m_strncpy
#define strlcpy     m_strlcpy
#define strlcat     m_strlcat
#define strverscmp  m_strverscmp
#define memfrob     m_memfrob
#define swab        m_swab
#define strcat      m_strcat
#define strncat     m_strncat
#define strcmp      m_strcmp
#define strncmp     m_strncmp
#define strcoll     m_strcoll
#define strxfrm     m_strxfrm
#define strcasecmp  m_strcasecmp
#define strncasecmp m_strncasecmp
#define strchrnul   m_strchrnul
#define strchr      m_strchr
#define strrchr     m_strrchr
#define index       m_index
#define rindex      m_rindex
#define strspn      m_strspn
#define strcspn     m_strcspn
#define strpbrk     m_strpbrk
#define strstr      m_strstr
#define strcasestr  m_strcasestr
#define strtok      m_strtok
#define strtok_r    m_strtok_r
#define __strtok_r  m___strtok_r
#define strsep      m_strsep
#define strdup      m_strdup
#define strndup     m_strndup
#define __strdup    m___strdup
#define __strndup   m___strndup
#define ffs         m_ffs
#define ffsl        m_ffsl
#define ffsll       m_ffsll

#define explicit_bzero m_explicit_bzero

#include "pthread-models/libc/text/memory.c"
#include "pthread-models/libc/text/string.c"

#undef memcmp
#undef strverscmp
#undef strlen
#undef strnlen
#undef strcpy
#undef strncpy
#undef strcat
#undef strncat
#undef strcmp
#undef strncmp
#undef strcasecmp
#undef strncasecmp
#undef strchr
#undef strrchr
#undef strchrnul
#undef strspn
#undef strcspn
#undef strpbrk
#undef strstr
#undef strcasestr
#undef strtok_r
#undef strsep
#undef strndup
#undef memchr
#undef memrchr
#undef memccpy
#undef memmem
#undef memset
#undef ffs

static int sign(int x) {
	return (x > 0) - (x < 0);
}

/* The i-th string over an alphabet of four, up to five characters. */
static void make(char *s, unsigned i) {
	static const char letter[] = {'a', 'B', ',', (char)0xe9};
	size_t n = 0;
	for (; i > 0; i /= 5)
		if (i % 5 != 0)
			s[n++] = letter[i % 5 - 1];
	s[n] = 0;
}

static void compare_pair(const char *a, const char *b) {
	char x[32], y[32];
	CHECK(strcmp(a, b) == m_strcmp(a, b) || sign(strcmp(a, b)) == sign(m_strcmp(a, b)));
	CHECK(sign(strcasecmp(a, b)) == sign(m_strcasecmp(a, b)));
	CHECK(strspn(a, b) == m_strspn(a, b));
	CHECK(strcspn(a, b) == m_strcspn(a, b));
	CHECK(strpbrk(a, b) == m_strpbrk(a, b));
	CHECK(strstr(a, b) == m_strstr(a, b));
	CHECK(strcasestr(a, b) == m_strcasestr(a, b));
	CHECK(memmem(a, strlen(a), b, strlen(b)) == m_memmem(a, strlen(a), b, strlen(b)));
	for (size_t n = 0; n < 5; n++) {
		CHECK(sign(strncmp(a, b, n)) == sign(m_strncmp(a, b, n)));
		CHECK(sign(strncasecmp(a, b, n)) == sign(m_strncasecmp(a, b, n)));
		memset(x, 1, sizeof x);
		memset(y, 1, sizeof y);
		strncpy(x, a, n);
		m_strncpy(y, a, n);
		CHECK(memcmp(x, y, sizeof x) == 0);
		strcpy(x, b);
		m_strcpy(y, b);
		strncat(x, a, n);
		m_strncat(y, a, n);
		CHECK(strcmp(x, y) == 0);
	}
	strcpy(x, a);
	m_strcpy(y, a);
	strcat(x, b);
	m_strcat(y, b);
	CHECK(strcmp(x, y) == 0);
	char *r = x, *s = y, *rest = NULL, *tser = NULL;
	for (int i = 0; i < 4; i++) {
		char *p = strtok_r(i ? NULL : r, ",", &rest), *q = m_strtok_r(i ? NULL : s, ",", &tser);
		CHECK((p == NULL) == (q == NULL));
		CHECK(p == NULL || (p - x == q - y && strcmp(p, q) == 0));
	}
	strcpy(x, a);
	strcpy(y, a);
	for (int i = 0; i < 4; i++) {
		char *p = strsep(&r, ","), *q = m_strsep(&s, ",");
		CHECK((p == NULL) == (q == NULL) && (p == NULL || strcmp(p, q) == 0));
	}
}

static void compare_one(const char *a) {
	CHECK(strlen(a) == m_strlen(a));
	static const char probe[] = {'a', 'B', ',', (char)0xe9, 0, 'z'};
	for (size_t i = 0; i < sizeof probe; i++) {
		CHECK(strchr(a, probe[i]) == m_strchr(a, probe[i]));
		CHECK(strrchr(a, probe[i]) == m_strrchr(a, probe[i]));
		CHECK(strchrnul(a, probe[i]) == m_strchrnul(a, probe[i]));
		CHECK(memchr(a, probe[i], strlen(a)) == m_memchr(a, probe[i], strlen(a)));
		CHECK(memrchr(a, probe[i], strlen(a)) == m_memrchr(a, probe[i], strlen(a)));
		char x[16] = "0123456789", y[16] = "0123456789";
		char *p = memccpy(x, a, probe[i], strlen(a)), *q = m_memccpy(y, a, probe[i], strlen(a));
		CHECK(memcmp(x, y, sizeof x) == 0 && (p ? p - x : -1) == (q ? q - y : -1));
	}
	for (size_t n = 0; n < 6; n++) {
		CHECK(strnlen(a, n) == m_strnlen(a, n));
		char *p = strndup(a, n), *q = m_strndup(a, n);
		CHECK(strcmp(p, q) == 0);
		free(p);
		free(q);
	}
}

int main(void) {
	char a[16], b[16];
	for (unsigned i = 0; i < 700; i++) {
		make(a, i);
		compare_one(a);
		for (unsigned k = 0; k < 160; k++) {
			make(b, k * 7 + i % 7);
			compare_pair(a, b);
		}
	}
	srand(1);
	for (int i = 0; i < 100000; i++) {
		for (int k = 0; k < 5; k++) {
			a[k] = "0019a"[rand() % 5];
			b[k] = k > 0 && b[k - 1] != a[k - 1] ? "0019a"[rand() % 5] : a[k];
			b[k] = rand() % 4 == 0 ? "0019a"[rand() % 5] : b[k];
		}
		a[rand() % 6] = b[rand() % 6] = 0;
		a[5] = b[5] = 0;
		CHECK(sign(strverscmp(a, b)) == sign(m_strverscmp(a, b)));
	}
	for (int i = -3; i < 300; i++)
		CHECK(ffs(i) == m_ffs(i));
	return check_done("models of string.h");
}
