#include "report/witness/tokens.h"

#include <string.h>

#include "tests/unit/check.h"

static struct arena *arena;
static struct tokens t;

static void read_text(const char *text) {
	tokens_free(&t);
	tokens_init(&t, arena, "a.c", text, strlen(text));
}

/* The token at the first place of the text that reads so. */
static uint32_t at(const char *here) {
	uint32_t offset = (uint32_t)(strstr(t.text, here) - t.text);
	for (uint32_t i = 0; i < t.token.n; i++)
		if (t.token.at[i].at == offset)
			return i;
	return NO_TOKEN;
}

static bool begins(uint32_t ix, const char *text) {
	return ix < t.token.n && !strncmp(t.text + t.token.at[ix].at, text, strlen(text));
}

static bool statement(const char *here, const char *start, bool want_head) {
	bool in_head;
	uint32_t ix = tokens_statement(&t, at(here), &in_head);
	return begins(ix, start) && in_head == want_head;
}

static void test_statements(void) {
	read_text("int g = 1;\n"
	          "struct s { int a, b; } v = { 1, 2 };\n"
	          "int f(int p) {\n"
	          "  int x = g(1), *y = &(struct s){ 3, 4 }.a, z[] = { h(5), 6 };\n"
	          "  if (p > 7) k(8); else { m(9); }\n"
	          "  for (int i = 10; i < 11; i++) n(12);\n"
	          "  do o(13); while (p < 14);\n"
	          "  switch (p) { case 15: q(16); break; default: r(17); }\n"
	          "here: s(p ? 18 : 19);\n"
	          "  a = ({ int w = 20; u(21); });\n"
	          "  return 22;\n"
	          "}\n");
	CHECK(statement("1;", "int g", false));
	CHECK(statement("2 }", "struct s { int", false));
	CHECK(statement("1),", "int x", false));
	CHECK(statement("4 }", "int x", false));
	CHECK(statement("6 }", "int x", false));
	CHECK(statement("7)", "if (p", true));
	CHECK(statement("8)", "k(8)", false));
	CHECK(statement("9)", "m(9)", false));
	CHECK(statement("10;", "for", true));
	CHECK(statement("i++", "for", true));
	CHECK(statement("12)", "n(12)", false));
	CHECK(statement("13)", "o(13)", false));
	CHECK(statement("14)", "while", true));
	CHECK(statement("16)", "q(16)", false));
	CHECK(statement("17)", "r(17)", false));
	CHECK(statement("18", "s(p", false));
	CHECK(statement("20", "int w", false));
	CHECK(statement("21", "u(21)", false));
	CHECK(statement("22", "return", false));
	CHECK(begins(tokens_statement_end(&t, at("a = ({")), ";\n  return"));
	CHECK(begins(tokens_statement_end(&t, at("if (p")), ") k(8)"));
}

static void test_expressions(void) {
	read_text("int f(int p) {\n"
	          "  int x = 1 + p, y = 2 + p;\n"
	          "  x = y == 3;\n"
	          "  if (p && 4) return 5 + p;\n"
	          "  for (int i = 6; i <= 7; i += 8) ;\n"
	          "  T *q = g(9);\n"
	          "}\n");
	CHECK(begins(tokens_expression(&t, at("if (p")), "p && 4"));
	CHECK(begins(tokens_expression(&t, at("for (int")), "i <= 7"));
	CHECK(begins(tokens_expression(&t, at("int x")), "1 + p"));
	CHECK(begins(tokens_expression(&t, at("y = 2")), "2 + p"));
	CHECK(begins(tokens_expression(&t, at("2 + p")), "2 + p"));
	CHECK(begins(tokens_expression(&t, at("3;")), "x = y"));
	CHECK(begins(tokens_expression(&t, at("4)")), "p && 4"));
	CHECK(begins(tokens_expression(&t, at("5 + p")), "return"));
	CHECK(begins(tokens_expression(&t, at("6;")), "6;"));
	CHECK(begins(tokens_expression(&t, at("7;")), "i <= 7"));
	CHECK(begins(tokens_expression(&t, at("8)")), "i += 8"));
	CHECK(begins(tokens_expression(&t, at("9)")), "g(9)"));
}

