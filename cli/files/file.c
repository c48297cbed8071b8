#include "cli/files/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "util/base/vec.h"

#define MAX_BYTES ((size_t)64 << 20) /* devices have no end, and no time limit is known yet */

char *file_bytes(struct arena *arena, const char *path, size_t *bytes) {
	FILE *f = fopen(path, "rb");
	if (!f)
		return NULL;
	VEC(char) text = {0};
	size_t n;
	do {
		vec_reserve(&text, text.n + 4096);
		n = fread(text.at + text.n, 1, 4096, f);
		text.n += n;
	} while (n && text.n <= MAX_BYTES);
	bool good = !ferror(f) && text.n <= MAX_BYTES;
	int error = text.n > MAX_BYTES ? EFBIG : errno;
	fclose(f);
	*bytes = text.n;
	vec_push(&text, 0);
	char *copy = good ? arena_copy(arena, text.at, text.n) : NULL;
	vec_free(&text);
	errno = error;
	return copy;
}

char *file_text(struct arena *arena, const char *path) {
	size_t n;
	return file_bytes(arena, path, &n);
}
