#include "goto/program/expr.h"

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"
#include "util/number/fp.h"

static void prints(const struct expr *e, const char *want, int at) {
	const char *got = expr_print(A, e);
	CHECK(strcmp(got, want) == 0);
	if (strcmp(got, want) != 0)
		fprintf(stderr, "  line %d: got %s, want %s\n", at, got, want);
}
#define PRINTS(e, text) prints((e), (text), __LINE__)

static const struct expr *X, *Y, *ARRAY, *POINTER, *MATRIX, *RECORD, *RECORD_POINTER;
static struct field FIELD[3], INNER[1];

/* struct rec { int x; int a[4]; struct { int deep; }; } */
static void make_record(void) {
	struct type *inner = type_record(T, TYPE_STRUCT, NULL, line(2));
	INNER[0] = (struct field){intern("deep"), INT, 0, NOT_BITFIELD, false};
	inner->record->field = INNER;
	inner->record->n = 1;
	type_complete(inner, 4, 4);
	struct type *r = type_record(T, TYPE_STRUCT, "rec", line(1));
	FIELD[0] = (struct field){intern("x"), INT, 0, NOT_BITFIELD, false};
	FIELD[1] = (struct field){intern("a"), type_array(T, INT, 4), 32, NOT_BITFIELD, false};
	FIELD[2] = (struct field){NULL, inner, 160, NOT_BITFIELD, false};
	r->record->field = FIELD;
	r->record->n = 3;
	type_complete(r, 24, 4);
	RECORD = global_expr("r", r);
	RECORD_POINTER = global_expr("rp", type_pointer(T, r));
}

static const struct expr *cast_u64(const struct type *to, const struct type *from, uint64_t value) {
	return expr_cast(A, to, expr_u64(A, from, value));
}

static void test_cast_folds(void) {
	const struct type *byte = type_int(T, 8, false), *wide = type_int(T, 128, true);
	CHECK(expr_cast(A, INT, X) == X);
	CHECK(cast_u64(byte, INT, 0x1ff)->bits.lo == 0xff);
	CHECK(cast_u64(LONG, INT, 0xffffffff)->bits.lo == UINT64_MAX);
	CHECK(cast_u64(LONG, UINT, 0xffffffff)->bits.lo == 0xffffffff);
	CHECK(cast_u64(UINT, INT, 5)->type == UINT);
	CHECK(cast_u64(type_bool(T), INT, 256)->bits.lo == 1);
	CHECK(cast_u64(type_bool(T), INT, 0)->bits.lo == 0);
	CHECK(cast_u64(INT, type_bool(T), 1)->bits.lo == 1);
	CHECK(cast_u64(wide, INT, 0xffffffff)->bits.limb[1] == UINT64_MAX);
	CHECK(cast_u64(type_void_pointer(T), INT, 0)->kind == EXPR_CONST);
	CHECK(cast_u64(type_void_pointer(T), INT, 0xffffffff)->bits.lo == UINT64_MAX);
	CHECK(cast_u64(UINT, type_void_pointer(T), 0x1122334455667788)->bits.lo == 0x55667788);
	CHECK(cast_u64(DOUBLE, INT, 1)->kind == EXPR_CAST);
	CHECK(expr_cast(A, LONG, X)->kind == EXPR_CAST);
}

static void test_constructors(void) {
	const struct expr *p = expr_addr(A, T, X);
	CHECK(p->kind == EXPR_ADDR && p->type == type_pointer(T, INT));
	CHECK(expr_deref(A, p) == X);
	CHECK(expr_addr(A, T, expr_deref(A, POINTER)) == POINTER);
	const struct expr *decayed = expr_decay(A, T, ARRAY);
	CHECK(decayed->type == type_pointer(T, INT) && decayed->arg[0]->kind == EXPR_INDEX);
	CHECK(expr_member(A, RECORD, &FIELD[1])->type == FIELD[1].type);
	CHECK(expr_index(A, MATRIX, X)->type == type_array(T, INT, 3));
	CHECK(expr_cond(A, X, Y, X)->type == INT);
	CHECK(expr_varargs(A, T)->type == type_pointer(T, CHAR));
}

