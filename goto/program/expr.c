#include "goto/program/expr.h"

#include "goto/program/prog.h"
#include "util/text/diag.h"

static struct expr *make(struct arena *a, enum expr_kind kind, const struct type *type) {
	struct expr *e = arena_new(a, struct expr);
	e->kind = kind;
	e->type = type;
	bool is_lvalue =
	    kind == EXPR_SYMBOL || kind == EXPR_DEREF || kind == EXPR_MEMBER || kind == EXPR_INDEX;
	e->order = is_lvalue && type->is_atomic ? MEM_SEQ_CST : MEM_PLAIN;
	return e;
}

const struct expr *expr_const(struct arena *a, const struct type *type, struct bits bits) {
	if (bits.width != type->bits)
		BUG("constant of %u bits for a type of %u bits", bits.width, type->bits);
	struct expr *e = make(a, EXPR_CONST, type);
	e->bits = bits;
	return e;
}

const struct expr *expr_u64(struct arena *a, const struct type *type, uint64_t value) {
	return expr_const(a, type, bits_u64(a, type->bits, value));
}

const struct expr *expr_symbol(struct arena *a, struct symbol *symbol) {
	struct expr *e = make(a, EXPR_SYMBOL, symbol->type);
	e->symbol = symbol;
	return e;
}

const struct expr *expr_deref(struct arena *a, const struct expr *pointer) {
	if (pointer->type->kind != TYPE_POINTER)
		BUG("dereference of something that is not a pointer");
	if (pointer->kind == EXPR_ADDR && pointer->type->elem == pointer->arg[0]->type)
		return pointer->arg[0];
	return expr_unary(a, EXPR_DEREF, pointer->type->elem, pointer);
}

const struct expr *expr_part(struct arena *a, const struct expr *whole, const struct field *part) {
	struct expr *e = make(a, EXPR_MEMBER, part->type);
	e->nargs = 1;
	e->arg[0] = whole;
	e->field = part;
	return e;
}

const struct expr *expr_member(struct arena *a, const struct expr *record,
                               const struct field *field) {
	if (!type_is_record(record->type))
		BUG("member of something that is not a struct or union");
	return expr_part(a, record, field);
}

const struct expr *expr_index(struct arena *a, const struct expr *array, const struct expr *ix) {
	if (array->type->kind != TYPE_ARRAY)
		BUG("index of something that is not an array");
	return expr_binary(a, EXPR_INDEX, array->type->elem, array, ix);
}

const struct expr *expr_addr(struct arena *a, struct types *types, const struct expr *lvalue) {
	if (lvalue->kind == EXPR_DEREF)
		return lvalue->arg[0];
	return expr_unary(a, EXPR_ADDR, type_pointer(types, lvalue->type), lvalue);
}

const struct expr *expr_decay(struct arena *a, struct types *types, const struct expr *lvalue) {
	if (lvalue->type->kind == TYPE_ARRAY)
		lvalue = expr_index(a, lvalue, expr_u64(a, type_size(types), 0));
	else if (lvalue->type->kind != TYPE_FUNC)
		BUG("decay of something that is neither array nor function");
	return expr_addr(a, types, lvalue);
}

/* What the constant 'e' becomes in 'to'; both are integers or pointers. */
static struct bits convert(struct arena *a, const struct type *to, const struct expr *e) {
	if (to->kind == TYPE_BOOL)
		return bits_u64(a, to->bits, !bits_is_zero(e->bits));
	if (to->bits < e->bits.width)
		return bits_extract(a, e->bits, to->bits - 1, 0);
	if (to->bits == e->bits.width)
		return e->bits;
	bool is_signed = e->type->kind == TYPE_INT && e->type->is_signed;
	return is_signed ? bits_sext(a, e->bits, to->bits) : bits_zext(a, e->bits, to->bits);
}

static bool is_word(const struct type *t) {
	return type_is_integer(t) || t->kind == TYPE_POINTER;
}

const struct expr *expr_cast(struct arena *a, const struct type *type, const struct expr *e) {
	if (e->type == type)
		return e;
	if (e->kind == EXPR_CONST && is_word(type) && is_word(e->type))
		return expr_const(a, type, convert(a, type, e));
	return expr_unary(a, EXPR_CAST, type, e);
}

const struct expr *expr_unary(struct arena *a, enum expr_kind kind, const struct type *type,
                              const struct expr *x) {
	struct expr *e = make(a, kind, type);
	e->nargs = 1;
	e->arg[0] = x;
	return e;
}

const struct expr *expr_binary(struct arena *a, enum expr_kind kind, const struct type *type,
                               const struct expr *x, const struct expr *y) {
	struct expr *e = make(a, kind, type);
	e->nargs = 2;
	e->arg[0] = x;
	e->arg[1] = y;
	return e;
}

const struct expr *expr_cond(struct arena *a, const struct expr *condition, const struct expr *then,
                             const struct expr *otherwise) {
	struct expr *e = make(a, EXPR_COND, then->type);
	e->nargs = 3;
	e->arg[0] = condition;
	e->arg[1] = then;
	e->arg[2] = otherwise;
	return e;
}

const struct expr *expr_nondet(struct arena *a, const struct type *type) {
	return make(a, EXPR_NONDET, type);
}

const struct expr *expr_varargs(struct arena *a, struct types *types) {
	return make(a, EXPR_VARARGS, type_pointer(types, type_char(types)));
}

