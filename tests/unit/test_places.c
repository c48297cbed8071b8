/* frontend/places: where statements and names stand in the text. */
#include "frontend/about/places.h"

#include <string.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "tests/unit/file_fixture.h"

static struct places p;

static char path[] = "/tmp/test_places-XXXXXX.c";

static void open_text(const char *text) {
	const char *const file[] = {path};
	write_bytes(path, text, strlen(text));
	places_open(&p, &(struct fe_config){.file = file, .nfiles = 1});
}

/* The node at the first place of 'mark' in the text. */
static uint32_t at(const char *mark) {
	const char *text = p.file.at[0].text, *found = strstr(text, mark);
	CHECK(found);
	return found ? places_find(&p, places_loc(&p, 0, (size_t)(found - text))) : NO_NODE;
}

static bool text_is(uint32_t node, const char *expected) {
	const char *got = node == NO_NODE ? "(none)" : places_text(&p, p.arena, node);
	bool same = !strcmp(got, expected);
	if (!same)
		fprintf(stderr, "got:\n%s\nexpected:\n%s\n", got, expected);
	return same;
}

static bool statement_is(const char *mark, const char *expected) {
	return text_is(places_statement(&p, at(mark)), expected);
}

static void test_statements(void) {
	open_text("int x, y;\n"
	          "int f(int a) {\n"
	          "\tint v = x; /* one */\n"
	          "\tif (a)\n\t\tx = 1 ; else y = 2;\n"
	          "\twhile (x < 3) { x++; }\n"
	          "\tdo x--; while (x);\n"
	          "again: y = (x);\n"
	          "\tif (y) goto again;\n"
	          "\treturn v + y;\n"
	          "}\n");
	CHECK(statement_is("v = x", "int v = x;"));
	CHECK(statement_is("x = 1", "x = 1 ;"));
	CHECK(statement_is("if (a)", "if (a)\n\t\tx = 1 ; else y = 2;"));
	CHECK(statement_is("while (x <", "while (x < 3) { x++; }"));
	CHECK(statement_is("do x", "do x--; while (x);"));
	CHECK(statement_is("y = (x)", "y = (x);"));
	CHECK(statement_is("return", "return v + y;"));
	uint32_t first = places_statement(&p, at("v = x"));
	CHECK(p.node.at[first].kind == NODE_DECLARATION);
	CHECK(places_before(&p, first) == NO_NODE);
	CHECK(p.node.at[places_after(&p, first)].kind == NODE_IF);
	CHECK(places_after(&p, places_statement(&p, at("x = 1"))) == NO_NODE);
	CHECK(places_before(&p, places_statement(&p, at("do x"))) ==
	      places_statement(&p, at("while (x <")));
	CHECK(!strcmp(places_indent(&p, p.arena, at("x = 1")), "\t\t"));
	uint32_t jump = places_statement(&p, at("goto"));
	CHECK(p.node.at[jump].kind == NODE_GOTO && !strcmp(p.node.at[jump].name, "again"));
	uint32_t name = at("x++");
	CHECK(p.node.at[name].kind == NODE_NAME);
	CHECK(places_declaration(&p, p.node.at[name].id) != NO_NODE);
	CHECK(p.node.at[places_declaration(&p, p.node.at[name].id)].is_global);
	CHECK(!strcmp(p.node.at[p.node.at[name].parent].name, "++"));
	places_free(&p);
}

static void test_macros(void) {
	open_text("#define TWICE(s) do { s; s; } while (0)\n"
	          "#define STEP x += 2\n"
	          "#define SAME(a, b) ((a) == (b))\n"
	          "int x;\n"
	          "void f(int k) {\n"
	          "\tTWICE(x = k);\n"
	          "\tSTEP;\n"
	          "\tif (SAME(x, k)) k = STEP + 1;\n"
	          "}\n");
	CHECK(statement_is("x = k", "TWICE(x = k);"));
	CHECK(statement_is("STEP;", "STEP;"));
	CHECK(p.node.at[places_statement(&p, at("STEP;"))].is_macro);
	CHECK(statement_is("k = STEP", "k = STEP + 1;"));
	for (uint32_t i = 0; i < p.node.n; i++) /* "x, k" is no expression */
		if (p.node.at[i].kind == NODE_BINARY && !strcmp(p.node.at[i].name, "=="))
			CHECK(p.node.at[i].is_broken || text_is(i, "SAME(x, k)"));
	places_free(&p);
}

static void test_conditions(void) {
	open_text("int x;\n"
	          "void f(int k) {\n"
	          "\tif (k)\n"
	          "#if 1\n"
	          "\t\tx = 1;\n"
	          "#else\n"
	          "\t\tx = 2;\n"
	          "#endif\n"
	          "\tx = 3;\n"
	          "}\n");
	CHECK(statement_is("x = 1", "x = 1;"));
	CHECK(statement_is("x = 3", "x = 3;"));
	uint32_t around = p.node.at[places_statement(&p, at("x = 1"))].parent;
	CHECK(p.node.at[around].kind == NODE_IF && p.node.at[around].is_broken);
	CHECK(!p.file.at[0].is_generated);
	places_free(&p);
}

static void test_lines(void) {
	open_text("int x;\r\nvoid f(void) {\r\n\tx++;\r\n}\r\n");
	CHECK(!strcmp(places_line_end(&p, 0), "\r\n"));
	CHECK(statement_is("x++", "x++;"));
	CHECK(places_loc(&p, 0, 26).line == 3);
	uint32_t by_line = places_find(&p, (struct loc){p.file.at[0].name, 3, 0});
	CHECK(text_is(by_line, "x++;"));
	CHECK(places_find(&p, (struct loc){p.file.at[0].name, 90, 1}) == NO_NODE);
	CHECK(places_find(&p, (struct loc){"other.c", 1, 1}) == NO_NODE);
	places_free(&p);
	open_text("int x;\n#line 7 \"grammar.y\"\nvoid f(void) { x++; }\n");
	CHECK(p.file.at[0].is_generated);
	places_free(&p);
}

static void test_records(void) {
	open_text("typedef struct pool { int n; struct { int deep; } in; } pool;\n"
	          "static pool one;\n"
	          "int f(pool *p, int (*g)(void)) { one.n = 1; p->in.deep = g(); return p->n; }\n");
	unsigned fields = 0;
	for (uint32_t i = 0; i < p.node.n; i++)
		fields += p.node.at[i].kind == NODE_FIELD;
	CHECK(fields == 3);
	uint32_t dot = at("one.n"), arrow = at("p->n");
	dot = p.node.at[dot].parent, arrow = p.node.at[arrow].parent;
	CHECK(p.node.at[dot].kind == NODE_MEMBER && !p.node.at[dot].is_arrow);
	CHECK(p.node.at[arrow].kind == NODE_MEMBER && p.node.at[arrow].is_arrow);
	CHECK(p.node.at[dot].id && p.node.at[dot].id == p.node.at[arrow].id);
	CHECK(places_declaration(&p, p.node.at[dot].id) != NO_NODE);
	uint32_t call = places_around(&p, at("g();"), NODE_CALL);
	CHECK(call != NO_NODE && !p.node.at[call].name);
	places_free(&p);
}

int main(void) {
	close(mkstemps(path, 2));
	test_statements();
	test_macros();
	test_conditions();
	test_lines();
	test_records();
	remove(path);
	return check_done("places");
}