static void test_predicates(void) {
	CHECK(expr_is_lvalue(X) && expr_is_lvalue(expr_deref(A, POINTER)));
	CHECK(expr_is_lvalue(expr_member(A, RECORD, &FIELD[0])));
	CHECK(!expr_is_lvalue(num(1)) && !expr_is_lvalue(bin(EXPR_ADD, X, Y)));
	CHECK(expr_is_true(num(-1)) && !expr_is_true(num(0)) && !expr_is_true(X));
	CHECK(expr_is_false(num(0)) && !expr_is_false(X));
	const struct expr *minus_zero = expr_const(A, DOUBLE, fp_parse(A, &fp_double, "-0.0"));
	CHECK(expr_is_false(minus_zero) && !expr_is_true(minus_zero));
	CHECK(expr_equal(bin(EXPR_ADD, X, num(1)), bin(EXPR_ADD, X, num(1))));
	CHECK(!expr_equal(bin(EXPR_ADD, X, num(1)), bin(EXPR_ADD, X, num(2))));
	CHECK(!expr_equal(bin(EXPR_ADD, X, num(1)), bin(EXPR_ADD, Y, num(1))));
	CHECK(!expr_equal(bin(EXPR_ADD, X, Y), bin(EXPR_SUB, X, Y)));
}

static void test_orders(void) {
	const struct type *atomic = type_atomic(T, INT, INT->size, INT->align);
	const struct expr *x = global_expr("atomic", atomic);
	CHECK(X->order == MEM_PLAIN && x->order == MEM_SEQ_CST && x->failure_order == MEM_PLAIN);
	CHECK(expr_deref(A, global_expr("to_atomic", type_pointer(T, atomic)))->order == MEM_SEQ_CST);
	CHECK(expr_index(A, global_expr("atomics", type_array(T, atomic, 2)), X)->order == MEM_SEQ_CST);
	CHECK(expr_addr(A, T, x)->order == MEM_PLAIN && expr_cast(A, INT, x)->order == MEM_PLAIN);
	CHECK(expr_ordered(A, x, MEM_SEQ_CST, MEM_PLAIN) == x);
	const struct expr *relaxed = expr_ordered(A, x, MEM_ACQUIRE, MEM_RELAXED);
	CHECK(relaxed->order == MEM_ACQUIRE && relaxed->failure_order == MEM_RELAXED);
	CHECK(expr_equal(x, relaxed) && x->order == MEM_SEQ_CST);
	PRINTS(relaxed, "atomic");
	for (unsigned i = 0; i < MEM_ORDER_N; i++)
		CHECK(*mem_order_name((enum mem_order)i));
}

static void test_print_operators(void) {
	const struct expr *sum = bin(EXPR_ADD, X, Y);
	PRINTS(bin(EXPR_MUL, sum, num(2)), "(x + y) * 2");
	PRINTS(bin(EXPR_ADD, bin(EXPR_MUL, X, Y), num(2)), "x * y + 2");
	PRINTS(bin(EXPR_SUB, X, bin(EXPR_SUB, Y, num(1))), "x - (y - 1)");
	PRINTS(bin(EXPR_SUB, bin(EXPR_SUB, X, Y), num(1)), "x - y - 1");
	PRINTS(bin(EXPR_LAND, bin(EXPR_LOR, X, Y), bin(EXPR_LT, X, num(3))), "(x || y) && x < 3");
	PRINTS(expr_unary(A, EXPR_LNOT, INT, bin(EXPR_EQ, X, Y)), "!(x == y)");
	PRINTS(expr_unary(A, EXPR_NEG, INT, num(-1)), "- -1");
	PRINTS(expr_unary(A, EXPR_NEG, INT, sum), "-(x + y)");
	PRINTS(expr_unary(A, EXPR_BITNOT, INT, X), "~x");
	PRINTS(expr_cond(A, X, num(1), expr_cond(A, Y, num(2), num(3))), "x ? 1 : y ? 2 : 3");
	PRINTS(bin(EXPR_ADD, expr_cond(A, X, num(1), num(2)), num(3)), "(x ? 1 : 2) + 3");
	PRINTS(bin(EXPR_SHL, X, sum), "x << x + y");
	PRINTS(expr_const(A, UINT, bits_u64(A, 32, UINT32_MAX)), "4294967295");
	PRINTS(expr_const(A, DOUBLE, fp_parse(A, &fp_double, "0.1")), "0.1");
	PRINTS(expr_u64(A, type_void_pointer(T), 0), "NULL");
	PRINTS(expr_u64(A, type_void_pointer(T), 16), "(void *)0x10");
	PRINTS(expr_nondet(A, INT), "nondet(int)");
	const struct expr *arg[] = {POINTER, num(4)};
	PRINTS(expr_builtin(A, BUILTIN_READABLE, INT, 2, arg), "readable(p, 4)");
}

