#include "goto/program/prog.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "goto/analysis/analysis.h"
#include "goto/passes/passes.h"
#include "goto/program/print.h"
#include "goto/program/validate.h"
#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"
#include "util/text/diag.h"

static const struct check_config ALL = {.assertions = true,
                                        .error_calls = true,
                                        .bounds = true,
                                        .pointer = true,
                                        .div_by_zero = true,
                                        .overflow = true,
                                        .unsigned_overflow = true,
                                        .float_overflow = true,
                                        .nan = true,
                                        .shift = true,
                                        .conversion = true,
                                        .alignment = true,
                                        .leak = true};

/* main with some variables of every kind; the tests add instructions to it. */
static struct function *F;
static const struct expr *I, *J, *U, *A10, *PTR, *D, *REC, *RECP;
static struct field FIELD[4];

static void make_record(void) {
	struct type *r = type_record(T, TYPE_STRUCT, "rec", line(1));
	FIELD[0] = (struct field){intern("x"), INT, 0, NOT_BITFIELD, false};
	FIELD[1] = (struct field){intern("b"), INT, 37, 4, false};
	FIELD[2] = (struct field){intern("a"), type_array(T, INT, 4), 64, NOT_BITFIELD, false};
	FIELD[3] = (struct field){intern("tail"), type_array(T, INT, 1), 192, NOT_BITFIELD, false};
	r->record->field = FIELD;
	r->record->n = 4;
	type_complete(r, 28, 4);
	REC = expr_symbol(A, local(F, "r", r));
	RECP = expr_symbol(A, local(F, "rp", type_pointer(T, r)));
}

static void begin(void) {
	fixture_open();
	F = make_function("main", INT);
	P->entry = F->symbol;
	I = expr_symbol(A, local(F, "i", INT));
	J = expr_symbol(A, local(F, "j", INT));
	U = expr_symbol(A, local(F, "u", UINT));
	D = expr_symbol(A, local(F, "d", DOUBLE));
	A10 = expr_symbol(A, local(F, "a", type_array(T, INT, 10)));
	PTR = expr_symbol(A, local(F, "p", type_pointer(T, INT)));
	make_record();
}

static void set(const struct expr *lhs, const struct expr *rhs) {
	ins_add(F, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs, .loc = line(1)});
}

static uint32_t jump(uint32_t target, const struct expr *cond) {
	return ins_add(F,
	               (struct ins){.kind = INS_GOTO, .target = target, .rhs = cond, .loc = line(2)});
}

static void end(void) {
	ins_add(F, (struct ins){.kind = INS_END, .loc = line(9)});
}

static const char *captured(void (*print)(FILE *, const struct goto_prog *)) {
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	print(f, P);
	fclose(f);
	const char *kept = arena_printf(A, "%s", text);
	free(text);
	return kept;
}

static unsigned count(enum ins_kind kind) {
	unsigned n = 0;
	for (size_t i = 0; i < F->ins.n; i++)
		n += F->ins.at[i].kind == kind;
	return n;
}

static void has(const char *text, const char *part, int at) {
	CHECK(strstr(text, part));
	if (!strstr(text, part))
		fprintf(stderr, "  line %d: no \"%s\" in\n%s\n", at, part, text);
}
#define HAS(text, part) has((text), (part), __LINE__)

static const char *checked(const struct check_config *config) {
	end();
	goto_validate(P);
	goto_add_checks(P, config);
	goto_validate(P);
	return arena_printf(A, "%s%s", captured(goto_print), captured(goto_print_properties));
}

