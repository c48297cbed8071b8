/* The invariants of expressions: operands, types, widths. */
#include "goto/program/validate.h"

#define REQUIRE(v, e, cond, ...) ((cond) ? (void)0 : validate_fail((v), (e), __VA_ARGS__))

static void nargs(const struct validate *v, const struct expr *e, uint32_t n) {
	REQUIRE(v, e, e->nargs == n, "kind %d has %u operands instead of %u", (int)e->kind, e->nargs,
	        n);
	for (uint32_t i = 0; i < n; i++)
		REQUIRE(v, e, e->arg[i], "operand %u is missing", i);
}

static bool is_c_int(const struct validate *v, const struct type *t) {
	return t->kind == TYPE_INT && t->is_signed && t->bits == v->prog->target.int_bits;
}

static void constant(const struct validate *v, const struct expr *e) {
	nargs(v, e, 0);
	REQUIRE(v, e, type_is_scalar(e->type), "constant of a type that is not scalar");
	REQUIRE(v, e, e->bits.width == e->type->bits, "constant of %u bits, its type has %u",
	        e->bits.width, e->type->bits);
	if (e->type->kind == TYPE_BOOL)
		REQUIRE(v, e, e->bits.lo <= 1, "_Bool constant that is neither 0 nor 1");
}

static void member(const struct validate *v, const struct expr *e) {
	nargs(v, e, 1);
	const struct type *t = e->arg[0]->type;
	if (e->field->is_part) {
		REQUIRE(v, e, e->field->offset / 8 + e->type->size <= t->size, "part outside of the whole");
		REQUIRE(v, e, e->type == e->field->type, "type of the part is not its own");
		validate_lvalue(v, e->arg[0]);
		return;
	}
	REQUIRE(v, e, type_is_record(t), "member of something that is not a struct or union");
	const struct record *r = t->record;
	REQUIRE(v, e, e->field >= r->field && e->field < r->field + r->n,
	        "field does not belong to the record");
	REQUIRE(v, e, e->type == e->field->type, "type of the member is not its field's");
	validate_lvalue(v, e->arg[0]);
}

static void index_of(const struct validate *v, const struct expr *e) {
	nargs(v, e, 2);
	REQUIRE(v, e, e->arg[0]->type->kind == TYPE_ARRAY, "index of something that is not an array");
	REQUIRE(v, e, e->type == e->arg[0]->type->elem, "type of the element is not the array's");
	validate_lvalue(v, e->arg[0]);
	validate_value(v, e->arg[1]);
	REQUIRE(v, e, type_is_integer(e->arg[1]->type), "index is not an integer");
}

static void dereference(const struct validate *v, const struct expr *e) {
	nargs(v, e, 1);
	validate_value(v, e->arg[0]);
	const struct type *t = e->arg[0]->type;
	REQUIRE(v, e, t->kind == TYPE_POINTER, "dereference of something that is not a pointer");
	REQUIRE(v, e, t->elem == e->type, "type of the dereference is not the pointer's target");
}

void validate_lvalue(const struct validate *v, const struct expr *e) {
	REQUIRE(v, e, e->type, "expression without a type");
	REQUIRE(v, e, e->order < MEM_ORDER_N && e->failure_order < MEM_ORDER_N, "no memory order");
	REQUIRE(v, e, e->order != MEM_PLAIN || e->failure_order == MEM_PLAIN,
	        "a plain access with an order on failure");
	switch (e->kind) {
	case EXPR_SYMBOL:
		validate_symbol(v, e->symbol);
		REQUIRE(v, e, e->symbol->storage != STORAGE_FUNCTION, "function used as an lvalue");
		/* a later declaration may have completed the symbol's type */
		REQUIRE(v, e, type_same_values(e->type, e->symbol->type),
		        "type of the expression is not its symbol's");
		return;
	case EXPR_DEREF: dereference(v, e); return;
	case EXPR_MEMBER: member(v, e); return;
	case EXPR_INDEX: index_of(v, e); return;
	default: validate_fail(v, e, "not an lvalue");
	}
}

static void address(const struct validate *v, const struct expr *e) {
	nargs(v, e, 1);
	const struct expr *of = e->arg[0];
	REQUIRE(v, e, e->type->kind == TYPE_POINTER, "address whose type is not a pointer");
	REQUIRE(v, e, e->type->elem == of->type, "address of another type than it points to");
	if (of->kind == EXPR_SYMBOL && of->symbol->storage == STORAGE_FUNCTION)
		validate_symbol(v, of->symbol);
	else
		validate_lvalue(v, of);
}

