#include "goto/program/type.h"

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

#define PRINTS(type, text) CHECK(strcmp(type_print(A, (type)), (text)) == 0)

static void test_interning(void) {
	CHECK(type_int(T, 32, true) == INT);
	CHECK(UINT != INT);
	CHECK(type_pointer(T, INT) == type_pointer(T, INT));
	CHECK(type_array(T, INT, 3) == type_array(T, INT, 3));
	CHECK(type_array(T, INT, 3) != type_array(T, INT, 4));
	CHECK(type_int_aligned(T, 64, true, 4) != LONG);
	CHECK(type_enum(T, UINT, "enum e") != UINT);
	CHECK(type_enum(T, UINT, "enum e") == type_enum(T, UINT, "enum e"));
	const struct type *ii[] = {INT, INT}, *il[] = {INT, LONG};
	CHECK(type_func(T, INT, ii, 2, false, false) == type_func(T, INT, ii, 2, false, false));
	CHECK(type_func(T, INT, ii, 2, false, false) != type_func(T, INT, il, 2, false, false));
	CHECK(type_func(T, INT, ii, 2, false, false) != type_func(T, INT, ii, 2, true, false));
	CHECK(type_record(T, TYPE_STRUCT, "s", line(1)) != type_record(T, TYPE_STRUCT, "s", line(1)));
}

static void test_many(void) {
	const struct type *t[500];
	for (uint64_t i = 0; i < 500; i++)
		t[i] = type_array(T, INT, i);
	bool same = true;
	for (uint64_t i = 0; i < 500; i++)
		same = same && type_array(T, INT, i) == t[i] && t[i]->n == i;
	CHECK(same);
}

static void test_layout(void) {
	CHECK(INT->size == 4 && INT->align == 4);
	CHECK(type_int(T, 128, true)->size == 16);
	CHECK(type_int(T, 24, true)->size == 4);
	CHECK(type_int(T, 200, true)->size == 32);
	CHECK(type_bool(T)->bits == 8 && type_bool(T)->size == 1);
	CHECK(type_pointer(T, INT)->size == 8 && type_pointer(T, INT)->bits == 64);
	CHECK(type_array(T, LONG, 5)->size == 40 && type_array(T, LONG, 5)->align == 8);
	CHECK(type_array(T, LONG, ARRAY_OPEN)->size == 0);
	CHECK(type_size(T)->bits == 64 && !type_size(T)->is_signed);
	CHECK(type_ptrdiff(T)->bits == 64 && type_ptrdiff(T)->is_signed);
}

/* struct a { struct b *p; }; struct b { struct a (*q)[3]; }; lowered while a is being laid out. */
static void test_array_before_complete(void) {
	struct type *a = type_record(T, TYPE_STRUCT, "a", line(1));
	const struct type *inner = type_array(T, a, 3), *outer = type_array(T, inner, 2);
	CHECK(inner->size == 0 && outer->size == 0);
	type_complete(a, 24, 8);
	CHECK(inner->size == 72 && inner->align == 8);
	CHECK(outer->size == 144);
	CHECK(type_array(T, a, 3) == inner);
}

static void test_atomic(void) {
	const struct type *t = type_atomic(T, INT, 4, 4);
	CHECK(t != INT && t->is_atomic && t->bits == 32);
	CHECK(type_atomic(T, INT, 4, 4) == t);
	CHECK(type_atomic(T, t, 4, 4) == t);
	CHECK(type_unatomic(T, t) == INT);
	CHECK(type_unatomic(T, INT) == INT);
	CHECK(type_same_values(t, INT));
	PRINTS(t, "_Atomic int");
	PRINTS(type_atomic(T, type_pointer(T, INT), 8, 8), "int *_Atomic");
}