static void test_print(void) {
	begin();
	ins_add(F, (struct ins){.kind = INS_DECL, .sym = I->symbol, .loc = line(1)});
	set(I, num(0));
	jump(5, expr_unary(A, EXPR_LNOT, INT, bin(EXPR_LT, I, num(3))));
	set(I, bin(EXPR_ADD, I, num(1)));
	jump(2, NULL);
	ins_add(F, (struct ins){.kind = INS_RETURN, .rhs = I});
	vec_push(&F->label, ((struct label){intern("out"), 5}));
	end();
	goto_find_loops(P);
	goto_validate(P);
	const char *text = captured(goto_print);
	HAS(text, "int main(void)\n");
	HAS(text, "        // t.c:1\n     0: decl int i\n     1: i = 0\n");
	HAS(text, ">    2: if (!(i < 3)) goto 5\n");
	HAS(text, "     4: goto 2 [loop main.0]\n");
	HAS(text, "      out:\n>    5: return i\n");
	CHECK(strcmp(captured(goto_print_loops), "main.0 at t.c:2\n") == 0);
	HAS(captured(goto_print_symbols), "function   int main(void)");
	HAS(captured(goto_print_symbols), "auto       int main::a[10]");
	fixture_close();
}

static void test_intrinsics(void) {
	begin();
	for (int i = INTRINSIC_NONE + 1; i < INTRINSIC_N; i++)
		CHECK((int)intrinsic_find(intrinsic_name((enum intrinsic)i)) == i);
	CHECK(intrinsic_find("__mc_nondet_int") == INTRINSIC_NONDET);
	CHECK(!intrinsic_find("__mc_allocate") && !intrinsic_find("alloc"));
	struct symbol *alloc = prog_add_symbol(P, "__mc_alloc", F->symbol->type, STORAGE_FUNCTION);
	struct ins call = {.kind = INS_CALL, .rhs = expr_symbol(P->arena, alloc)};
	CHECK(ins_intrinsic(&call) == INTRINSIC_ALLOC);
	call.rhs = expr_symbol(P->arena, F->symbol);
	CHECK(!ins_intrinsic(&call));
	CHECK(!ins_intrinsic(&(struct ins){.kind = INS_SKIP}));
	fixture_close();
}

static void test_properties_are_numbered(void) {
	begin();
	struct function *g = make_function("g", INT);
	uint32_t a = prog_add_property(P, F, PROPERTY_ASSERTION, line(1), "one");
	uint32_t b = prog_add_property(P, g, PROPERTY_ASSERTION, line(1), "two");
	uint32_t c = prog_add_property(P, F, PROPERTY_ASSERTION, line(1), "three");
	uint32_t d = prog_add_property(P, F, PROPERTY_BOUNDS, line(1), "four");
	CHECK(P->property.at[a].id == intern("main.assertion.1"));
	CHECK(P->property.at[b].id == intern("g.assertion.1"));
	CHECK(P->property.at[c].id == intern("main.assertion.2"));
	CHECK(P->property.at[d].id == intern("main.bounds.1"));
	HAS(captured(goto_print_properties), "main.bounds.1 at t.c:1:1: four [bounds]\n");
	enum property_class class;
	CHECK(property_class_find("double-free", &class) && class == PROPERTY_DOUBLE_FREE);
	CHECK(!property_class_find("nonsense", &class));
	CHECK(prog_find(P, "main") == F->symbol && !prog_find(P, "nobody"));
	fixture_close();
}

static void test_bounds(void) {
	begin();
	set(expr_index(A, A10, I), num(1));
	set(I, expr_index(A, A10, num(9)));
	set(I, expr_index(A, A10, num(10)));
	set(PTR, expr_addr(A, T, expr_index(A, A10, J)));
	set(PTR, expr_addr(A, T, expr_index(A, A10, num(10))));
	set(PTR, expr_decay(A, T, A10));
	const char *text = checked(&ALL);
	HAS(text, "     0: assert i < 10 [main.bounds.1]\n     1: a[i] = 1\n     2: i = a[9]\n");
	HAS(text, "assert 10 < 10 [main.bounds.2]");
	HAS(text, "assert j <= 10 [main.bounds.3]");
	HAS(text, "array index 'i' out of bounds of 'a' (10 elements) [bounds]");
	CHECK(count(INS_ASSERT) == 3);
	fixture_close();
}

