/* witness/cexpr: conditions of witnesses, typed and scoped as C does. */
#include "witness/cexpr.h"

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

static struct symbol *locals[3];
static struct cexpr_scope scope;

static const struct expr *parse(const char *text) {
	const char *error;
	return cexpr_parse(&scope, text, &error);
}

/* It is understood, and says this when it is printed again. */
static bool means(const char *text, const char *printed) {
	const struct expr *e = parse(text);
	bool same = e && !strcmp(expr_print(A, e), printed);
	if (!same)
		printf("'%s' means '%s', not '%s'\n", text, e ? expr_print(A, e) : "nothing", printed);
	return same;
}

static bool has_type(const char *text, const struct type *type) {
	const struct expr *e = parse(text);
	return e && e->type == type;
}

static bool refused(const char *text, const char *because) {
	const char *error = NULL;
	const struct expr *e = cexpr_parse(&scope, text, &error);
	bool ok = !e && error && strstr(error, because);
	if (!ok)
		printf("'%s': '%s', not '%s'\n", text, error ? error : "understood", because);
	return ok;
}

static void build(void) {
	struct type *pair = type_record(T, TYPE_STRUCT, intern("pair"), line(1));
	struct field *field = arena_array(A, struct field, 2);
	field[0] = (struct field){intern("a"), INT, 0, NOT_BITFIELD, false};
	field[1] = (struct field){intern("next"), type_pointer(T, pair), 64, NOT_BITFIELD, false};
	*pair->record = (struct record){.tag = intern("pair"), .field = field, .n = 2};
	pair->record->complete = true;
	type_complete(pair, 16, 8);
	global("x", INT);
	global("u", UINT);
	global("c", CHAR);
	global("l", LONG);
	global("d", DOUBLE);
	global("v", type_array(T, INT, 4));
	global("p", type_pointer(T, pair));
	global("s", pair);
	struct symbol *hidden = global("file.c::own", INT);
	hidden->display = intern("own");
	struct function *f = make_function("f", INT);
	locals[0] = local(f, "inner", CHAR);
	locals[1] = local(f, "y", INT);
	locals[2] = prog_add_symbol(P, "f::1::x", LONG, STORAGE_AUTO);
	locals[2]->display = intern("x");
	prog_add_local(f, locals[2]);
	scope = (struct cexpr_scope){.prog = P, .function = "f", .local = locals, .nlocals = 2};
}

static void test_meaning(void) {
	CHECK(means("x == 1", "x == 1"));
	CHECK(means("1+2*3 - 4", "1 + 2 * 3 - 4"));
	CHECK(means("(1+2)*3", "(1 + 2) * 3"));
	CHECK(means("x<y&&y<=3||!x", "x < y && y <= 3 || !x"));
	CHECK(means("x & 1 | y ^ 2", "x & 1 | y ^ 2"));
	CHECK(means("x << 2 >> 1", "x << 2 >> 1"));
	CHECK(means("v[1] + v[x]", "x < 4 && v[1] + v[x]"));
	CHECK(means("p->next->a == s.a",
	            "readable(p, 16) && readable(p->next, 16) && p->next->a == s.a"));
	CHECK(means("(*p).a", "readable(p, 16) && p->a"));
	CHECK(means("*(v + 1)", "readable(v + 1, 4) && v[1]"));
	CHECK(means("&s == p", "&s == p"));
	CHECK(means("x > 0 ? x : -x", "x > 0 ? x : -x"));
	CHECK(means("x == 1 ==> y == 2", "!(x == 1) || y == 2"));
	CHECK(means("x == (1);", "x == 1"));
	CHECK(means("x == 1; y == 2;", "x == 1 && y == 2"));
	CHECK(means("own == 3", "own == 3"));
	CHECK(means("\\true", "1"));
	CHECK(means("sizeof(struct pair) == sizeof x * 4", "16 == 4 * 4"));
	CHECK(means("x - -1", "x - -1"));
	CHECK(means("~x", "~x"));
	CHECK(means("x /* a */ == // b\n 1", "x == 1"));
	CHECK(means("0xe+1 - .5", "14 + 1 - 0.5"));
	CHECK(means("x==1==>y==2==>1", "!(x == 1) || (!(y == 2) || 1)"));
	CHECK(means("'\\'' + 'a' + '\\0'", "39 + 97 + 0"));
}

