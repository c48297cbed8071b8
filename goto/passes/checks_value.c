/* Checks of operators: division by zero, overflow, shifts, conversions that lose bits, NaN. */
#include "goto/passes/checks.h"

static const char *text(struct checks *c, const char *what, const struct expr *e) {
	return arena_printf(c->arena, "%s: %s", what, checks_quote(c, e));
}

static const struct expr *constant(struct checks *c, const struct type *t, struct bits bits) {
	return expr_const(c->arena, t, bits);
}

static struct bits signed_min(struct checks *c, uint32_t width) {
	struct bits one = bits_u64(c->arena, width, 1);
	return bits_shl(c->arena, one, bits_u64(c->arena, width, width - 1));
}

static void check_zero(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *by = e->arg[1];
	if (!c->config->div_by_zero || !type_is_integer(e->type) || expr_is_true(by))
		return;
	checks_assert(c, PROPERTY_DIV_BY_ZERO, guard,
	              checks_compare(c, EXPR_NE, by, expr_u64(c->arena, by->type, 0)),
	              text(c, "division by zero", e));
}

/* The one quotient that does not fit: the smallest number divided by -1. */
static void check_quotient(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *x = e->arg[0], *y = e->arg[1];
	uint32_t width = e->type->bits;
	if (!c->config->overflow || e->type->kind != TYPE_INT || !e->type->is_signed)
		return;
	if (y->kind == EXPR_CONST && !bits_is_ones(y->bits))
		return;
	const struct expr *min = constant(c, x->type, signed_min(c, width));
	const struct expr *minus_one = constant(c, y->type, bits_ones(c->arena, width));
	checks_assert(c, PROPERTY_OVERFLOW, guard,
	              checks_not(c, checks_and(c, checks_compare(c, EXPR_EQ, x, min),
	                                       checks_compare(c, EXPR_EQ, y, minus_one))),
	              text(c, "signed overflow", e));
}

static void check_overflow(struct checks *c, const struct expr *e, const struct expr *guard) {
	enum builtin b = e->kind == EXPR_ADD   ? BUILTIN_OVERFLOW_ADD
	                 : e->kind == EXPR_SUB ? BUILTIN_OVERFLOW_SUB
	                 : e->kind == EXPR_MUL ? BUILTIN_OVERFLOW_MUL
	                 : e->kind == EXPR_NEG ? BUILTIN_OVERFLOW_NEG
	                                       : BUILTIN_OVERFLOW_SHL;
	bool is_signed = e->type->is_signed;
	enum property_class class = is_signed ? PROPERTY_OVERFLOW : PROPERTY_UNSIGNED_OVERFLOW;
	if (e->type->kind != TYPE_INT || (b == BUILTIN_OVERFLOW_SHL && !is_signed) ||
	    !checks_wanted(c->config, class))
		return;
	checks_assert(c, class, guard,
	              checks_not(c, checks_test(c, b, e->arg[0], e->nargs > 1 ? e->arg[1] : NULL)),
	              text(c, is_signed ? "signed overflow" : "unsigned overflow", e));
}

/* 'special' (infinity, NaN) comes from an operand, or not at all. */
static const struct expr *not_new(struct checks *c, enum builtin special, const struct expr *e) {
	const struct expr *cond = checks_not(c, checks_test(c, special, e, NULL));
	for (uint32_t i = 0; i < e->nargs; i++)
		if (e->arg[i]->type->kind == TYPE_FLOAT)
			cond = checks_or(c, cond, checks_test(c, special, e->arg[i], NULL));
	return cond;
}

static void check_float(struct checks *c, const struct expr *e, const struct expr *guard) {
	if (c->config->float_overflow)
		checks_assert(c, PROPERTY_FLOAT_OVERFLOW, guard, not_new(c, BUILTIN_ISINF, e),
		              text(c, "floating-point overflow", e));
	if (c->config->nan)
		checks_assert(c, PROPERTY_NAN, guard, not_new(c, BUILTIN_ISNAN, e),
		              text(c, "result is not a number", e));
}

static void check_shift(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *by = e->arg[1];
	uint32_t width = e->type->bits;
	bool negative =
	    by->type->is_signed && by->kind == EXPR_CONST && bits_test(by->bits, by->bits.width - 1);
	if (!c->config->shift)
		return;
	if (by->kind == EXPR_CONST && !negative && bits_fits_u64(by->bits) && by->bits.lo < width)
		return;
	/* as unsigned, a negative distance is huge */
	const struct type *t =
	    type_int(c->prog->types, by->type->bits < 32 ? 32 : by->type->bits, false);
	checks_assert(
	    c, PROPERTY_SHIFT, guard,
	    checks_compare(c, EXPR_LT, expr_cast(c->arena, t, by), expr_u64(c->arena, t, width)),
	    arena_printf(c->arena, "shift distance %s is negative or not below %u: %s",
	                 checks_quote(c, by), width, checks_quote(c, e)));
}

static struct bits largest(struct checks *c, const struct type *t, uint32_t width) {
	struct bits max = bits_ones(c->arena, t->bits - (t->is_signed ? 1 : 0));
	return bits_zext(c->arena, max, width);
}