static void test_pointer(void) {
	begin();
	set(I, expr_deref(A, PTR));
	set(expr_deref(A, bin(EXPR_PTRADD, PTR, J)), expr_deref(A, PTR));
	set(expr_member(A, expr_deref(A, RECP), &FIELD[0]), num(1));
	set(I, expr_member(A, expr_deref(A, RECP), &FIELD[1]));
	set(I, expr_index(A, expr_member(A, expr_deref(A, RECP), &FIELD[2]), J));
	set(I, expr_index(A, expr_member(A, expr_deref(A, RECP), &FIELD[3]), J));
	set(PTR, expr_addr(A, T, expr_member(A, expr_deref(A, RECP), &FIELD[0])));
	const char *text = checked(&(struct check_config){.pointer = true, .bounds = true});
	HAS(text, "     0: assert !is_null_object(p) [main.pointer.1]\n"
	          "     1: assert !is_freed(p) [main.pointer.2]\n"
	          "     2: assert !is_dead(p) [main.pointer.3]\n"
	          "     3: assert readable(p, 4) [main.pointer.4]\n"
	          "     4: i = *p\n");
	HAS(text, "     8: assert readable(p, 4) [main.pointer.8]\n" /* p + j: the same object */
	          "     9: assert readable(p + j, 4) [main.pointer.9]\n"
	          "    10: assert writable(p + j, 4) [main.pointer.10]\n"
	          "    11: p[j] = *p\n");
	HAS(text, "assert writable(&rp->x, 4)");
	HAS(text, "assert readable((char *)rp + 4, 2)"); /* bits 37 to 41 */
	HAS(text, "assert j < 4");
	HAS(text, "assert readable(&rp->a, 16)");
	HAS(text, "assert readable(&rp->tail[j], 4)"); /* a last member of one element is open */
	HAS(text, "null or invalid pointer dereferenced: 'rp' [pointer]");
	CHECK(count(INS_ASSERT) == 4 + 6 + 5 + 3 * 4 + 1);
	fixture_close();
}

static void test_guards(void) {
	begin();
	const struct expr *not_null = bin(EXPR_NE, PTR, expr_u64(A, PTR->type, 0));
	jump(1, bin(EXPR_LAND, not_null, expr_deref(A, PTR)));
	jump(2, bin(EXPR_LOR, I, bin(EXPR_GT, bin(EXPR_DIV, num(1), J), num(0))));
	set(I, expr_cond(A, J, bin(EXPR_DIV, num(1), J), bin(EXPR_REM, num(2), I)));
	const char *text = checked(&(struct check_config){.pointer = true, .div_by_zero = true});
	HAS(text, "assert !(p != NULL) || !is_null_object(p)");
	HAS(text, "assert !!i || j != 0");
	HAS(text, "assert !j || j != 0");
	HAS(text, "assert !!j || i != 0");
	fixture_close();
}

static void test_arithmetic(void) {
	begin();
	set(I, bin(EXPR_ADD, I, J));
	set(U, bin(EXPR_MUL, U, U));
	set(I, bin(EXPR_DIV, I, J));
	set(I, bin(EXPR_REM, I, num(2)));
	set(I, bin(EXPR_SHL, I, J));
	set(I, bin(EXPR_SHR, I, num(31)));
	set(I, expr_unary(A, EXPR_NEG, INT, I));
	set(D, bin(EXPR_DIV, D, D));
	set(I, expr_cast(A, INT, D));
	set(U, expr_cast(A, UINT, I));
	const char *text = checked(&ALL);
	HAS(text, "assert !overflow_add(i, j) [main.overflow.1]");
	HAS(text, "assert !overflow_mul(u, u) [main.unsigned-overflow.1]");
	HAS(text, "assert j != 0 [main.division-by-zero.1]");
	HAS(text, "assert !(i == -2147483648 && j == -1) [main.overflow.2]");
	HAS(text, "assert j < 32 [main.shift.1]");
	HAS(text, "assert !overflow_shl(i, j) [main.overflow.3]");
	HAS(text, "assert !overflow_neg(i) [main.overflow.4]");
	HAS(text, "assert !isinf(d / d) || isinf(d) || isinf(d) [main.float-overflow.1]");
	HAS(text, "assert !isnan(d / d) || isnan(d) || isnan(d) [main.nan.1]");
	HAS(text, "assert float_to_int_ok(d, 0) [main.conversion.1]");
	HAS(text, "assert i >= 0 [main.conversion.2]");
	HAS(text, "signed overflow: 'i + j' [overflow]");
	CHECK(count(INS_ASSERT) == 11);
	fixture_close();
}

