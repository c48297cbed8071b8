#include "report/base/source.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "util/text/lines.h"
#include "util/text/utf8.h"

static char folder[] = "/tmp/test_source.XXXXXX";
static struct arena *arena;

/* Files are read once, so each text is a file of its own. */
static const char *write_file(const char *text, size_t n) {
	static unsigned count;
	char *path = arena_printf(arena, "%s/%u.c", folder, count++);
	FILE *f = fopen(path, "wb");
	fwrite(text, 1, n, f);
	fclose(f);
	return path;
}

/* The statement at the '@' of the text, which is not part of it. */
static struct loc location_of(const char *text) {
	const char *at = strchr(text, '@'), *start = at;
	char *plain = arena_printf(arena, "%.*s%s", (int)(at - text), text, at + 1);
	struct loc loc = {write_file(plain, strlen(plain)), 1, 0};
	for (const char *s = text; s < at; s++)
		loc.line += *s == '\n';
	while (start > text && start[-1] != '\n')
		start--;
	loc.col = (uint32_t)(at - start) + 1;
	return loc;
}

static bool gives(const char *text, const char *golden, size_t covered) {
	struct loc loc = location_of(text);
	struct statement s;
	bool found = source_statement(arena, loc, &s);
	bool good = golden ? found && !strcmp(s.text, golden) && s.to - s.from == covered &&
	                         s.from == loc.col - 1
	                   : !found && !s.text;
	if (!good)
		fprintf(stderr, "%s: gives %s, %zu bytes\n", text, found ? s.text : "nothing",
		        s.to - s.from);
	return good;
}

static void test_ends(void) {
	CHECK(gives("int f(void) { @t = x; u = y; }", "t = x", 5));
	CHECK(gives("int f(void) { @assert(x == 2); }", "assert(x == 2)", 14));
	CHECK(gives("@if (x > (1)) y = 2;", "if (x > (1))", 12));
	CHECK(gives("if (@x > 1) y = 2;", "x > 1", 5));
	CHECK(gives("@while (!done) {", "while (!done)", 13));
	CHECK(gives("@for (i = 0; i < n; i++) {", "for (i = 0; i < n; i++)", 23));
	CHECK(gives("for (i = 0; @i < n; i++) {", "i < n", 5));
	CHECK(gives("for (i = 0; i < n; @i++) {", "i++", 3));
	CHECK(gives("@do x++; while (x < 3);", "do", 2));
	CHECK(gives("@double d = 1.5;", "double d = 1.5", 14));
	CHECK(gives("int @a = x, b = f(y, z);", "a = x", 5));
	CHECK(gives("int a = x, @b = f(y, z);", "b = f(y, z)", 11));
	CHECK(gives("g(@x, y)", "x", 1));
	CHECK(gives("a[@i + b[1]] = 2;", "i + b[1]", 8));
	CHECK(gives("@case 3: x = 1;", "case 3", 6));
	CHECK(gives("@x = c ? a : b ? d : e;", "x = c ? a : b ? d : e", 21));
	CHECK(gives("x = c ? @a : b;", "a", 1));
	CHECK(gives("static void *@inc(void *p) {", "inc(void *p)", 12));
	CHECK(gives("@x = (a <= b) == (c >= d) != e;", "x = (a <= b) == (c >= d) != e", 29));
	CHECK(gives("@return x;", "return x", 8));
}

static void test_braces(void) {
	CHECK(gives("struct s @a = {1, {2, '}'}}, b;", "a = {...}", 17));
	CHECK(gives("@p = (struct s){.x = 1, .y = ';'};", "p = (struct s){...}", 32));
	CHECK(gives("@return (struct s){1};", "return (struct s){...}", 20));
	CHECK(gives("@f((int[]){1, 2}, \"{\");", "f((int[]){...}, \"{\")", 21));
	CHECK(gives("@x = ({ int y = 1; y; });", "x = ({...})", 23));
	CHECK(gives("@x == y {", "x == y", 6));
}

static void test_blanks(void) {
	CHECK(gives("@x  =\t\ty\n\t\t+ z;", "x = y + z", 7));
	CHECK(gives("@f(\n  a,\n  b\n);", "f(a, b)", 2));
	CHECK(gives("@x = /* a; comment */ y; // more", "x = y", 22));
	CHECK(gives("@x = // a;\n    y /* over\n lines; */ + 1;", "x = y + 1", 3));
	CHECK(gives("@x = y \\\n + 1;", "x = y + 1", 5));
	CHECK(gives("@x = y\n#ifdef A\n + a;\n#else\n;", "x = y + a", 5));
	CHECK(gives("@puts(\"a  b; /* \\\" */ // )\");", "puts(\"a  b; /* \\\" */ // )\")", 27));
	CHECK(gives("@c = '\\'' + ';';", "c = '\\'' + ';'", 14));
	CHECK(gives("@x = \"\303\244\";\r\n", "x = \"\303\244\"", 8));
}

static bool whole(const char *text, const char *golden) {
	struct statement s;
	bool good = source_whole(arena, location_of(text), &s) && !strcmp(s.text, golden);
	if (!good)
		fprintf(stderr, "%s: gives %s\n", text, s.text ? s.text : "nothing");
	return good;
}

