/* Names of files, patterns, wide text: exact. */
#define _GNU_SOURCE
#include <assert.h>
#include <fnmatch.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
	char path[] = "/usr/lib/", copy[] = "/usr/lib/";
	assert(strcmp(basename(path), "lib") == 0);
#ifdef BUG
	assert(strcmp(dirname(copy), "/usr/lib") == 0);
#else
	assert(strcmp(dirname(copy), "/usr") == 0);
#endif
	assert(fnmatch("*.[ch]", "main.c", 0) == 0);
	assert(fnmatch("*.[ch]", "main.o", 0) == FNM_NOMATCH);
	wchar_t wide[4];
	assert(mbstowcs(wide, "abc", 4) == 3 && wcsncmp(wide, L"abd", 2) == 0);
	assert(strcmp(strerror(0), "Success") == 0);
	assert(div(7, 2).rem == 1);
}
