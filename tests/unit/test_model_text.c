/* The models of fnmatch, strverscmp, basename and dirname, and of wide strings, against the real
 * ones, on random text of a small alphabet. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tests/unit/model_host.h"

char *dirname(char *path); /* libgen.h would change what basename is */
char *__xpg_basename(char *path);

#define fnmatch        model_fnmatch
#define basename       model_basename
#define dirname        model_dirname
#define __xpg_basename model_xpg_basename
#define wcsncmp        model_wcsncmp
#define wcsstr         model_wcsstr
#define wcstok         model_wcstok
#define wcsspn         model_wcsspn
#define wcscspn        model_wcscspn
#define wcspbrk        model_wcspbrk
#define wcsrchr        model_wcsrchr
#define wcsncasecmp    model_wcsncasecmp
#define wcscasecmp     model_wcscasecmp
#define wcscoll        model_wcscoll
#define wcsnlen        model_wcsnlen
#define wcpcpy         model_wcpcpy
#define wcpncpy        model_wcpncpy
#define wcsncpy        model_wcsncpy
#define wcsncat        model_wcsncat
#define wcschrnul      model_wcschrnul
#define wcsdup         model_wcsdup
#define wmemmove       model_wmemmove
#define wmempcpy       model_wmempcpy
#define wmemcmp        model_wmemcmp
#define wmemchr        model_wmemchr
#include "pthread-models/libc/text/paths.c"
#include "pthread-models/libc/text/pattern.c"
#include "pthread-models/libc/text/wide.c"
#undef fnmatch
#undef basename
#undef dirname
#undef __xpg_basename
#undef wcsncmp
#undef wcsstr
#undef wcstok
#undef wcsspn
#undef wcscspn
#undef wcspbrk
#undef wcsrchr
#undef wcsncasecmp

enum { RUNS = 200000, LONGEST = 8 };

static int sign_of(int x) {
	return (x > 0) - (x < 0);
}

static void random_text(char *to, int longest, const char *alphabet) {
	int n = rand() % (longest + 1), letters = (int)strlen(alphabet);
	for (int i = 0; i < n; i++)
		to[i] = alphabet[rand() % letters];
	to[n] = 0;
}

static void compare_patterns(void) {
	char pattern[LONGEST + 1], text[LONGEST + 1];
	random_text(pattern, LONGEST, "*?[]a/.\\-!bA");
	random_text(text, 6, "ab/.A-][");
	int flags = rand() % 32, before = host_unsupported;
	int model = model_fnmatch(pattern, text, flags);
	if (host_unsupported != before)
		return;
	bool agree = (model != 0) == (fnmatch(pattern, text, flags) != 0);
	if (!agree)
		fprintf(stderr, "fnmatch(\"%s\", \"%s\", %d): model %d\n", pattern, text, flags, model);
	CHECK(agree);
}

static void compare_paths(void) {
	char text[LONGEST + 1], a[LONGEST + 1], b[LONGEST + 1];
	random_text(text, 6, "//a.");
	CHECK(strcmp(basename(text), model_basename(text)) == 0);
	strcpy(a, text);
	strcpy(b, text);
	CHECK(strcmp(dirname(a), model_dirname(b)) == 0);
	strcpy(a, text);
	strcpy(b, text);
	CHECK(strcmp(__xpg_basename(a), model_xpg_basename(b)) == 0);
	CHECK(strcmp(a, b) == 0);
}

static void widen(wchar_t *to, const char *from) {
	while ((*to++ = *from++) != 0)
		;
}

static void compare_wide(void) {
	char a[LONGEST + 1], b[LONGEST + 1];
	wchar_t x[LONGEST + 1], y[LONGEST + 1], z[LONGEST + 1], *rest = NULL, *other = NULL;
	random_text(a, LONGEST, "abAB,");
	random_text(b, 3, "abAB,");
	widen(x, a);
	widen(y, b);
	size_t n = (size_t)rand() % 5;
	CHECK(sign_of(wcsncmp(x, y, n)) == model_wcsncmp(x, y, n));
	CHECK(sign_of(wcsncasecmp(x, y, n)) == model_wcsncasecmp(x, y, n));
	CHECK(wcsstr(x, y) == model_wcsstr(x, y));
	CHECK(wcsspn(x, y) == model_wcsspn(x, y));
	CHECK(wcscspn(x, y) == model_wcscspn(x, y));
	CHECK(wcspbrk(x, y) == model_wcspbrk(x, y));
	CHECK(wcsrchr(x, L'a') == model_wcsrchr(x, L'a'));
	widen(z, a);
	const wchar_t *word = wcstok(x, y, &rest), *model = model_wcstok(z, y, &other);
	for (int i = 0; i < LONGEST; i++) {
		CHECK((word == NULL) == (model == NULL) && (word == NULL || word - x == model - z));
		word = wcstok(NULL, y, &rest);
		model = model_wcstok(NULL, y, &other);
	}
}

int main(void) {
	srand(1);
	for (int i = 0; i < RUNS; i++) {
		compare_patterns();
		compare_paths();
		compare_wide();
	}
	return check_done("models of text");
}
