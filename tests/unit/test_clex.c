/* util/clex: the tokens of C, and that any text can be read. */
#include "util/text/clex.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static const char *name_of(enum clex_kind kind) {
	static const char *const name[] = {"end", "word", "number", "string", "char", "punct", "line"};
	return name[kind];
}

/* One line per text: "kind<token>" for each token, "kind?<token>" for one that is open. */
static bool reads_n(const char *text, size_t size, const char *expected) {
	char got[4096];
	size_t n = 0;
	struct clex l;
	struct clex_token t;
	clex_init(&l, text, size);
	do {
		t = clex_next(&l);
		n += (size_t)snprintf(got + n, sizeof got - n, "%s%s%s<%.*s>", n ? " " : "",
		                      name_of(t.kind), t.is_open ? "?" : "", (int)t.n, t.at);
	} while (t.kind != CLEX_END && n < sizeof got);
	bool same = !strcmp(got, expected);
	if (!same)
		fprintf(stderr, "got      %s\nexpected %s\n", got, expected);
	return same;
}

static bool reads(const char *text, const char *expected) {
	return reads_n(text, strlen(text), expected);
}

/* The text is exactly one token of that kind. */
static bool is_one(const char *text, enum clex_kind kind) {
	struct clex l;
	clex_init(&l, text, strlen(text));
	struct clex_token t = clex_next(&l), end = clex_next(&l);
	return t.kind == kind && !t.is_open && clex_is(&t, text) && end.kind == CLEX_END &&
	       !end.is_open;
}

static void test_words(void) {
	CHECK(is_one("x", CLEX_WORD) && is_one("_a1", CLEX_WORD) && is_one("while", CLEX_WORD));
	CHECK(is_one("a$b", CLEX_WORD) && is_one("\xc3\xa9t\xc3\xa9", CLEX_WORD));
	CHECK(is_one("u8", CLEX_WORD) && is_one("L", CLEX_WORD) && is_one("Lx", CLEX_WORD));
	CHECK(reads("a b\tc\r\nd\ve\ff", "word<a> word<b> word<c> word<d> word<e> word<f> end<>"));
	CHECK(reads("", "end<>") && reads(" \n ", "end<>"));
}

