/* The language of --args. */
#include "frontend/program/entry_spec.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check.h"

static struct arena *arena;

/* The message up to the text that it quotes; "": it was understood. */
static bool says(const char *text, const char *message) {
	struct entry_spec spec;
	const char *error = spec_read(arena, text, &spec);
	spec_free(&spec);
	size_t n = strlen(message);
	bool same = error ? *message && !strncmp(error, message, n) && error[n] == '\n' : !*message;
	if (!same)
		fprintf(stderr, "'%s': %s\n", text, error ? error : "understood");
	return same;
}

static void test_items(void) {
	struct entry_spec s;
	CHECK(!spec_read(
	    arena, " nonnull , buf[n],s : string, p:any, q = p, k: -1 .. 0x10, z=null, a[3]", &s));
	CHECK(s.mode == SPEC_ALL_NONNULL && s.item.n == 7);
	CHECK(s.item.at[0].kind == SPEC_ARRAY && !strcmp(s.item.at[0].other, "n"));
	CHECK(s.item.at[1].kind == SPEC_STRING && !strcmp(s.item.at[1].name, "s"));
	CHECK(s.item.at[2].kind == SPEC_ANY);
	CHECK(s.item.at[3].kind == SPEC_SAME && !strcmp(s.item.at[3].other, "p"));
	CHECK(s.item.at[4].kind == SPEC_RANGE && s.item.at[4].low == -1 && s.item.at[4].high == 16);
	CHECK(s.item.at[5].kind == SPEC_NULL);
	CHECK(s.item.at[6].kind == SPEC_ARRAY && !s.item.at[6].other && s.item.at[6].low == 3);
	spec_free(&s);
	CHECK(!spec_read(arena, "any", &s) && s.mode == SPEC_ALL_ANY && !s.item.n);
	spec_free(&s);
}

/* One of a function goes before one of all. */
static void test_find(void) {
	struct entry_spec s;
	CHECK(!spec_read(arena, "p: null, g.p: string, f.n = 3", &s));
	CHECK(spec_find(&s, "f", "p")->kind == SPEC_NULL);
	CHECK(spec_find(&s, "g", "p")->kind == SPEC_STRING);
	CHECK(!spec_find(&s, "g", "n") && !s.item.at[2].is_used);
	CHECK(spec_find(&s, "f", "n")->kind == SPEC_VALUE && s.item.at[2].is_used);
	spec_free(&s);
}

static void test_errors(void) {
	CHECK(says("p: any", ""));
	CHECK(says("", "the name of a parameter, nonnull or any is expected, column 1"));
	CHECK(says("p", "'[', ':' or '=' is expected after the name of a parameter, column 2"));
	CHECK(says("buf[n", "']' is expected, column 6"));
	CHECK(says("buf[]", "the name of a parameter or a number is expected, column 5"));
	CHECK(says("buf[-1]", "the name of a parameter or a number is expected, column 7"));
	CHECK(says("a: strin",
	           "string, null, nonnull, any, object or a range such as 1..8 is expected, column 4"));
	CHECK(says("n: 8..1", "the range is empty, column 7"));
	CHECK(says("n: 1.8", "'..' is expected, column 6"));
	CHECK(says("n: 1..", "a number is expected, column 7"));
	CHECK(says("n: 1, n: 2", "this parameter was described before, column 7"));
	CHECK(says("n: 1 m: 2", "',' is expected, column 6"));
	CHECK(says("n = ", "a number, null or the name of a parameter is expected, column 5"));
	CHECK(says("n = 99999999999999999999", "the number is too large, column 5"));
	CHECK(says("n: 1,", "the name of a parameter, nonnull or any is expected, column 6"));
	CHECK(says("f.: 1", "the name of a parameter is expected, column 3"));
	const char *error = spec_error(arena, "abc", 1, "bad");
	CHECK(!strcmp(error, "bad, column 2\n  abc\n   ^"));
}

int main(void) {
	arena = arena_open();
	test_items();
	test_find();
	test_errors();
	arena_close(arena);
	return check_done("entry_spec");
}