static void cast(const struct validate *v, const struct expr *e) {
	nargs(v, e, 1);
	if (e->type->kind == TYPE_VOID && expr_is_lvalue(e->arg[0])) {
		validate_lvalue(v, e->arg[0]);
		return;
	}
	validate_value(v, e->arg[0]);
	REQUIRE(v, e, e->type->kind == TYPE_VOID || type_is_scalar(e->type),
	        "cast to a type that is not scalar");
	bool pointer = e->type->kind == TYPE_POINTER || e->arg[0]->type->kind == TYPE_POINTER;
	bool real = e->type->kind == TYPE_FLOAT || e->arg[0]->type->kind == TYPE_FLOAT;
	REQUIRE(v, e, !pointer || !real, "cast between a pointer and a float");
}

static void values(const struct validate *v, const struct expr *e, uint32_t n) {
	nargs(v, e, n);
	for (uint32_t i = 0; i < n; i++)
		validate_value(v, e->arg[i]);
}

static void arithmetic(const struct validate *v, const struct expr *e, bool floats) {
	for (uint32_t i = 0; i < e->nargs; i++)
		REQUIRE(v, e, type_same_values(e->type, e->arg[i]->type),
		        "operand %u has another type than the result", i);
	REQUIRE(v, e,
	        e->type->kind == TYPE_INT || e->type->kind == TYPE_BOOL ||
	            (floats && e->type->kind == TYPE_FLOAT),
	        "operation on a wrong kind of type");
}

static void comparison(const struct validate *v, const struct expr *e) {
	values(v, e, 2);
	REQUIRE(v, e, is_c_int(v, e->type), "comparison whose type is not int");
	REQUIRE(v, e, type_same_values(e->arg[0]->type, e->arg[1]->type), "comparison of two types");
}

static void pointer_arithmetic(const struct validate *v, const struct expr *e) {
	values(v, e, 2);
	REQUIRE(v, e, e->arg[0]->type->kind == TYPE_POINTER, "left operand is not a pointer");
	if (e->kind == EXPR_PTRADD) {
		REQUIRE(v, e, e->type == e->arg[0]->type, "sum has another type than its pointer");
		REQUIRE(v, e, type_is_integer(e->arg[1]->type), "right operand is not an integer");
		return;
	}
	REQUIRE(v, e, e->arg[1]->type->kind == TYPE_POINTER, "right operand is not a pointer");
	REQUIRE(v, e, e->type->kind == TYPE_INT && e->type->bits == v->prog->target.pointer_bits,
	        "difference whose type is not ptrdiff_t");
}

static void conditional(const struct validate *v, const struct expr *e) {
	values(v, e, 3);
	for (uint32_t i = 1; i < 3; i++)
		REQUIRE(v, e, type_same_values(e->type, e->arg[i]->type),
		        "operand %u has another type than the result", i);
}

/* One letter for the result, then one for each operand: i integer, f float, p pointer, int: n,
 * size_t or ptrdiff_t: z, any: x. */
static const char *signature(enum builtin b) {
	switch (b) {
	case BUILTIN_OVERFLOW_ADD:
	case BUILTIN_OVERFLOW_SUB:
	case BUILTIN_OVERFLOW_MUL:
	case BUILTIN_OVERFLOW_SHL: return "nii";
	case BUILTIN_OVERFLOW_NEG: return "ni";
	case BUILTIN_READABLE:
	case BUILTIN_WRITABLE:
	case BUILTIN_IS_STRING:
	case BUILTIN_IS_FORBIDDEN:
	case BUILTIN_IS_ALIGNED: return "npi";
	case BUILTIN_IS_LIVE:
	case BUILTIN_IS_NULL_OBJECT:
	case BUILTIN_IS_FREED:
	case BUILTIN_IS_DEAD:
	case BUILTIN_IS_HEAP:
	case BUILTIN_IS_MAPPING:
	case BUILTIN_IS_ARGUMENT:
	case BUILTIN_IS_STATIC:
	case BUILTIN_IS_USERS: return "np";
	case BUILTIN_SAME_OBJECT: return "npp";
	case BUILTIN_OBJECT_SIZE:
	case BUILTIN_OFFSET: return "zp";
	case BUILTIN_FLOAT_TO_INT_OK: return "nfi";
	case BUILTIN_ISNAN:
	case BUILTIN_ISINF:
	case BUILTIN_ISNORMAL:
	case BUILTIN_SIGNBIT: return "nf";
	case BUILTIN_FABS:
	case BUILTIN_SQRT: return "ff";
	case BUILTIN_ROUND_TO_INTEGRAL: return "ffi";
	case BUILTIN_FREM:
	case BUILTIN_COPYSIGN: return "fff";
	case BUILTIN_FMA: return "ffff";
	case BUILTIN_POPCOUNT:
	case BUILTIN_CLZ:
	case BUILTIN_CTZ: return "ni";
	case BUILTIN_BSWAP: return "ii";
	case BUILTIN_N: break;
	}
	return NULL;
}