static void test_conversions(void) {
	begin();
	const struct type *byte = type_int(T, 8, false);
	const struct expr *c = expr_symbol(A, local(F, "c", CHAR));
	const struct expr *b = expr_symbol(A, local(F, "b", byte));
	set(c, expr_cast(A, CHAR, I));
	set(b, expr_cast(A, byte, U));
	set(b, expr_cast(A, byte, c));
	set(I, expr_cast(A, INT, U));
	set(I, expr_cast(A, INT, b));
	const char *text = checked(&(struct check_config){.conversion = true});
	HAS(text, "assert i <= 127 && i >= -128");
	HAS(text, "assert u <= 255");
	HAS(text, "assert c >= 0");
	HAS(text, "assert u <= 2147483647");
	HAS(text, "conversion of 'i' to char changes its value");
	CHECK(count(INS_ASSERT) == 4);
	fixture_close();
}

static void call(const char *name, const char *string) {
	const struct type *t = type_func(T, type_void(T), NULL, 0, false, true);
	struct symbol *f = prog_find(P, name);
	if (!f)
		f = prog_add_symbol(P, name, t, STORAGE_FUNCTION);
	const struct expr **arg = arena_array(A, const struct expr *, 1);
	if (string)
		arg[0] = expr_decay(A, T, expr_symbol(A, string_symbol(string, string)));
	ins_add(F, (struct ins){.kind = INS_CALL,
	                        .rhs = expr_symbol(A, f),
	                        .arg = arg,
	                        .nargs = string != NULL,
	                        .loc = line(3)});
}

static void test_error_calls(void) {
	begin();
	call("__assert_fail", "x > 0");
	call("reach_error", NULL);
	vec_push(&F->label, ((struct label){intern("ERROR"), 2}));
	set(I, num(1));
	struct check_config config = {.assertions = true, .error_calls = true, .error_label = "ERROR"};
	const char *text = checked(&config);
	HAS(text, "assertion 'x > 0' fails [assertion]");
	HAS(text, "call of reach_error is reachable [unreach]");
	HAS(text, "error label 'ERROR' is reachable [unreach]");
	CHECK(count(INS_ASSERT) == 3 && count(INS_ASSUME) == 2 && count(INS_CALL) == 0);
	fixture_close();
}

static void test_error_calls_off(void) {
	begin();
	call("__assert_fail", "x > 0");
	call("__VERIFIER_error", NULL);
	uint32_t p = prog_add_property(P, F, PROPERTY_DOUBLE_FREE, line(1), "double free");
	ins_add(F, (struct ins){.kind = INS_ASSERT, .rhs = I, .property = p});
	uint32_t q = prog_add_property(P, F, PROPERTY_LOCK, line(1), "lock");
	ins_add(F, (struct ins){.kind = INS_ASSERT, .rhs = I, .property = q});
	checked(&(struct check_config){.lock = true});
	CHECK(count(INS_ASSERT) == 1 && count(INS_ASSUME) == 2);
	CHECK(count(INS_ASSIGN) == 1);                    /* what is not checked is read all the same */
	F->ins.at[0].kind = F->ins.at[1].kind = INS_SKIP; /* the assumes end every path */
	goto_remove_unreachable(P);
	goto_validate(P);
	CHECK(P->property.n == 1 && P->property.at[0].class == PROPERTY_LOCK);
	fixture_close();
}

static void test_jumps_meet_inserted_checks(void) {
	begin();
	set(I, num(0));
	set(I, bin(EXPR_DIV, num(7), I));
	jump(1, I);
	vec_push(&F->label, ((struct label){intern("again"), 1}));
	end();
	goto_find_loops(P);
	goto_add_checks(P, &(struct check_config){.div_by_zero = true});
	goto_validate(P);
	CHECK(F->ins.at[1].kind == INS_ASSERT && F->ins.at[1].hidden);
	CHECK(F->ins.at[3].kind == INS_GOTO && F->ins.at[3].target == 1);
	CHECK(F->label.at[0].at == 1);
	CHECK(F->loop.at[0].head == 1 && F->loop.at[0].back == 3);
	fixture_close();
}

