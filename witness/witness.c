#include "witness/witness.h"

#include <stdio.h>
#include <string.h>

#include "util/base/intern.h"

enum { MAX_BYTES = 64 << 20 };

static char *read_all(struct arena *arena, const char *path, size_t *size, const char **error) {
	FILE *f = fopen(path, "rb");
	if (!f) {
		*error = "the witness cannot be read";
		return NULL;
	}
	VEC(char) text = {0};
	char chunk[1 << 14];
	size_t n;
	while (text.n <= MAX_BYTES && (n = fread(chunk, 1, sizeof chunk, f)) > 0) {
		vec_reserve(&text, text.n + n);
		memcpy(text.at + text.n, chunk, n);
		text.n += n;
	}
	bool failed = ferror(f) != 0;
	fclose(f);
	char *copy = arena_alloc(arena, text.n + 1);
	if (text.n)
		memcpy(copy, text.at, text.n);
	*size = text.n;
	vec_free(&text);
	if (failed || *size > MAX_BYTES)
		*error = failed ? "the witness cannot be read" : "the witness is larger than 64 MB";
	return *error ? NULL : copy;
}

/* XML begins with '<', perhaps after a byte-order mark and blanks; YAML never does. */
static bool is_xml(const char *text) {
	if (!strncmp(text, "\xef\xbb\xbf", 3))
		text += 3;
	return text[strspn(text, " \t\r\n")] == '<';
}

struct witness *witness_read(const char *path, struct witness_error *error) {
	*error = (struct witness_error){.loc = {.file = intern(path)}};
	struct arena *arena = arena_open();
	struct witness *w = arena_new(arena, struct witness);
	w->arena = arena;
	w->path = intern(path);
	size_t size = 0;
	const char *text = read_all(arena, path, &size, &error->text);
	if (text && (is_xml(text) ? witness_read_graphml : witness_read_yaml)(w, text, size, error))
		return w;
	error->text = intern(error->text ? error->text : "not a witness");
	witness_close(w);
	return NULL;
}

void witness_close(struct witness *w) {
	if (!w)
		return;
	vec_free(&w->file);
	vec_free(&w->hash);
	vec_free(&w->specification);
	vec_free(&w->violation);
	vec_free(&w->edge);
	vec_free(&w->invariant);
	vec_free(&w->ghost);
	vec_free(&w->update);
	arena_close(w->arena);
}
