#include "report/base/position.h"

#include <ctype.h>
#include <string.h>

#include "report/base/source.h"
#include "util/base/vec.h"
#include "util/text/lines.h"
#include "util/text/utf8.h"

static const char *encode(struct arena *arena, const char *path) {
	static const char hex[] = "0123456789ABCDEF";
	char *to = arena_alloc(arena, 3 * strlen(path) + 1), *at = to;
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (c < 0x80 && (isalnum(c) || strchr("-._~/", c)))
			*at++ = (char)c;
		else {
			*at++ = '%';
			*at++ = hex[c >> 4];
			*at++ = hex[c & 15];
		}
	}
	return to;
}

/* An absolute path without ".", ".." and empty segments. */
static char *normalise(struct arena *arena, const char *path) {
	char *to = arena_alloc(arena, strlen(path) + 2), *at = to;
	for (const char *s = path; *s; s += strspn(s, "/")) {
		size_t n = strcspn(s, "/");
		bool up = n == 2 && !strncmp(s, "..", 2);
		while (up && at > to && *--at != '/')
			;
		if (n && !up && !(n == 1 && *s == '.')) {
			*at++ = '/';
			memcpy(at, s, n);
			at += n;
		}
		s += n;
	}
	*at = 0;
	return to;
}

const char *position_uri(struct arena *arena, const char *directory, const char *file,
                         bool *is_relative) {
	*is_relative = *file != '/';
	if (!directory && *is_relative)
		return encode(arena, file);
	const char *path = *is_relative ? arena_printf(arena, "%s/%s", directory, file) : file;
	path = normalise(arena, path);
	const char *base = directory ? normalise(arena, directory) : "";
	size_t n = strlen(base);
	*is_relative = directory && !strncmp(path, base, n) && path[n] == '/' && path[n + 1];
	if (*is_relative)
		return encode(arena, path + n + 1);
	return arena_printf(arena, "file://%s", encode(arena, path));
}

const char *position_directory_uri(struct arena *arena, const char *directory) {
	return arena_printf(arena, "file://%s/", encode(arena, normalise(arena, directory)));
}

/* The column of the byte, both from 0 on. */
static uint32_t utf16_column(const char *line, size_t n, size_t byte) {
	uint32_t column = 0;
	for (size_t i = 0; i < byte && i < n;) {
		uint32_t code;
		i += utf8_next(line + i, n - i, &code);
		column += code > 0xffff ? 2 : 1;
	}
	return byte > n ? column + (uint32_t)(byte - n) : column;
}

static bool find_column(const char *file, size_t offset, uint32_t *line, uint32_t *col) {
	struct loc loc;
	size_t n = 0;
	if (!lines_at(file, offset, &loc))
		return false;
	const char *text = lines_get(file, loc.line, &n);
	*line = loc.line;
	*col = text ? utf16_column(text, n, loc.col - 1) + 1 : loc.col;
	return true;
}

bool position_span(const char *file, size_t offset, size_t length, struct span *span) {
	return find_column(file, offset, &span->line, &span->col) &&
	       find_column(file, offset + length, &span->end_line, &span->end_col);
}

struct region position_region(struct loc loc) {
	struct region r = {loc.line, loc.line ? loc.col : 0, 0};
	size_t n;
	const char *line = r.col ? lines_get(loc.file, loc.line, &n) : NULL;
	if (!line)
		return r;
	r.col = utf16_column(line, n, loc.col - 1) + 1;
	struct arena *arena = arena_open();
	struct statement s;
	if (source_statement(arena, loc, &s) && s.to > s.from)
		r.end_col = utf16_column(line, n, s.to) + 1;
	if (r.end_col <= r.col)
		r.end_col = 0;
	arena_close(arena);
	return r;
}