static void test_temporaries_show_what_they_hold(void) {
	begin();
	const struct expr *t = expr_symbol(A, local(F, "$1", INT));
	const struct expr *twice = expr_symbol(A, local(F, "$2", INT));
	t->symbol->is_temp = twice->symbol->is_temp = true;
	const struct expr **arg = arena_array(A, const struct expr *, 1);
	arg[0] = J;
	ins_add(
	    F,
	    (struct ins){
	        .kind = INS_CALL, .lhs = t, .rhs = expr_symbol(A, F->symbol), .arg = arg, .nargs = 1});
	set(twice, num(1));
	set(twice, num(2));
	set(I, expr_index(A, A10, t));
	set(I, expr_index(A, A10, twice));
	const char *text = checked(&ALL);
	HAS(text, "array index 'main(j)' out of bounds");
	HAS(text, "array index '$2' out of bounds");
	HAS(text, "i = a[$1]\n");
	fixture_close();
}

/* extern int open[]; is checked against its object, unless nobody defines it. */
static void test_open_arrays(void) {
	begin();
	const struct expr *open = global_expr("open", type_array(T, INT, ARRAY_OPEN));
	const struct expr *nowhere = global_expr("nowhere", type_array(T, INT, ARRAY_OPEN));
	nowhere->symbol->is_extern = true;
	set(expr_index(A, open, I), num(1));
	set(expr_index(A, nowhere, I), num(1));
	set(PTR, expr_addr(A, T, expr_index(A, open, I)));
	HAS(checked(&ALL), "assert readable(&open[i], 4) [main.bounds.1]");
	CHECK(count(INS_ASSERT) == 1);
	fixture_close();
}

static void test_vla(void) {
	begin();
	const struct expr *v = expr_symbol(A, local(F, "v", type_vla(T, INT, J)));
	ins_add(F, (struct ins){.kind = INS_DECL, .sym = v->symbol});
	set(expr_index(A, v, I), num(1));
	const char *text = checked(&ALL);
	HAS(text, "assert j > 0 [main.bounds.1]");
	HAS(text, "assert i < j [main.bounds.2]");
	HAS(text, "array index 'i' out of bounds of 'v' (j elements)");
	fixture_close();
}

static void test_models_get_memory_checks_only(void) {
	begin();
	F->is_model = true;
	set(I, bin(EXPR_ADD, expr_deref(A, PTR), J));
	const char *text = checked(&ALL);
	CHECK(count(INS_ASSERT) == 4);
	HAS(text, "null or invalid pointer dereferenced: 'p' in main");
	fixture_close();
}

static void test_reachable(void) {
	begin();
	struct function *called = make_function("called", INT);
	struct function *pointed = make_function("pointed", INT);
	struct function *lonely = make_function("lonely", INT);
	ins_add(called, (struct ins){.kind = INS_END});
	ins_add(pointed, (struct ins){.kind = INS_END});
	ins_add(lonely, (struct ins){.kind = INS_END});
	const struct expr *fp = expr_symbol(A, local(F, "fp", type_pointer(T, pointed->symbol->type)));
	ins_add(F, (struct ins){.kind = INS_CALL, .rhs = expr_symbol(A, called->symbol)});
	set(fp, expr_addr(A, T, expr_symbol(A, pointed->symbol)));
	jump(5, NULL);
	uint32_t p = prog_add_property(P, F, PROPERTY_ASSERTION, line(1), "never reached");
	ins_add(F, (struct ins){.kind = INS_ASSERT, .rhs = I, .property = p});
	ins_add(F, (struct ins){.kind = INS_CALL, .rhs = expr_symbol(A, lonely->symbol)});
	jump(7, num(0));
	ins_add(F, (struct ins){.kind = INS_RETURN, .rhs = num(1)});
	set(I, num(3));
	end();
	goto_validate(P);
	goto_remove_unreachable(P);
	goto_validate(P);
	CHECK(F->ins.n == 6); /* call, assign, goto, goto, return, end */
	CHECK(F->ins.at[2].target == 3);
	CHECK(P->property.n == 0);
	CHECK(P->function.n == 3);
	fixture_close();
}