static bool fits(const struct validate *v, const struct type *t, char letter) {
	switch (letter) {
	case 'i': return type_is_integer(t);
	case 'f': return t->kind == TYPE_FLOAT;
	case 'p': return t->kind == TYPE_POINTER;
	case 'n': return is_c_int(v, t);
	case 'z': return t->kind == TYPE_INT && t->bits == v->prog->target.pointer_bits;
	default: return false;
	}
}

static void builtin(const struct validate *v, const struct expr *e) {
	const char *types = signature(e->builtin);
	REQUIRE(v, e, types, "no such builtin: %d", (int)e->builtin);
	for (uint32_t i = 0; i < e->nargs; i++) {
		REQUIRE(v, e, types[i + 1], "builtin with %u operands", e->nargs);
		validate_value(v, e->arg[i]);
		REQUIRE(v, e, fits(v, e->arg[i]->type, types[i + 1]), "operand %u has the wrong type", i);
	}
	REQUIRE(v, e, !types[e->nargs + 1], "builtin with %u operands", e->nargs);
	REQUIRE(v, e, fits(v, e->type, types[0]), "builtin of the wrong type");
}

void validate_value(const struct validate *v, const struct expr *e) {
	REQUIRE(v, e, e->type, "expression without a type");
	switch (e->kind) {
	case EXPR_CONST: constant(v, e); break;
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: validate_lvalue(v, e); break;
	case EXPR_ADDR: address(v, e); break;
	case EXPR_CAST: cast(v, e); return;
	case EXPR_NEG:
		values(v, e, 1);
		arithmetic(v, e, true);
		break;
	case EXPR_BITNOT:
		values(v, e, 1);
		arithmetic(v, e, false);
		break;
	case EXPR_LNOT:
		values(v, e, 1);
		REQUIRE(v, e, is_c_int(v, e->type), "negation whose type is not int");
		break;
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_DIV:
		values(v, e, 2);
		arithmetic(v, e, true);
		break;
	case EXPR_REM:
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITXOR:
		values(v, e, 2);
		arithmetic(v, e, false);
		break;
	case EXPR_SHL:
	case EXPR_SHR:
		values(v, e, 2);
		REQUIRE(v, e,
		        type_is_integer(e->type) && type_same_values(e->type, e->arg[0]->type) &&
		            type_is_integer(e->arg[1]->type),
		        "shift of wrong types");
		break;
	case EXPR_PTRADD:
	case EXPR_PTRDIFF: pointer_arithmetic(v, e); break;
	case EXPR_EQ:
	case EXPR_NE:
	case EXPR_LT:
	case EXPR_LE:
	case EXPR_GT:
	case EXPR_GE: comparison(v, e); break;
	case EXPR_LAND:
	case EXPR_LOR:
		values(v, e, 2);
		REQUIRE(v, e, is_c_int(v, e->type), "logical operation whose type is not int");
		break;
	case EXPR_COND: conditional(v, e); break;
	case EXPR_NONDET: validate_fail(v, e, "nondet inside an expression");
	case EXPR_VARARGS: nargs(v, e, 0); break;
	case EXPR_BUILTIN: builtin(v, e); break;
	default: validate_fail(v, NULL, "no such kind of expression: %d", (int)e->kind);
	}
	REQUIRE(v, e, type_is_scalar(e->type), "value of a type that is not scalar");
}

void validate_operand(const struct validate *v, const struct expr *e) {
	if (e->type && type_is_record(e->type))
		validate_lvalue(v, e);
	else
		validate_value(v, e);
}