/* Between integer types: the value must be one of the new type's. */
static void check_narrowing(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *x = e->arg[0];
	const struct type *from = x->type, *to = e->type;
	const struct expr *cond = NULL;
	uint32_t from_max = from->bits - from->is_signed, to_max = to->bits - to->is_signed;
	if (to_max < from_max)
		cond = checks_compare(c, EXPR_LE, x, constant(c, from, largest(c, to, from->bits)));
	if (from->is_signed && (!to->is_signed || to_max < from_max)) {
		struct bits low = bits_u64(c->arena, from->bits, 0);
		if (to->is_signed)
			low = bits_sext(c->arena, signed_min(c, to->bits), from->bits);
		const struct expr *above = checks_compare(c, EXPR_GE, x, constant(c, from, low));
		cond = cond ? checks_and(c, cond, above) : above;
	}
	if (cond)
		checks_assert(c, PROPERTY_CONVERSION, guard, cond,
		              arena_printf(c->arena, "conversion of %s to %s changes its value",
		                           checks_quote(c, x), type_print(c->arena, to)));
}

static void check_cast(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *x = e->arg[0];
	if (e->type->kind == TYPE_INT && x->type->kind == TYPE_INT) {
		if (c->config->conversion)
			check_narrowing(c, e, guard);
	} else if (e->type->kind == TYPE_INT && x->type->kind == TYPE_FLOAT) {
		enum property_class class = c->config->conversion ? PROPERTY_CONVERSION : PROPERTY_OVERFLOW;
		if (!checks_wanted(c->config, class))
			return;
		checks_assert(c, class, guard,
		              checks_test(c, BUILTIN_FLOAT_TO_INT_OK, x, expr_u64(c->arena, e->type, 0)),
		              arena_printf(c->arena, "%s does not fit %s", checks_quote(c, x),
		                           type_print(c->arena, e->type)));
	} else if (e->type->kind == TYPE_FLOAT && c->config->float_overflow &&
	           (x->type->kind == TYPE_FLOAT ? e->type->bits < x->type->bits
	                                        : e->type->bits == 32 && x->type->bits == 128)) {
		checks_assert(c, PROPERTY_FLOAT_OVERFLOW, guard, not_new(c, BUILTIN_ISINF, e),
		              text(c, "floating-point overflow", e));
	}
}

static void check_bit_count(struct checks *c, const struct expr *e, const struct expr *guard) {
	const struct expr *x = e->arg[0];
	if (expr_is_true(x))
		return;
	checks_assert(c, PROPERTY_BIT_COUNT, guard,
	              checks_compare(c, EXPR_NE, x, expr_u64(c->arena, x->type, 0)),
	              text(c, "bits of zero are counted, which is not defined", e));
}

/* The library models are trusted with their arithmetic, not with the pointers they are given. */
static void check_operator(struct checks *c, const struct expr *e, const struct expr *guard) {
	if (c->function->is_model)
		return;
	switch (e->kind) {
	case EXPR_DIV:
	case EXPR_REM:
		check_zero(c, e, guard);
		check_quotient(c, e, guard);
		break;
	case EXPR_SHL:
		check_shift(c, e, guard);
		check_overflow(c, e, guard);
		break;
	case EXPR_SHR: check_shift(c, e, guard); break;
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_NEG: check_overflow(c, e, guard); break;
	case EXPR_CAST: check_cast(c, e, guard); break;
	case EXPR_BUILTIN:
		if (e->builtin == BUILTIN_CLZ || e->builtin == BUILTIN_CTZ)
			check_bit_count(c, e, guard);
		break;
	default: break;
	}
	bool may_round =
	    e->kind == EXPR_ADD || e->kind == EXPR_SUB || e->kind == EXPR_MUL || e->kind == EXPR_DIV;
	if (may_round && e->type->kind == TYPE_FLOAT)
		check_float(c, e, guard);
}

static const struct expr *under(struct checks *c, const struct expr *guard,
                                const struct expr *also) {
	return guard ? checks_and(c, guard, also) : also;
}

void checks_value(struct checks *c, const struct expr *e, const struct expr *guard) {
	switch (e->kind) {
	case EXPR_CONST:
	case EXPR_NONDET:
	case EXPR_VARARGS: return;
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: checks_lvalue(c, e, ACCESS_READ, guard); return;
	case EXPR_ADDR: checks_lvalue(c, e->arg[0], ACCESS_ADDRESS, guard); return;
	case EXPR_LAND:
	case EXPR_LOR: {
		checks_value(c, e->arg[0], guard);
		const struct expr *first = e->arg[0];
		checks_value(c, e->arg[1],
		             under(c, guard, e->kind == EXPR_LAND ? first : checks_not(c, first)));
		return;
	}
	case EXPR_COND:
		checks_value(c, e->arg[0], guard);
		checks_value(c, e->arg[1], under(c, guard, e->arg[0]));
		checks_value(c, e->arg[2], under(c, guard, checks_not(c, e->arg[0])));
		return;
	case EXPR_CAST:
		if (e->type->kind == TYPE_VOID) /* the value is discarded, not read */
			return;
		checks_value(c, e->arg[0], guard);
		check_operator(c, e, guard);
		return;
	default:
		for (uint32_t i = 0; i < e->nargs; i++)
			checks_value(c, e->arg[i], guard);
		check_operator(c, e, guard);
		return;
	}
}
