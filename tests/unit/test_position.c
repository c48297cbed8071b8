#include "report/base/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/text/lines.h"

static bool is_uri(const char *directory, const char *file, bool relative, const char *wanted) {
	struct arena *arena = arena_open();
	bool is_relative;
	const char *uri = position_uri(arena, directory, file, &is_relative);
	bool good = !strcmp(uri, wanted) && is_relative == relative;
	if (!good)
		fprintf(stderr, "'%s' became '%s'\n", file, uri);
	arena_close(arena);
	return good;
}

static void test_uris(void) {
	CHECK(is_uri("/a/b", "c.c", true, "c.c"));
	CHECK(is_uri("/a/b", "./d//c.c", true, "d/c.c"));
	CHECK(is_uri("/a/b", "/a/b/c.c", true, "c.c"));
	CHECK(is_uri("/a/b/", "d/../c.c", true, "c.c"));
	CHECK(is_uri("/a/b", "../c.c", false, "file:///a/c.c"));
	CHECK(is_uri("/a/b", "../../../../c.c", false, "file:///c.c"));
	CHECK(is_uri("/a/b", "/a/bc/c.c", false, "file:///a/bc/c.c"));
	CHECK(is_uri("/", "c.c", true, "c.c"));
	CHECK(is_uri(NULL, "d/c.c", true, "d/c.c"));
	CHECK(is_uri("/a", "a b%:\xc3\xa4#?.c", true, "a%20b%25%3A%C3%A4%23%3F.c"));
	struct arena *arena = arena_open();
	CHECK(!strcmp(position_directory_uri(arena, "/a b/c"), "file:///a%20b/c/"));
	CHECK(!strcmp(position_directory_uri(arena, "/"), "file:///"));
	arena_close(arena);
}

static bool is_region(struct loc loc, uint32_t line, uint32_t col, uint32_t end_col) {
	struct region r = position_region(loc);
	bool good = r.line == line && r.col == col && r.end_col == end_col;
	if (!good)
		fprintf(stderr, "%u:%u-%u\n", r.line, r.col, r.end_col);
	return good;
}

static bool is_span(const char *file, size_t offset, size_t length, struct span wanted) {
	struct span s;
	if (!position_span(file, offset, length, &s))
		return false;
	bool good = s.line == wanted.line && s.col == wanted.col && s.end_line == wanted.end_line &&
	            s.end_col == wanted.end_col;
	if (!good)
		fprintf(stderr, "%u:%u-%u:%u\n", s.line, s.col, s.end_line, s.end_col);
	return good;
}

/* A letter of two bytes is a unit, one of four bytes is two; line ends belong to their lines. */
static void test_spans(void) {
	char name[] = "/tmp/test_span.XXXXXX";
	FILE *f = fdopen(mkstemp(name), "w");
	fputs("ab\r\n\xc3\xa4\xf0\x9f\x90\x9bx\n\nend", f);
	fclose(f);
	CHECK(is_span(name, 0, 0, (struct span){1, 1, 1, 1}));
	CHECK(is_span(name, 1, 1, (struct span){1, 2, 1, 3}));
	CHECK(is_span(name, 2, 2, (struct span){1, 3, 2, 1})); /* the line end */
	CHECK(is_span(name, 4, 2, (struct span){2, 1, 2, 2}));
	CHECK(is_span(name, 6, 4, (struct span){2, 2, 2, 4}));
	CHECK(is_span(name, 10, 0, (struct span){2, 4, 2, 4}));
	CHECK(is_span(name, 11, 2, (struct span){2, 5, 4, 1}));
	CHECK(is_span(name, 13, 3, (struct span){4, 1, 4, 4})); /* up to the end of the file */
	struct span span;
	CHECK(!position_span(name, 13, 4, &span));
	CHECK(!position_span("/nowhere.c", 0, 0, &span));
	unlink(name);
	f = fdopen(mkstemp(strcpy(name, "/tmp/test_span.XXXXXX")), "w");
	fputs("x\n", f);
	fclose(f);
	CHECK(is_span(name, 2, 0, (struct span){2, 1, 2, 1}));
	unlink(name);
}

static void test_regions(void) {
	char name[] = "/tmp/test_place.XXXXXX";
	int fd = mkstemp(name);
	FILE *f = fdopen(fd, "w");
	fputs("\tx = 1;\n/* \xc3\xa4 \xf0\x9f\x90\x9b */ y = f(x);\n", f);
	fclose(f);
	CHECK(is_region((struct loc){name, 1, 2}, 1, 2, 7));
	CHECK(is_region((struct loc){name, 2, 15}, 2, 12, 20));
	CHECK(is_region((struct loc){name, 77, 5}, 77, 5, 0));
	CHECK(is_region((struct loc){"/nowhere.c", 3, 4}, 3, 4, 0));
	CHECK(is_region((struct loc){name, 1, 0}, 1, 0, 0));
	CHECK(is_region((struct loc){name, 0, 0}, 0, 0, 0));
	unlink(name);
}

int main(void) {
	test_uris();
	test_spans();
	test_regions();
	lines_free_all();
	return check_done("place");
}