static void test_address_taken(void) {
	begin();
	set(PTR, expr_addr(A, T, expr_index(A, A10, I)));
	set(J, expr_index(A, expr_member(A, REC, &FIELD[2]), I));
	end();
	goto_find_address_taken(P);
	CHECK(A10->symbol->address_taken);
	CHECK(!I->symbol->address_taken && !REC->symbol->address_taken && !PTR->symbol->address_taken);
	fixture_close();
}

static bool is_static(const struct symbol *s) {
	return s->storage == STORAGE_STATIC;
}

static const char *split(void) {
	end();
	goto_validate(P);
	goto_split_shared(P, is_static);
	goto_validate(P);
	return captured(goto_print);
}

static void test_split(void) {
	begin();
	const struct expr *x = global_expr("x", INT), *y = global_expr("y", INT);
	const struct expr *q = global_expr("q", type_pointer(T, INT));
	set(x, bin(EXPR_ADD, x, num(1)));
	set(I, bin(EXPR_ADD, x, y));
	set(I, x);
	set(expr_deref(A, q), num(5));
	set(I, expr_deref(A, q));
	HAS(split(), "     0: decl int @8\n     1: @8 = x\n     2: x = @8 + 1\n"
	             "     3: decl int @9\n     4: @9 = x\n     5: decl int @10\n     6: @10 = y\n"
	             "     7: i = @9 + @10\n"
	             "     8: i = x\n"
	             "     9: decl int *@11\n    10: @11 = q\n    11: *@11 = 5\n"
	             "    12: decl int *@12\n    13: @12 = q\n    14: i = *@12\n");
	CHECK(F->ins.at[1].hidden && !F->ins.at[2].hidden);
	CHECK(F->ins.at[2].rhs->arg[0]->symbol->is_temp && !F->ins.at[2].lhs->symbol->is_temp);
	fixture_close();
}

/* Every access keeps its memory order; a fence stays where it is. */
static void test_split_orders(void) {
	begin();
	const struct type *atomic = type_atomic(T, INT, INT->size, INT->align);
	const struct expr *x = global_expr("x", atomic), *y = global_expr("y", INT);
	const struct expr *released = expr_ordered(A, x, MEM_RELEASE, MEM_PLAIN);
	const struct expr *tried = expr_ordered(A, y, MEM_ACQUIRE, MEM_RELAXED);
	set(released, expr_cast(A, atomic, bin(EXPR_ADD, tried, expr_cast(A, INT, x))));
	ins_add(F, (struct ins){.kind = INS_FENCE, .order = MEM_ACQ_REL});
	const char *text = split();
	HAS(text, ": @8 = y [load acquire, relaxed on failure]\n");
	HAS(text, ": @9 = x [load seq_cst]\n");
	HAS(text, ": x = @8 + @9 [store release]\n");
	HAS(text, ": fence acq_rel\n");
	fixture_close();
}

/* Splitting first, then checking: messages still name what the user wrote. */
static void test_split_then_check(void) {
	begin();
	const struct expr *q = global_expr("q", type_pointer(T, INT));
	const struct expr *x = global_expr("x", INT);
	set(expr_deref(A, bin(EXPR_PTRADD, q, x)), num(5));
	split();
	goto_add_checks(P, &ALL);
	goto_validate(P);
	HAS(captured(goto_print), "assert !is_null_object(@8)");
	HAS(captured(goto_print_properties), "null or invalid pointer dereferenced: 'q' [pointer]");
	HAS(captured(goto_print_properties), "access out of bounds of the object: 'q[x]' [pointer]");
	fixture_close();
}

static void test_split_control(void) {
	begin();
	const struct expr *x = global_expr("x", INT), *y = global_expr("y", INT);
	jump(2, bin(EXPR_LAND, x, y));
	set(x, expr_cond(A, I, y, x));
	HAS(split(), "     0: decl int @8\n     1: @8 = x\n"
	             "     2: decl int @9\n     3: @9 = !!@8\n     4: if (!@9) goto 8\n"
	             "     5: decl int @10\n     6: @10 = y\n     7: @9 = !!@10\n"
	             ">    8: if (@9) goto 19\n"
	             "        // t.c:1\n"
	             "     9: decl int @11\n    10: if (!i) goto 15\n"
	             "    11: decl int @12\n    12: @12 = y\n    13: @11 = @12\n    14: goto 18\n"
	             ">   15: decl int @13\n    16: @13 = x\n    17: @11 = @13\n"
	             ">   18: x = @11\n");
	fixture_close();
}