const struct expr *expr_builtin(struct arena *a, enum builtin builtin, const struct type *type,
                                uint32_t nargs, const struct expr *const *arg) {
	if (nargs > EXPR_MAX_ARGS)
		BUG("builtin with %u arguments", nargs);
	struct expr *e = make(a, EXPR_BUILTIN, type);
	e->builtin = builtin;
	e->nargs = nargs;
	for (uint32_t i = 0; i < nargs; i++)
		e->arg[i] = arg[i];
	return e;
}

const struct expr *expr_ordered(struct arena *a, const struct expr *lvalue, enum mem_order order,
                                enum mem_order failure) {
	if (!expr_is_lvalue(lvalue))
		BUG("a memory order of something that is not an lvalue");
	if (lvalue->order == order && lvalue->failure_order == failure)
		return lvalue;
	struct expr *copy = arena_copy(a, lvalue, sizeof *lvalue);
	copy->order = order;
	copy->failure_order = failure;
	return copy;
}

const char *mem_order_name(enum mem_order order) {
	static const char *const name[MEM_ORDER_N] = {
	    [MEM_PLAIN] = "plain",     [MEM_RELAXED] = "relaxed", [MEM_CONSUME] = "consume",
	    [MEM_ACQUIRE] = "acquire", [MEM_RELEASE] = "release", [MEM_ACQ_REL] = "acq_rel",
	    [MEM_SEQ_CST] = "seq_cst"};
	return name[order];
}

const struct expr *expr_same_bits(const struct expr *e) {
	while (e->kind == EXPR_CAST && e->type->kind == TYPE_INT && e->arg[0]->type->kind == TYPE_INT &&
	       e->type->bits == e->arg[0]->type->bits)
		e = e->arg[0];
	return e;
}

bool expr_is_lvalue(const struct expr *e) {
	switch (e->kind) {
	case EXPR_SYMBOL: return e->symbol->storage != STORAGE_FUNCTION;
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: return true;
	default: return false;
	}
}

bool expr_equal(const struct expr *a, const struct expr *b) {
	if (a == b)
		return true;
	if (a->kind != b->kind || a->type != b->type || a->nargs != b->nargs ||
	    a->symbol != b->symbol || a->field != b->field)
		return false;
	if (a->kind == EXPR_NONDET || (a->kind == EXPR_BUILTIN && a->builtin != b->builtin))
		return false;
	if (a->kind == EXPR_CONST)
		return bits_eq(a->bits, b->bits);
	for (uint32_t i = 0; i < a->nargs; i++)
		if (!expr_equal(a->arg[i], b->arg[i]))
			return false;
	return true;
}

bool expr_is_true(const struct expr *e) {
	return e->kind == EXPR_CONST && !expr_is_false(e);
}

bool expr_is_false(const struct expr *e) {
	if (e->kind != EXPR_CONST)
		return false;
	if (e->type->kind != TYPE_FLOAT)
		return bits_is_zero(e->bits);
	for (uint32_t i = 0; i + 1 < e->bits.width; i++) /* -0.0 is zero too */
		if (bits_test(e->bits, i))
			return false;
	return true;
}

const char *expr_builtin_name(enum builtin b) {
	static const char *const name[BUILTIN_N] = {
	    [BUILTIN_OVERFLOW_ADD] = "overflow_add",
	    [BUILTIN_OVERFLOW_SUB] = "overflow_sub",
	    [BUILTIN_OVERFLOW_MUL] = "overflow_mul",
	    [BUILTIN_OVERFLOW_NEG] = "overflow_neg",
	    [BUILTIN_OVERFLOW_SHL] = "overflow_shl",
	    [BUILTIN_READABLE] = "readable",
	    [BUILTIN_WRITABLE] = "writable",
	    [BUILTIN_IS_LIVE] = "is_live",
	    [BUILTIN_IS_NULL_OBJECT] = "is_null_object",
	    [BUILTIN_IS_FREED] = "is_freed",
	    [BUILTIN_IS_DEAD] = "is_dead",
	    [BUILTIN_IS_HEAP] = "is_heap",
	    [BUILTIN_IS_MAPPING] = "is_mapping",
	    [BUILTIN_IS_ARGUMENT] = "is_argument",
	    [BUILTIN_IS_FORBIDDEN] = "is_forbidden",
	    [BUILTIN_IS_STATIC] = "is_static",
	    [BUILTIN_IS_USERS] = "is_users",
	    [BUILTIN_IS_STRING] = "is_string",
	    [BUILTIN_SAME_OBJECT] = "same_object",
	    [BUILTIN_OBJECT_SIZE] = "object_size",
	    [BUILTIN_OFFSET] = "offset",
	    [BUILTIN_IS_ALIGNED] = "is_aligned",
	    [BUILTIN_FLOAT_TO_INT_OK] = "float_to_int_ok",
	    [BUILTIN_ISNAN] = "isnan",
	    [BUILTIN_ISINF] = "isinf",
	    [BUILTIN_ISNORMAL] = "isnormal",
	    [BUILTIN_SIGNBIT] = "signbit",
	    [BUILTIN_FABS] = "fabs",
	    [BUILTIN_SQRT] = "sqrt",
	    [BUILTIN_FMA] = "fma",
	    [BUILTIN_ROUND_TO_INTEGRAL] = "round_to_integral",
	    [BUILTIN_FREM] = "fmod",
	    [BUILTIN_COPYSIGN] = "copysign",
	    [BUILTIN_POPCOUNT] = "popcount",
	    [BUILTIN_CLZ] = "clz",
	    [BUILTIN_CTZ] = "ctz",
	    [BUILTIN_BSWAP] = "bswap",
	};
	if ((unsigned)b >= BUILTIN_N)
		BUG("builtin %d", (int)b);
	return name[b];
}