static void test_print(void) {
	const struct type *p = type_pointer(T, INT);
	PRINTS(INT, "int");
	PRINTS(UINT, "unsigned int");
	PRINTS(LONG, "long");
	PRINTS(CHAR, "char");
	PRINTS(type_int(T, 8, false), "unsigned char");
	PRINTS(type_int(T, 16, false), "unsigned short");
	PRINTS(type_int(T, 128, true), "__int128");
	PRINTS(type_bool(T), "_Bool");
	PRINTS(DOUBLE, "double");
	PRINTS(type_float(T, 80, 16, 16), "long double");
	PRINTS(type_void_pointer(T), "void *");
	PRINTS(type_pointer(T, p), "int **");
	PRINTS(type_array(T, p, 3), "int *[3]");
	PRINTS(type_pointer(T, type_array(T, INT, 3)), "int (*)[3]");
	PRINTS(type_array(T, type_array(T, INT, 3), 2), "int [2][3]");
	const struct type *f =
	    type_func(T, type_pointer(T, CHAR), (const struct type *[]){INT}, 1, false, false);
	PRINTS(f, "char *(int)");
	PRINTS(type_pointer(T, f), "char *(*)(int)");
	PRINTS(type_array(T, type_pointer(T, f), 4), "char *(*[4])(int)");
	PRINTS(type_func(T, type_pointer(T, f), NULL, 0, false, false), "char *(*(void))(int)");
	PRINTS(type_func(T, INT, (const struct type *[]){p, LONG}, 2, true, false),
	       "int (int *, long, ...)");
	PRINTS(type_func(T, INT, NULL, 0, false, true), "int ()");
	PRINTS(type_record(T, TYPE_UNION, "u", line(3)), "union u");
	PRINTS(type_record(T, TYPE_STRUCT, NULL, line(3)), "struct <line 3>");
	PRINTS(type_enum(T, UINT, "enum colour"), "enum colour");
	CHECK(strcmp(type_print_decl(A, type_pointer(T, type_array(T, INT, 3)), "p"), "int (*p)[3]") ==
	      0);
	CHECK(strcmp(type_print_decl(A, INT, "x"), "int x") == 0);
}

/* A type whose full spelling is exponentially long, and one that is very deep. */
static void test_print_is_bounded(void) {
	const struct type *t = INT;
	for (int i = 0; i < 60; i++)
		t = type_pointer(T, type_func(T, INT, (const struct type *[]){t, t}, 2, false, false));
	CHECK(strlen(type_print(A, t)) < 10000);
	t = INT;
	for (int i = 0; i < 100000; i++)
		t = type_pointer(T, t);
	CHECK(strlen(type_print(A, t)) < 10000);
}

static void test_predicates(void) {
	CHECK(type_is_integer(type_bool(T)) && type_is_integer(INT) && !type_is_integer(DOUBLE));
	CHECK(type_is_arithmetic(DOUBLE) && !type_is_arithmetic(type_void_pointer(T)));
	CHECK(type_is_scalar(type_void_pointer(T)) && !type_is_scalar(type_array(T, INT, 2)));
	CHECK(type_is_aggregate(type_array(T, INT, 2)) && !type_is_record(type_array(T, INT, 2)));
	const struct type *vla = type_vla(T, INT, num(3));
	CHECK(type_has_vla(vla) && type_has_vla(type_array(T, vla, 2)) && vla->size == 0);
	CHECK(!type_has_vla(type_array(T, INT, 2)) && !type_has_vla(type_pointer(T, vla)));
	CHECK(type_same_values(INT, type_enum(T, INT, "enum e")));
	CHECK(!type_same_values(INT, UINT) && !type_same_values(INT, type_bool(T)));
	CHECK(type_same_values(type_pointer(T, INT), type_void_pointer(T)));
	CHECK(type_same_values(type_array(T, INT, 2), type_array(T, INT, ARRAY_OPEN)));
	CHECK(!type_same_values(type_array(T, INT, 2), type_array(T, INT, 3)));
	struct type *r = type_record(T, TYPE_STRUCT, "r", line(1));
	struct field field[] = {{intern("a"), INT, 0, NOT_BITFIELD, false}, {NULL, INT, 32, 3, false}};
	r->record->field = field;
	r->record->n = 2;
	type_complete(r, 8, 4);
}

int main(void) {
	fixture_open();
	test_interning();
	test_many();
	test_layout();
	test_array_before_complete();
	test_atomic();
	test_print();
	test_print_is_bounded();
	test_predicates();
	fixture_close();
	return check_done("type");
}