static void test_numbers(void) {
	static const char *const numbers[] = {
	    "0",     "42",      "0x1fUL", "0X1F",  "017",     "0b101",  "1.5",
	    "1.",    ".5",      "1e10",   "1E+10", "1.5e-3f", "0x1p+3", "0x1.8P-2L",
	    "1'000", "0x1'00u", "10ll",   "1.5dd", "0xe",     "1e",     "0.0e+0L",
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		CHECK(is_one(numbers[i], CLEX_NUMBER));
	CHECK(reads("-1", "punct<-> number<1> end<>"));
	CHECK(reads("1+2", "number<1> punct<+> number<2> end<>"));
	CHECK(reads("0xe+1", "number<0xe> punct<+> number<1> end<>"));
	CHECK(reads("1p+2", "number<1p> punct<+> number<2> end<>"));
	CHECK(reads("a.5", "word<a> number<.5> end<>"));
	CHECK(reads("a.b", "word<a> punct<.> word<b> end<>"));
	CHECK(reads("1' '", "number<1> char<' '> end<>"));
}

static void test_literals(void) {
	static const char *const strings[] = {"\"\"",        "\"abc\"",  "\"a\\\"b\"",   "\"\\\\\"",
	                                      "L\"a\"",      "u\"a\"",   "U\"a\"",       "u8\"a\"",
	                                      "\"/* a */\"", "\"// a\"", "\"a\\\nb'c\"", "\"\\\r\n\""};
	static const char *const characters[] = {"'a'",  "'\\''", "'\\\\'", "'\\x1f'", "L'a'", "u'a'",
	                                         "U'a'", "u8'a'", "'ab'",   "'\"'",    "''"};
	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		CHECK(is_one(strings[i], CLEX_STRING));
	for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
		CHECK(is_one(characters[i], CLEX_CHARACTER));
	CHECK(reads("\"a\"\"b\"", "string<\"a\"> string<\"b\"> end<>"));
	CHECK(reads("xL\"a\"", "word<xL> string<\"a\"> end<>"));
	CHECK(reads("L \"a\"", "word<L> string<\"a\"> end<>"));
	CHECK(reads("u16\"a\"", "word<u16> string<\"a\"> end<>"));
}

static void test_punctuators(void) {
	static const char *const all[] = {
	    "[",  "]",  "(",  ")",  "{",  "}",  ".",  "->",  "++",  "--",  "&",  "*",
	    "+",  "-",  "~",  "!",  "/",  "%",  "<<", ">>",  "<",   ">",   "<=", ">=",
	    "==", "!=", "^",  "|",  "&&", "||", "?",  ":",   ";",   "...", "=",  "*=",
	    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "<<=", ">>=", ",",   "\\", "@",
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		CHECK(is_one(all[i], CLEX_PUNCTUATOR));
	CHECK(reads("a#b", "word<a> punct<#> word<b> end<>"));
	CHECK(reads("a##b", "word<a> punct<##> word<b> end<>"));
	CHECK(reads("a+++b", "word<a> punct<++> punct<+> word<b> end<>"));
	CHECK(reads("a<<=1", "word<a> punct<<<=> number<1> end<>"));
	CHECK(reads("..", "punct<.> punct<.> end<>"));
	CHECK(reads("x=-*p", "word<x> punct<=> punct<-> punct<*> word<p> end<>"));
	CHECK(reads("[[a]]", "punct<[> punct<[> word<a> punct<]> punct<]> end<>"));
	CHECK(reads("a::b", "word<a> punct<:> punct<:> word<b> end<>"));
	CHECK(reads("a==>b", "word<a> punct<==> punct<>> word<b> end<>"));
}

static void test_comments(void) {
	CHECK(reads("a/* b\n * c */d", "word<a> word<d> end<>"));
	CHECK(reads("a/**/b/***/c", "word<a> word<b> word<c> end<>"));
	CHECK(reads("a // b\nc", "word<a> word<c> end<>"));
	CHECK(reads("a // b \\\n still\nc", "word<a> word<c> end<>"));
	CHECK(reads("a // b", "word<a> end<>"));
	CHECK(reads("a / b", "word<a> punct</> word<b> end<>"));
	CHECK(reads("/* // */ a // /*\nb", "word<a> word<b> end<>"));
	CHECK(reads("a /* b", "word<a> end?</* b>") && reads("/*", "end?</*>"));
	CHECK(reads("/*/", "end?</*/>"));
}

static void test_continuations(void) {
	CHECK(reads("a \\\n b\\\r\nc", "word<a> word<b> word<c> end<>"));
	CHECK(reads("a \\ b", "word<a> punct<\\> word<b> end<>"));
	CHECK(reads("\\\n", "end<>") && reads("\\", "punct<\\> end<>"));
}

static void test_directives(void) {
	CHECK(reads("#define A 1\nb", "line<#define A 1> word<b> end<>"));
	CHECK(reads(" /* c */ # 12 \"a.c\" 3\nb", "line<# 12 \"a.c\" 3> word<b> end<>"));
	CHECK(reads("#define A \\\n 1\nb", "line<#define A \\\n 1> word<b> end<>"));
	CHECK(reads("#define A \\\r\n 1\r\nb", "line<#define A \\\r\n 1\r> word<b> end<>"));
	CHECK(reads("#define A /* \n */ 1\nb", "line<#define A /* \n */ 1> word<b> end<>"));
	CHECK(reads("#include \"a/*b\"\nc", "line<#include \"a/*b\"> word<c> end<>"));
	CHECK(reads("#error don't /* \n */\na",
	            "line<#error don't /* > punct<*> punct</> word<a> end<>"));
	CHECK(reads("#if 0 // /*\na", "line<#if 0 // /*> word<a> end<>"));
	CHECK(reads("a\n#", "word<a> line<#> end<>"));
	CHECK(reads("a /*\n*/ #b", "word<a> punct<#> word<b> end<>"));
	CHECK(reads("a \\\n#b", "word<a> punct<#> word<b> end<>"));
}

static void test_unterminated(void) {
	CHECK(reads("\"abc", "string?<\"abc> end<>"));
	CHECK(reads("\"abc\nd", "string?<\"abc> word<d> end<>"));
	CHECK(reads("'", "char?<'> end<>") && reads("L'", "char?<L'> end<>"));
	CHECK(reads("\"a\\", "string?<\"a\\> end<>"));
	CHECK(reads("\"a\\\"", "string?<\"a\\\"> end<>"));
	CHECK(reads("\"a'", "string?<\"a'> end<>"));
}

/* Bytes after the end are not read, and a NUL inside is a blank. */
static void test_length(void) {
	CHECK(reads_n("abc", 2, "word<ab> end<>"));
	CHECK(reads_n("a/*b*/", 5, "word<a> end?</*b*>"));
	CHECK(reads_n("<<=", 2, "punct<<<> end<>"));
	CHECK(reads_n("L\"a\"", 1, "word<L> end<>"));
	CHECK(reads_n("1e+1", 2, "number<1e> end<>"));
	CHECK(reads_n("a\0b", 3, "word<a> word<b> end<>"));
	struct clex l;
	clex_init(&l, "a", 1);
	clex_next(&l);
	CHECK(clex_next(&l).kind == CLEX_END && clex_next(&l).kind == CLEX_END);
}

static void test_compare(void) {
	struct clex l;
	clex_init(&l, "if \"if\" -> 1", 12);
	struct clex_token t = clex_next(&l);
	CHECK(clex_is_word(&t, "if") && !clex_is_word(&t, "i") && !clex_is_word(&t, "iff"));
	CHECK(!clex_is_punctuator(&t, "if"));
	t = clex_next(&l);
	CHECK(!clex_is_word(&t, "if") && clex_is(&t, "\"if\""));
	t = clex_next(&l);
	CHECK(clex_is_punctuator(&t, "->") && !clex_is_punctuator(&t, "-") && !clex_is_word(&t, "->"));
}

/* Random bytes: tokens lie in order inside the text, none is empty but the last. */
static void test_any_text(void) {
	static const char letters[] = "aL8u01x.e+-'\"\\\n\r/*#<>=&|!()[]{}:;? \xc3";
	unsigned seed = 1;
	for (int round = 0; round < 20000; round++) {
		size_t size = (size_t)(round % 24);
		char *text = malloc(size ? size : 1); /* no byte more, for the address sanitizer */
		for (size_t i = 0; i < size; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = letters[(seed >> 16) % (sizeof letters - 1)];
		}
		struct clex l;
		struct clex_token t;
		const char *last = text;
		bool in_order = true;
		clex_init(&l, text, size);
		do {
			t = clex_next(&l);
			in_order &= t.at >= last && t.at + t.n <= text + size && (t.n || t.kind == CLEX_END);
			last = t.at + t.n;
		} while (in_order && t.kind != CLEX_END);
		if (!in_order || last != text + size)
			CHECK_NEVER("tokens lie in order inside the text");
		free(text);
	}
	CHECK(true);
}

int main(void) {
	test_words();
	test_numbers();
	test_literals();
	test_punctuators();
	test_comments();
	test_continuations();
	test_directives();
	test_unterminated();
	test_length();
	test_compare();
	test_any_text();
	return check_done("clex");
}