static void test_without_value(void) {
	CHECK(means("x / 2", "x / 2"));
	CHECK(means("2 / x == 1", "!!x && 2 / x == 1"));
	CHECK(means("x << 3", "x << 3"));
	CHECK(means("x << u", "u < 32 && x << u"));
	CHECK(means("x && 2 / x", "(!x || !!x) && (x && 2 / x)"));
	CHECK(means("x || 2 % x", "(x || !!x) && (x || 2 % x)"));
	CHECK(means("x ? v[u] : 2", "(!x || u < 4) && (x ? v[u] : 2)"));
	CHECK(means("v[3]", "v[3]") && means("v[4]", "4 < 4 && v[4]"));
	CHECK(means("&p->a", "&p->a") && means("sizeof *p", "16"));
	CHECK(refused("99999999999999999999", "too large"));
	CHECK(refused("1uu", "not understood") && refused("1lll", "not understood"));
}

static void test_types(void) {
	CHECK(has_type("x + 1", INT));
	CHECK(has_type("c + c", INT));
	CHECK(has_type("x + u", UINT));
	CHECK(has_type("l + u", LONG));
	CHECK(has_type("x + d", DOUBLE));
	CHECK(has_type("x == l", INT));
	CHECK(has_type("c << l", INT));
	CHECK(has_type("1", INT) && has_type("1u", UINT) && has_type("1l", LONG));
	CHECK(has_type("2147483648", LONG) && has_type("0x80000000", UINT));
	CHECK(has_type("18446744073709551615u", type_int(T, 64, false)));
	CHECK(has_type("'a'", INT) && has_type("1.5", DOUBLE));
	CHECK(has_type("(unsigned char)x", type_int(T, 8, false)));
	CHECK(has_type("(long long unsigned)x", type_int(T, 64, false)));
	CHECK(has_type("(struct pair *)0", P->symbol.at[6]->type));
	CHECK(has_type("sizeof(int)", SIZE));
	CHECK(has_type("p - p", type_ptrdiff(T)));
	CHECK(has_type("c", CHAR) && has_type("-c", INT) && has_type("+c", INT));
}

static void test_scope(void) {
	CHECK(parse("x")->symbol == prog_find(P, "x"));
	scope.local = locals;
	scope.nlocals = 3; /* a variable of the function hides the global one */
	CHECK(parse("x")->symbol == locals[2]);
	CHECK(has_type("x", LONG));
	scope.nlocals = 2;
	CHECK(refused("\\result == 1", "nothing is returned"));
	scope.result = expr_symbol(A, locals[1]);
	CHECK(means("\\result == 1", "y == 1"));
	scope.result = NULL;
}

static void test_refused(void) {
	CHECK(refused("", "ends too early"));
	CHECK(refused("nobody == 1", "no variable 'nobody'"));
	CHECK(refused("f(x)", "a call of 'f'"));
	CHECK(refused("x = 1", "'= 1' is not understood"));
	CHECK(refused("x++", "side effects"));
	CHECK(refused("x == ", "ends too early"));
	CHECK(refused("(x", "')' expected"));
	CHECK(refused("v[1", "']' expected"));
	CHECK(refused("x.a", "has none"));
	CHECK(refused("p->b", "no member is called 'b'"));
	CHECK(refused("*x", "not a pointer to an object"));
	CHECK(refused("*(void *)0", "not a pointer to an object"));
	CHECK(refused("s == s", "struct or union"));
	CHECK(refused("d % 2", "does not take"));
	CHECK(refused("p * 2", "does not take"));
	CHECK(refused("(struct nobody *)0", "unknown type"));
	CHECK(refused("\"text\"", "is not understood"));
	CHECK(refused("x == 1 2", "'2' is not understood"));
	CHECK(refused("\\old(x)", "is not understood"));
	CHECK(refused("0x", "is not understood") || parse("0x"));
	CHECK(refused("'", "character") && refused("'ab'", "character"));
	CHECK(refused("L'a'", "character") && refused("'\\x1'", "character"));
	CHECK(refused("x == 1 /* y", "'/* y' is not understood"));
	CHECK(refused("x <<= 1", "'<<= 1' is not understood"));
	CHECK(refused("\\ true", "'\\ true' is not understood"));
	CHECK(refused("#x", "'#x' is not understood"));
	CHECK(refused("1.5l", "long double"));
	char deep[2001];
	memset(deep, '(', 2000);
	deep[2000] = 0;
	CHECK(refused(deep, "too deeply"));
	memset(deep, '!', 2000);
	CHECK(refused(deep, "too deeply"));
	memset(deep, '-', 2000);
	CHECK(refused(deep, "side effects"));
}

int main(void) {
	fixture_open();
	build();
	test_meaning();
	test_without_value();
	test_types();
	test_scope();
	test_refused();
	fixture_close();
	return check_done("cexpr");
}