static void test_split_record(void) {
	begin();
	const struct expr *g = global_expr("g", REC->type), *h = global_expr("h", REC->type);
	set(g, REC);
	set(g, h);
	ins_add(F, (struct ins){.kind = INS_CALL,
	                        .rhs = expr_symbol(A, F->symbol),
	                        .lhs = global_expr("z", INT)});
	const char *text = split();
	HAS(text, "     0: g.x = r.x\n     1: g.b = r.b {bytes 4 to 5}\n     2: g.a[0] = r.a[0]\n");
	HAS(text, " = h.tail[0]\n");
	HAS(text, "    28: decl int @15\n    29: @15 = main()\n    30: z = @15\n");
	CHECK(!F->ins.at[0].hidden);
	fixture_close();
}

static void test_split_units(void) {
	begin();
	const struct expr *g = global_expr("g", REC->type);
	const struct expr *b = expr_member(A, g, &FIELD[1]),
	                  *w = global_expr("w", type_int(T, 128, false));
	set(b, num(1));
	set(I, b);
	set(w, expr_u64(A, w->type, 1));
	const char *text = split();
	HAS(text, "@8.b = g.b {bytes 4 to 5}\n     2: @8.b = 1\n     3: g.b = @8.b {bytes 4 to 5}\n");
	HAS(text, "@9.b = g.b {bytes 4 to 5}\n     8: @10 = @9.b\n");
	HAS(text, ": w = @11 {bytes 0 to 7}\n");
	HAS(text, ": w = @11 {bytes 8 to 15}\n");
	fixture_close();
}

/* Without the exit handlers: a leak checker would look at the child's memory for seconds. */
static void leave(int code, struct loc loc, const char *text) {
	(void)loc, (void)text;
	_exit(code);
}

/* Runs goto_validate on the current program in a child; true if it is refused as a bug. */
static bool refused(void) {
	fflush(stderr);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(1);
		diag_set_exit(leave);
		goto_validate(P);
		_exit(0);
	}
	int status = 0;
	waitpid(child, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BUG;
}

static bool refuses(struct ins in) {
	begin();
	set(I, num(0));
	end();
	bool before = refused();
	in.loop = NO_LOOP;
	F->ins.at[0] = in;
	bool after = refused();
	fixture_close();
	return !before && after;
}

static struct ins assign(const struct expr *lhs, const struct expr *rhs) {
	return (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs};
}

static void test_validator_refuses_instructions(void) {
	CHECK(refuses((struct ins){.kind = INS_GOTO, .target = 2}));
	CHECK(refuses((struct ins){.kind = INS_END}));
	CHECK(refuses((struct ins){.kind = INS_ASSERT, .rhs = NULL}));
	CHECK(refuses((struct ins){.kind = INS_UNSUPPORTED}));
	CHECK(refuses((struct ins){.kind = INS_DECL}));
	CHECK(refuses((struct ins){.kind = INS_HAVOC}));
	CHECK(refuses((struct ins){.kind = INS_FENCE}));
	CHECK(refuses((struct ins){.kind = INS_SKIP, .order = MEM_SEQ_CST}));
	CHECK(refuses((struct ins){.kind = INS_SKIP, .sync = SYNC_MUTEX}));
	CHECK(refuses((struct ins){.kind = (enum ins_kind)99}));
}

static void refuse_after(struct ins in, int at) {
	F->ins.at[0] = in;
	F->ins.at[0].loop = NO_LOOP;
	bool ok = refused();
	CHECK(ok);
	if (!ok)
		fprintf(stderr, "  line %d: was accepted\n", at);
}
#define REFUSE_VALUE(e) refuse_after(assign(I, (e)), __LINE__)