static void test_calls(void) {
	read_text("int f(void) { g( h(1), \")\" /* ) */ )[0]; (*p)(2) ; a.b[3]->c(4); x + (5); }");
	CHECK(begins(tokens_call_end(&t, at("g(")), ")[0]"));
	CHECK(begins(tokens_call_end(&t, at("h(")), "), "));
	CHECK(begins(tokens_call_end(&t, at("(*p)")), ") ;"));
	CHECK(begins(tokens_call_end(&t, at("a.b")), "); x"));
	CHECK(tokens_call_end(&t, at("x +")) == NO_TOKEN);
	CHECK(tokens_call_end(&t, at("[0]")) == NO_TOKEN);
	CHECK(tokens_find_call(&t, at("g("), "h") == at("h("));
	CHECK(tokens_find_call(&t, at("g("), "g") == at("g("));
	CHECK(tokens_find_call(&t, at("h("), "g") == NO_TOKEN);
	CHECK(tokens_define(&t, "f") && !tokens_define(&t, "g"));
}

/* Operators of several characters are one token each. */
static void test_operators(void) {
	read_text("int f(T *q) { int a = q->g(1) == (T){ 2 }.x, b = c <= 3; }");
	CHECK(t.token.at[at("->")].kind == TOKEN_OPERATOR && t.token.at[at("->")].n == 2);
	CHECK(t.token.at[at("= q")].kind == '=');
	CHECK(!t.token.at[at("{ 2")].is_block && t.token.at[at("{ int")].is_block);
	CHECK(begins(tokens_call_end(&t, at("q->")), ") =="));
	CHECK(begins(tokens_expression(&t, at("3;")), "c <= 3"));
	read_text("x = L\"a\" + u8'b';");
	CHECK(t.token.at[at("L")].kind == TOKEN_LITERAL && t.token.at[at("u8")].n == 5);
}

static void test_conditions(void) {
	uint32_t from, to;
	read_text("void f(void) { for (a(;); b; c) if (d(1)) while (e) do ; while (h); }");
	CHECK(tokens_condition(&t, at("for"), &from, &to) && begins(from, "b") && begins(to, "; c"));
	CHECK(tokens_condition(&t, at("if"), &from, &to) && begins(from, "d") && begins(to, ") while"));
	struct tokens part;
	tokens_init(&part, arena, "", "d (1)", 5);
	CHECK(tokens_search(&t, from, to, &part) == from);
	CHECK(tokens_search(&t, from, to - 1, &part) == NO_TOKEN);
	tokens_free(&part);
	CHECK(!tokens_condition(&t, at("f("), &from, &to));
}

static void test_names(void) {
	read_text("static int x, a[3];\nstatic _Thread_local int own;\nint f(int p) {\n  { int y; y = "
	          "p; x = 1; }\n  x = 2;\n}\n");
	CHECK(tokens_is_global(&t, "x", 1) && tokens_is_global(&t, "a", 1));
	CHECK(!tokens_is_global(&t, "own", 3));
	CHECK(!tokens_is_global(&t, "y", 1) && !tokens_is_global(&t, "p", 1));
	CHECK(tokens_is_shadowed(&t, at("x = 1"), "y", 1));
	CHECK(tokens_is_shadowed(&t, at("x = 1"), "p", 1));
	CHECK(tokens_is_parameter(&t, at("x = 1"), "p", 1));
	CHECK(!tokens_is_parameter(&t, at("x = 1"), "y", 1));
	CHECK(!tokens_is_shadowed(&t, at("x = 1"), "x", 1));
	CHECK(!tokens_is_shadowed(&t, at("x, a"), "x", 1));
	CHECK(tokens_leave_block(&t, at("y = p"), at("x = 2")));
	CHECK(!tokens_leave_block(&t, at("y = p"), at("x = 1")));
	CHECK(tokens_mention(&t, at("y = p"), at("x = 1"), "p", 1));
	CHECK(!tokens_mention(&t, at("y = p"), at("x = 1"), "a", 1));
}

