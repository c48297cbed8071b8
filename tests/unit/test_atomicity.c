#include <stdlib.h>

#include "goto/passes/passes.h"
#include "goto/program/validate.h"
#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

static struct function *F;
static const struct expr *X, *Y, *P1, *L, *TEMP;

static const struct expr *shared_global(const char *name, const struct type *t) {
	struct symbol *s = global(name, t);
	s->is_shared = true;
	return expr_symbol(A, s);
}

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

/* Shared x, y, *p; a variable and a temporary of the function's own. */
static void begin(void) {
	fixture_open();
	X = shared_global("x", INT);
	Y = shared_global("y", INT);
	P1 = shared_global("p", type_pointer(T, INT));
	F = make_function("main", INT);
	P->entry = F->symbol;
	L = expr_symbol(A, local(F, "l", INT));
	struct symbol *temp = local(F, "$1", INT);
	temp->is_temp = true;
	TEMP = expr_symbol(A, temp);
	ins_add(F, (struct ins){.kind = INS_DECL, .sym = L->symbol, .loc = line(1)});
	ins_add(F, (struct ins){.kind = INS_DECL, .sym = temp, .loc = line(1)});
}

static void set(const struct expr *lhs, const struct expr *rhs) {
	ins_add(F, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs, .loc = line(2)});
}

/* The properties, one per line, after the passes; the caller frees it. */
static char *properties(void) {
	ins_add(F, (struct ins){.kind = INS_RETURN, .rhs = num(0), .loc = line(9)});
	ins_add(F, (struct ins){.kind = INS_END, .loc = line(9)});
	goto_validate(P);
	goto_split_shared(P, is_shared);
	goto_check_atomicity(P);
	goto_validate(P);
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	for (size_t i = 0; i < P->property.n; i++)
		fprintf(f, "%s\n", P->property.at[i].text);
	fclose(f);
	return text;
}

static bool finds(const char *expected) {
	char *text = properties();
	bool good = !strcmp(text, expected);
	if (!good)
		fprintf(stderr, "found:\n%s", text);
	free(text);
	fixture_close();
	return good;
}

#define OWN(x)       "another thread changes '" x "' between its read and its write\n"
#define OTHER(x, to) "another thread changes '" x "' between its read and the write of '" to "'\n"

static const struct expr *plus(const struct expr *x, const struct expr *y) {
	return bin(EXPR_ADD, x, y);
}

static void test_found(void) {
	begin();
	set(X, plus(X, num(1)));
	CHECK(finds(OWN("x")));
	begin();
	set(X, plus(X, Y));
	CHECK(finds(OWN("x") OTHER("y", "x")));
	begin();
	set(expr_deref(A, P1), plus(expr_deref(A, P1), num(1)));
	/* p is read twice */
	CHECK(finds(OTHER("p", "*p") OWN("*p") OTHER("p", "*p")));
	begin(); /* y = x = x + 1 */
	set(TEMP, plus(X, num(1)));
	set(X, TEMP);
	set(Y, TEMP);
	CHECK(finds(OWN("x")));
	begin(); /* y = x++: the thread's own change of x is none of another */
	set(TEMP, X);
	set(X, plus(TEMP, num(1)));
	set(Y, TEMP);
	CHECK(finds(OWN("x")));
	begin(); /* x = x + (l && y): x is read on every way, y is not */
	set(X, plus(X, bin(EXPR_LAND, L, Y)));
	CHECK(finds(OWN("x")));
}

static void test_not_found(void) {
	begin(); /* nothing read, nothing written */
	set(X, num(1));
	set(L, plus(X, Y));
	CHECK(finds(""));
	begin(); /* two statements */
	set(L, X);
	set(X, plus(L, num(1)));
	CHECK(finds(""));
	begin(); /* the temporary holds something else by then */
	set(TEMP, X);
	set(TEMP, num(3));
	set(Y, TEMP);
	CHECK(finds(""));
	begin(); /* x = y ? x : 3: x may not have been read, and y only decides */
	set(X, expr_cond(A, Y, X, num(3)));
	CHECK(finds(""));
	begin(); /* l ? ($1 = x) : ($1 = y) */
	uint32_t jump = ins_add(F, (struct ins){.kind = INS_GOTO, .rhs = L, .loc = line(2)});
	set(TEMP, X);
	F->ins.at[jump].target = (uint32_t)F->ins.n;
	set(Y, TEMP);
	CHECK(finds(""));
	begin(); /* a call may change x itself */
	set(TEMP, X);
	struct function *g = make_function("g", INT);
	ins_add(g, (struct ins){.kind = INS_RETURN, .rhs = num(1), .loc = line(8)});
	ins_add(g, (struct ins){.kind = INS_END, .loc = line(8)});
	ins_add(F, (struct ins){
	               .kind = INS_CALL, .lhs = L, .rhs = expr_symbol(A, g->symbol), .loc = line(2)});
	set(X, plus(TEMP, L));
	CHECK(finds(""));
	begin();
	F->is_atomic = true;
	set(X, plus(X, num(1)));
	CHECK(finds(""));
	begin();
	F->is_model = true;
	set(X, plus(X, num(1)));
	CHECK(finds(""));
}

/* The asserts stand right before the store, hidden, and compare what was read. */
static void test_form(void) {
	begin();
	const struct expr *d = shared_global("d", DOUBLE);
	set(d, expr_binary(A, EXPR_ADD, DOUBLE, d, d));
	free(properties());
	size_t store = 0;
	while (F->ins.at[store].kind != INS_ASSIGN || F->ins.at[store].lhs != d)
		store++;
	const struct ins *check = &F->ins.at[store - 1];
	CHECK(check->kind == INS_ASSERT && check->hidden && check[-1].kind == INS_ASSERT);
	char *text = expr_print(A, check->rhs);
	CHECK(strstr(text, "== d") && strstr(text, "isnan(d)"));
	fixture_close();
}

int main(void) {
	test_found();
	test_not_found();
	test_form();
	return check_done("atomicity");
}
