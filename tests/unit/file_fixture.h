/* tests/unit/file_fixture.h -- files that a test writes, whole or spoilt. */
#ifndef TESTS_UNIT_FILE_FIXTURE_H
#define TESTS_UNIT_FILE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static inline void write_bytes(const char *path, const char *text, size_t n) {
	FILE *out = fopen(path, "wb");
	fwrite(text, 1, n, out);
	fclose(out);
}

/* The text with the first 'old' replaced; the caller frees it. */
static inline char *replaced(const char *text, const char *old, const char *new) {
	const char *at = strstr(text, old);
	CHECK(at);
	char *result = malloc(strlen(text) + strlen(new) + 1);
	sprintf(result, "%.*s%s%s", at ? (int)(at - text) : 0, text, new, at ? at + strlen(old) : "");
	return result;
}

#endif