/* Markers of the preprocessor, and columns of characters that are several bytes. */
static void test_places(void) {
	read_text("# 1 \"a.c\"\nint x;\n# 7 \"b.h\" 1\nint y;\n\nint z;\n# 3 \"a.c\" 2\n"
	          "int \xc3\xa9 = 1; int w;\n#line 90\n/* c */ int last;");
	uint32_t ix = tokens_find(&t, (struct loc){"b.h", 9, 5});
	CHECK(begins(ix, "z;") && t.token.at[ix].line == 6);
	ix = tokens_find(&t, (struct loc){"a.c", 3, 17});
	CHECK(begins(ix, "w;") && t.token.at[ix].line == 8 && tokens_column(&t, ix) == 16);
	CHECK(tokens_offset(&t, ix) == t.token.at[ix].at - 1);
	CHECK(tokens_find(&t, (struct loc){"a.c", 2, 1}) == NO_TOKEN);
	CHECK(tokens_find(&t, (struct loc){"b.h", 9, 4}) == NO_TOKEN);
	CHECK(begins(tokens_find(&t, (struct loc){"a.c", 90, 13}), "last"));
	CHECK(tokens_line(&t, (struct loc){"a.c", 90, 1}) == 10);
	CHECK(tokens_line(&t, (struct loc){"c.h", 1, 1}) == 0);
	CHECK(tokens_line(&t, (struct loc){0}) == 0);
}

/* Whatever it is, looking it up does no harm. */
static void test_odd(void) {
	static const char *const odd[] = {
	    "",
	    "}",
	    ")",
	    "(",
	    "{{{",
	    "int f( { x; ) }",
	    "\"abc",
	    "/* ",
	    "#",
	    "'",
	    "a ? b",
	    "# 5 \"x",
	    "#line 99999999999 \"y\"\nz",
	    "x\\",
	    "=",
	    ": ;",
	    "case",
	    "a]b",
	    "if (",
	    "for (;",
	    "do while",
	    "return {",
	    "L:",
	    "\xff\xfe(",
	};
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		read_text(odd[i]);
		for (uint32_t ix = 0; ix < t.token.n; ix++) {
			bool in_head;
			uint32_t from, to, start = tokens_statement(&t, ix, &in_head);
			CHECK(start <= ix && tokens_statement_end(&t, start) >= start);
			CHECK(tokens_expression(&t, ix) < t.token.n + 1);
			tokens_call_end(&t, ix);
			if (tokens_condition(&t, ix, &from, &to) && from < to)
				tokens_next_operand(&t, from, to, from, from + 1, true);
			tokens_leave_block(&t, ix, 0);
		}
	}
}

/* Of the condition of the only if: what is evaluated after the operand; NULL: nothing. */
static const char *after_operand(const char *operand, bool value) {
	uint32_t from, to, begin = at(operand), n = 0;
	CHECK(tokens_condition(&t, at("if"), &from, &to));
	while (begin + n < to && t.token.at[begin + n].at < t.token.at[begin].at + strlen(operand))
		n++;
	uint32_t next = tokens_next_operand(&t, from, to, begin, begin + n, value);
	return next == NO_TOKEN ? "?" : next == to ? NULL : t.text + t.token.at[next].at;
}

static bool goes_on(const char *operand, bool value, const char *next) {
	const char *found = after_operand(operand, value);
	return found && !strncmp(found, next, strlen(next));
}

static void test_operands(void) {
	read_text("int f(void) { if (f(1) == a || b && f(c, d) || (e && (g)) || h) ; }");
	CHECK(goes_on("f(1) == a", false, "b &&") && !after_operand("f(1) == a", true));
	CHECK(goes_on("b", true, "f(c") && goes_on("b", false, "(e"));
	CHECK(goes_on("f(c, d)", false, "(e") && !after_operand("f(c, d)", true));
	CHECK(goes_on("e &&", true, "?") && goes_on("c, d", true, "?"));
	CHECK(goes_on("e", true, "(g)") && goes_on("e", false, "h"));
	CHECK(goes_on("g", false, "h") && !after_operand("g", true));
	CHECK(!after_operand("h", true) && !after_operand("h", false));
	read_text("int f(void) { if (f(a && b) || (c && x) == 1 || e ? g && h : i) ; }");
	CHECK(goes_on("a", true, "?") && goes_on("b", true, "?"));
	CHECK(goes_on("x", true, "?") && goes_on("e", true, "?"));
	CHECK(goes_on("c", false, "?"));
}

int main(void) {
	arena = arena_open();
	test_statements();
	test_expressions();
	test_calls();
	test_operators();
	test_conditions();
	test_operands();
	test_names();
	test_places();
	test_odd();
	tokens_free(&t);
	arena_close(arena);
	return check_done("tokens");
}
