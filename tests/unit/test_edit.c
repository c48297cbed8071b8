/* fix/edit: texts are changed, and the diff says how. */
#include "fix/edit.h"

#include <string.h>

#include "tests/unit/check.h"

static struct arena *arena;

static bool is(const char *got, const char *expected) {
	bool same = !strcmp(got, expected);
	if (!same)
		fprintf(stderr, "got:\n%s\nexpected:\n%s\n", got, expected);
	return same;
}

static void test_apply(void) {
	struct source_edit e[] = {
	    {"a.c", 4, 1, "yy"}, {"a.c", 0, 0, "<"}, {"b.c", 0, 0, "?"},
	    {"a.c", 0, 0, "["},  {"a.c", 7, 0, "]"},
	};
	edits_sort(e, 5);
	CHECK(!edits_overlap(e, 5));
	CHECK(is(edits_apply(arena, "a.c", "abc xyz", e, 5), "<[abc yyyz]"));
	CHECK(is(edits_apply(arena, "c.c", "abc", e, 5), "abc"));
	struct source_edit over[] = {{"a.c", 2, 3, ""}, {"a.c", 4, 1, ""}};
	CHECK(edits_overlap(over, 2));
	struct source_edit beside[] = {{"a.c", 2, 2, ""}, {"a.c", 4, 1, ""}};
	CHECK(!edits_overlap(beside, 2));
}

static void test_diff(void) {
	CHECK(is(edits_diff(arena, "a.c", "a\nb\n", "a\nb\n"), ""));
	CHECK(is(edits_diff(arena, "a.c", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
	         "--- a/a.c\n+++ b/a.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"));
	CHECK(is(edits_diff(arena, "a.c", "1\n", "0\n1\n2\n"),
	         "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,3 @@\n+0\n 1\n+2\n"));
	CHECK(is(
	    edits_diff(arena, "a.c", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny\n"),
	    "--- a/a.c\n+++ b/a.c\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n"
	    "@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+y\n"));
}

static void test_ends(void) {
	/* The last line has no end; lines of another system keep theirs. */
	CHECK(is(edits_diff(arena, "a.c", "1\n2", "1\n3"),
	         "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n"
	         "+3\n\\ No newline at end of file\n"));
	CHECK(is(edits_diff(arena, "a.c", "1\r\n2\r\n", "1\r\nx\r\n2\r\n"),
	         "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,3 @@\n 1\r\n+x\r\n 2\r\n"));
	CHECK(is(edits_diff(arena, "a.c", "", "1\n"), "--- a/a.c\n+++ b/a.c\n@@ -0,0 +1,1 @@\n+1\n"));
	CHECK(edits_diff_lines("--- a/a.c\n+++ b/a.c\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n--x;\n") == 3);
}

int main(void) {
	arena = arena_open();
	test_apply();
	test_diff();
	test_ends();
	arena_close(arena);
	return check_done("edit");
}