static void test_print_lvalues(void) {
	const struct expr *deref = expr_deref(A, RECORD_POINTER);
	PRINTS(expr_member(A, RECORD, &FIELD[0]), "r.x");
	PRINTS(expr_member(A, deref, &FIELD[0]), "rp->x");
	PRINTS(expr_index(A, expr_member(A, deref, &FIELD[1]), X), "rp->a[x]");
	PRINTS(expr_member(A, expr_member(A, deref, &FIELD[2]), &INNER[0]), "rp->deep");
	PRINTS(expr_member(A, expr_member(A, RECORD, &FIELD[2]), &INNER[0]), "r.deep");
	PRINTS(expr_deref(A, POINTER), "*p");
	const struct expr *moved = bin(EXPR_PTRADD, POINTER, X);
	PRINTS(moved, "p + x");
	PRINTS(expr_deref(A, moved), "p[x]");
	const struct expr *rmoved = bin(EXPR_PTRADD, RECORD_POINTER, num(2));
	PRINTS(expr_member(A, expr_deref(A, rmoved), &FIELD[0]), "rp[2].x");
	PRINTS(expr_index(A, expr_index(A, MATRIX, X), num(1)), "m[x][1]");
	PRINTS(expr_decay(A, T, ARRAY), "a");
	PRINTS(expr_decay(A, T, expr_index(A, MATRIX, X)), "m[x]");
	PRINTS(expr_addr(A, T, expr_index(A, ARRAY, num(1))), "&a[1]");
	PRINTS(expr_addr(A, T, X), "&x");
	const struct expr *to_array = global_expr("pa", type_pointer(T, type_array(T, INT, 3)));
	PRINTS(expr_index(A, expr_deref(A, to_array), X), "(*pa)[x]");
	PRINTS(bin(EXPR_PTRADD, expr_decay(A, T, expr_deref(A, to_array)), X), "*pa + x");
}

static void test_print_casts_and_strings(void) {
	const struct expr *c = global_expr("c", CHAR);
	PRINTS(bin(EXPR_ADD, expr_cast(A, INT, c), num(1)), "c + 1");
	PRINTS(expr_cast(A, CHAR, bin(EXPR_ADD, X, num(1))), "(char)(x + 1)");
	PRINTS(expr_cast(A, type_void_pointer(T), POINTER), "p");
	PRINTS(expr_cast(A, type_pointer(T, CHAR), POINTER), "(char *)p");
	PRINTS(expr_deref(A, expr_cast(A, type_pointer(T, CHAR), POINTER)), "*(char *)p");
	PRINTS(expr_cast(A, DOUBLE, X), "x");
	PRINTS(expr_cast(A, INT, global_expr("d", DOUBLE)), "(int)d");
	const struct expr *s = expr_symbol(A, string_symbol("str.0", "a\"b\n\x01"));
	PRINTS(expr_decay(A, T, s), "\"a\\\"b\\n\\001\"");
	PRINTS(expr_index(A, s, X), "\"a\\\"b\\n\\001\"[x]");
}

static void test_print_is_bounded(void) {
	const struct expr *e = X;
	for (int i = 0; i < 100000; i++)
		e = bin(EXPR_ADD, e, num(1));
	CHECK(strlen(expr_print(A, e)) < 10000);
	e = X;
	for (int i = 0; i < 90; i++)
		e = bin(EXPR_MUL, e, e);
	CHECK(strlen(expr_print(A, e)) < 10000);
}

int main(void) {
	fixture_open();
	X = global_expr("x", INT);
	Y = global_expr("y", INT);
	ARRAY = global_expr("a", type_array(T, INT, 10));
	MATRIX = global_expr("m", type_array(T, type_array(T, INT, 3), 2));
	POINTER = global_expr("p", type_pointer(T, INT));
	make_record();
	test_cast_folds();
	test_constructors();
	test_predicates();
	test_orders();
	test_print_operators();
	test_print_lvalues();
	test_print_casts_and_strings();
	test_print_is_bounded();
	fixture_close();
	return check_done("expr");
}
