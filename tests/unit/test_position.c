#include "report/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/lines.h"

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
	test_regions();
	lines_free_all();
	return check_done("place");
}