static void test_validator_refuses_expressions(void) {
	begin();
	set(I, num(0));
	end();
	goto_validate(P);
	struct function *g = make_function("g", INT);
	const struct expr *foreign = expr_symbol(A, local(g, "foreign", INT));
	ins_add(g, (struct ins){.kind = INS_END});
	REFUSE_VALUE(foreign);
	REFUSE_VALUE(U);
	REFUSE_VALUE(bin(EXPR_ADD, I, U));
	REFUSE_VALUE(bin(EXPR_ADD, I, expr_nondet(A, INT)));
	REFUSE_VALUE(expr_binary(A, EXPR_EQ, UINT, I, J));
	REFUSE_VALUE(bin(EXPR_EQ, I, D));
	REFUSE_VALUE(expr_unary(A, EXPR_DEREF, INT, I));
	REFUSE_VALUE(expr_unary(A, EXPR_DEREF, INT, RECP));
	REFUSE_VALUE(expr_unary(A, EXPR_LNOT, INT, A10));
	REFUSE_VALUE(expr_unary(A, EXPR_BITNOT, INT, D));
	REFUSE_VALUE(bin(EXPR_REM, D, D));
	REFUSE_VALUE(bin(EXPR_PTRADD, PTR, PTR));
	REFUSE_VALUE(expr_unary(A, EXPR_CAST, INT, REC));
	REFUSE_VALUE(expr_binary(A, EXPR_INDEX, INT, PTR, I));
	REFUSE_VALUE(expr_binary(A, EXPR_INDEX, INT, A10, D));
	REFUSE_VALUE(expr_builtin(A, BUILTIN_READABLE, INT, 1, &PTR));
	REFUSE_VALUE(expr_builtin(A, BUILTIN_ISNAN, INT, 1, &I));
	REFUSE_VALUE(expr_symbol(A, F->symbol));
	struct expr wide = *num(1);
	wide.bits = bits_u64(A, 64, 1);
	REFUSE_VALUE(&wide);
	refuse_after(assign(A10, A10), __LINE__);
	refuse_after(assign(num(1), num(1)), __LINE__);
	refuse_after(assign(REC, expr_nondet(A, REC->type)), __LINE__);
	refuse_after((struct ins){.kind = INS_CALL, .rhs = I}, __LINE__);
	refuse_after((struct ins){.kind = INS_RETURN, .rhs = U}, __LINE__);
	refuse_after((struct ins){.kind = INS_DEAD, .sym = F->symbol}, __LINE__);
	refuse_after((struct ins){.kind = INS_ASSERT, .rhs = I, .property = 0}, __LINE__);
	fixture_close();
}

static void test_validator_refuses_programs(void) {
	begin();
	set(I, num(0));
	end();
	goto_validate(P);
	F->ins.n--;
	CHECK(refused());
	F->ins.n++;
	I->symbol->slot = 1;
	CHECK(refused());
	I->symbol->slot = 0;
	F->nparams = 1;
	CHECK(refused());
	F->nparams = 0;
	vec_push(&F->label, ((struct label){intern("l"), 2}));
	CHECK(refused());
	F->label.n = 0;
	vec_push(&F->loop, ((struct loop){intern("main.0"), 0, 0, NO_LOC}));
	CHECK(refused());
	F->loop.n = 0;
	prog_add_property(P, F, PROPERTY_ASSERTION, line(1), "two\nlines");
	CHECK(refused());
	P->property.n = 0;
	CHECK(!refused());
	fixture_close();
}

int main(void) {
	test_print();
	test_intrinsics();
	test_properties_are_numbered();
	test_bounds();
	test_pointer();
	test_guards();
	test_arithmetic();
	test_conversions();
	test_error_calls();
	test_error_calls_off();
	test_jumps_meet_inserted_checks();
	test_temporaries_show_what_they_hold();
	test_open_arrays();
	test_vla();
	test_models_get_memory_checks_only();
	test_reachable();
	test_address_taken();
	test_split();
	test_split_orders();
	test_split_then_check();
	test_split_control();
	test_split_record();
	test_split_units();
	test_validator_refuses_instructions();
	test_validator_refuses_expressions();
	test_validator_refuses_programs();
	return check_done("goto");
}