static void test_whole(void) {
	CHECK(whole("int f(void) { int n = @g(1, 2); }", "int n = g(1, 2)"));
	CHECK(whole("unsigned n = g(), k = @g();", "k = g()"));
	CHECK(whole("char *p = g(), *q = @g();", "q = g()"));
	CHECK(whole("t->right = @insert(t->right, key);", "t->right = insert(t->right, key)"));
	CHECK(whole("a[i + 1] = 2 * (x + @g());", "x + g()")); /* in brackets */
	CHECK(whole("if (@g()) x = 1;", "g()"));
	CHECK(whole("if (c) x = @g();", "g()")); /* the statement from 'if' on ends before it */
	CHECK(whole("for (int i = @g(); i < 2; i++)", "int i = g()"));
	CHECK(whole("x = c ? @g() : 2;", "x = c ? g() : 2"));
	CHECK(whole("s = \"(\"; x = @g();", "x = g()"));
	CHECK(whole("s = f(\"(\") + @g();", "g()"));
	CHECK(whole("@g();", "g()"));
}

static void test_in_for(void) {
	CHECK(source_in_for(location_of("for (@i = 0; i < n; i++)")));
	CHECK(source_in_for(location_of("for (i = 0; i < n; @i++)")));
	CHECK(source_in_for(location_of("for(i = f(1); i < n; @i++)")));
	CHECK(!source_in_for(location_of("@for (i = 0; i < n; i++)")));
	CHECK(!source_in_for(location_of("for (i = 0; i < n; i++) @x++;")));
	CHECK(!source_in_for(location_of("wait_for(@i);")));
	CHECK(!source_in_for(location_of("format(@i);")));
	CHECK(source_in_for(location_of("for (i = 0; i < n; i++) for (@j = 0; j < i; j++)")));
	CHECK(!source_in_for((struct loc){"/nonexistent", 1, 1}));
}

static void test_odd(void) {
	CHECK(gives("@", NULL, 0));
	CHECK(gives("x = 1;@\ny = 2;", NULL, 0));
	CHECK(gives("@; x", NULL, 0));
	CHECK(gives("@}", NULL, 0));
	CHECK(gives("@\n\n", NULL, 0));
	CHECK(gives("@ // here\nx = 1;", NULL, 0));
	CHECK(gives("@x = y", NULL, 0)); /* the file ends first */
	CHECK(gives("@x = \"y;\n\";", NULL, 0));
	CHECK(gives("@f(x };", NULL, 0));
	CHECK(gives("@x = \033[31m;", NULL, 0));
	CHECK(gives("@x = '\377';", NULL, 0));
	struct statement s;
	const char *nul = write_file("x = \0;", 6);
	CHECK(!source_statement(arena, (struct loc){nul, 1, 1}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, 1, 1000}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, 1, UINT32_MAX}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, 2, 1}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, UINT32_MAX, 1}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, 1, 0}, &s));
	CHECK(!source_statement(arena, (struct loc){nul, 0, 0}, &s));
	CHECK(!source_statement(arena, (struct loc){NULL, 1, 1}, &s));
	CHECK(!source_statement(arena, (struct loc){"/nonexistent", 1, 1}, &s));
}

static void test_long(void) {
	char text[3000];
	memset(text, 'x', sizeof text);
	text[0] = '@';
	memcpy(text + 100, " + ", 3);
	memcpy(text + 2990, ";", 2);
	char golden[200];
	snprintf(golden, sizeof golden, "%.99s +...", text + 1);
	CHECK(gives(text, golden, 2989));
	for (size_t i = 1; i < 2990; i += 10)
		memcpy(text + i, "abcdefgh\n+", 10);
	char *plain = arena_printf(arena, "%s", text + 1);
	struct statement s;
	CHECK(source_statement(arena, (struct loc){write_file(plain, strlen(plain)), 1, 1}, &s));
	CHECK(strlen(s.text) <= SOURCE_MAX && !strcmp(s.text + strlen(s.text) - 3, "..."));
}

/* Whatever the bytes: what comes out is one line of UTF-8 within its bounds. */
static void test_random(void) {
	static const char bytes[] = "xy =;,:?(){}[]'\"\\/*/*\n\n\t#if while \303\244\377\001";
	srand(5);
	for (unsigned iteration = 0; iteration < 3000; iteration++) {
		char text[120];
		size_t n = (size_t)rand() % sizeof text;
		for (size_t i = 0; i < n; i++)
			text[i] = iteration % 3 ? bytes[(size_t)rand() % sizeof bytes] : (char)rand();
		const char *file = write_file(text, n);
		for (unsigned k = 0; k < 10; k++) {
			struct loc loc = {.file = file, .line = (uint32_t)rand() % 6};
			loc.col = (uint32_t)rand() % 40;
			struct statement s;
			source_in_for(loc);
			if (!(k % 2 ? source_whole(arena, loc, &s) : source_statement(arena, loc, &s)))
				continue;
			size_t length;
			lines_get(file, loc.line, &length);
			if (!*s.text || strlen(s.text) > SOURCE_MAX || strpbrk(s.text, "\n\r\001\033") ||
			    !utf8_valid(s.text, strlen(s.text)) || s.from >= s.to || s.to > length)
				CHECK_NEVER("a clean statement");
		}
		lines_free_all();
		remove(file);
	}
}

int main(void) {
	if (!mkdtemp(folder))
		return 1;
	arena = arena_open();
	test_ends();
	test_braces();
	test_blanks();
	test_whole();
	test_in_for();
	test_odd();
	test_long();
	test_random();
	lines_free_all();
	arena_close(arena);
	char command[300];
	snprintf(command, sizeof command, "rm -r %s", folder);
	return check_done("source") || system(command);
}
