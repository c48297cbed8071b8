/* Complex numbers, part by part.  An operand that is real stays real, as in C11 Annex G: it has no
 * imaginary part, not one that is zero. */
#include "frontend/code/lower_complex.h"

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"

struct parts {
	const struct expr *re, *im; /* im NULL: a real number */
};

static const struct type *part_type(const struct type *complex) {
	return complex->record->field[0].type;
}

static const struct expr *part(struct lw *lw, const struct expr *complex, unsigned i) {
	return expr_member(lw->arena, complex, &complex->type->record->field[i]);
}

/* The number, read once, with parts of type 'elem'. */
static struct parts parts_of(struct lw *lw, const struct type *elem, const struct expr *e) {
	e = lw_pin_value(lw, e);
	if (!type_is_complex(e->type))
		return (struct parts){lw_convert(lw, elem, e), NULL};
	return (struct parts){lw_convert(lw, elem, part(lw, e, 0)),
	                      lw_convert(lw, elem, part(lw, e, 1))};
}

const struct expr *lw_complex(struct lw *lw, const struct type *type, const struct expr *re,
                              const struct expr *im) {
	const struct expr *t = lw_temp(lw, type);
	lw_assign(lw, part(lw, t, 0), lw_convert(lw, part_type(type), re));
	lw_assign(lw, part(lw, t, 1), lw_convert(lw, part_type(type), im));
	return t;
}

static const struct expr *zero(struct lw *lw, const struct type *type) {
	return expr_u64(lw->arena, type, 0);
}

const struct expr *lw_complex_truth(struct lw *lw, const struct expr *e) {
	struct parts p = parts_of(lw, part_type(e->type), e);
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *none = zero(lw, part_type(e->type));
	return expr_binary(lw->arena, EXPR_LOR, c_int,
	                   expr_binary(lw->arena, EXPR_NE, c_int, p.re, none),
	                   expr_binary(lw->arena, EXPR_NE, c_int, p.im, none));
}

const struct expr *lw_convert_complex(struct lw *lw, const struct type *type,
                                      const struct expr *e) {
	if (!type_is_complex(type)) { /* the imaginary part is discarded */
		if (type->kind == TYPE_BOOL)
			return lw_convert(lw, type, lw_complex_truth(lw, e));
		return type_is_scalar(type) ? lw_convert(lw, type, part(lw, e, 0)) : lw_dummy(lw, type);
	}
	if (type_is_complex(e->type) && e->type->record == type->record)
		return e;
	if (!type_is_complex(e->type) && !type_is_scalar(e->type))
		return lw_dummy(lw, type); /* only after an UNSUPPORTED */
	struct parts p = parts_of(lw, part_type(type), e);
	return lw_complex(lw, type, p.re, p.im ? p.im : zero(lw, part_type(type)));
}

static const struct expr *negated(struct lw *lw, const struct expr *e) {
	return expr_unary(lw->arena, EXPR_NEG, e->type, e);
}

/* What the C library's own function computes, of the four parts. */
static const struct expr *library(struct lw *lw, const struct type *type, const char *name,
                                  struct parts a, struct parts b, const struct expr *into) {
	const struct type *elem = part_type(type);
	const struct type *param[4] = {elem, elem, elem, elem};
	const struct expr *none = zero(lw, elem);
	const struct expr *arg[4] = {a.re, a.im ? a.im : none, b.re, b.im ? b.im : none};
	const char *full = NULL;
	bool is_div = name[0] == 'd';
	if (elem->bits == 32)
		full = is_div ? "__model_complex_divf" : "__model_complex_mulf";
	else if (elem->bits == 64)
		full = is_div ? "__model_complex_div" : "__model_complex_mul";
	else if (elem->bits == lw->fe->prog->target.long_double_bits)
		full = is_div ? "__model_complex_divl" : "__model_complex_mull";
	if (!full)
		return lw_unsupported(lw, type, "this operation on complex numbers");
	if (!into)
		into = lw_temp(lw, type);
	lw_call(lw, into, lw_named(lw, full, type, param, 4), 4, arg);
	return into;
}

/* (a + bi)(c + di): where both parts are NaN, an infinity may have been lost. */
static const struct expr *product(struct lw *lw, const struct type *type, struct parts a,
                                  struct parts b) {
	const struct expr *ac = lw_arith(lw, EXPR_MUL, a.re, b.re);
	if (!a.im || !b.im) {
		const struct expr *im =
		    a.im ? lw_arith(lw, EXPR_MUL, a.im, b.re) : lw_arith(lw, EXPR_MUL, a.re, b.im);
		return lw_complex(lw, type, ac, im);
	}
	const struct expr *bd = lw_arith(lw, EXPR_MUL, a.im, b.im);
	const struct expr *ad = lw_arith(lw, EXPR_MUL, a.re, b.im);
	const struct expr *bc = lw_arith(lw, EXPR_MUL, a.im, b.re);
	const struct expr *t =
	    lw_complex(lw, type, lw_arith(lw, EXPR_SUB, ac, bd), lw_arith(lw, EXPR_ADD, ad, bc));
	if (part_type(type)->kind != TYPE_FLOAT)
		return t;
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *re = part(lw, t, 0), *im = part(lw, t, 1);
	const struct expr *nans = expr_binary(lw->arena, EXPR_LAND, c_int,
	                                      expr_builtin(lw->arena, BUILTIN_ISNAN, c_int, 1, &re),
	                                      expr_builtin(lw->arena, BUILTIN_ISNAN, c_int, 1, &im));
	uint32_t done = lw_label_new(lw);
	lw_goto_if(lw, done, lw_not(lw, nans), NULL);
	library(lw, type, "mul", a, b, t);
	lw_label_here(lw, done);
	return t;
}

static const struct expr *quotient(struct lw *lw, const struct type *type, struct parts a,
                                   struct parts b) {
	if (!b.im)
		return lw_complex(lw, type, lw_arith(lw, EXPR_DIV, a.re, b.re),
		                  lw_arith(lw, EXPR_DIV, a.im, b.re));
	if (part_type(type)->kind == TYPE_FLOAT)
		return library(lw, type, "div", a, b, NULL);
	if (!a.im)
		a.im = zero(lw, part_type(type));
	const struct expr *norm = lw_arith(lw, EXPR_ADD, lw_arith(lw, EXPR_MUL, b.re, b.re),
	                                   lw_arith(lw, EXPR_MUL, b.im, b.im));
	const struct expr *re = lw_arith(lw, EXPR_ADD, lw_arith(lw, EXPR_MUL, a.re, b.re),
	                                 lw_arith(lw, EXPR_MUL, a.im, b.im));
	const struct expr *im = lw_arith(lw, EXPR_SUB, lw_arith(lw, EXPR_MUL, a.im, b.re),
	                                 lw_arith(lw, EXPR_MUL, a.re, b.im));
	return lw_complex(lw, type, lw_arith(lw, EXPR_DIV, re, norm), lw_arith(lw, EXPR_DIV, im, norm));
}

static const struct expr *equal(struct lw *lw, const struct type *type, struct parts a,
                                struct parts b, bool want) {
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *none = zero(lw, a.re->type);
	const struct expr *re = expr_binary(lw->arena, EXPR_EQ, c_int, a.re, b.re);
	const struct expr *im =
	    expr_binary(lw->arena, EXPR_EQ, c_int, a.im ? a.im : none, b.im ? b.im : none);
	const struct expr *both = expr_binary(lw->arena, EXPR_LAND, c_int, re, im);
	return lw_convert(lw, type, want ? both : lw_not(lw, both));
}

const struct expr *lw_complex_binary(struct lw *lw, const struct type *type, enum expr_kind kind,
                                     const struct expr *a, const struct expr *b) {
	const struct type *elem = type_is_complex(type)
	                              ? part_type(type)
	                              : part_type(type_is_complex(a->type) ? a->type : b->type);
	bool number = (type_is_complex(a->type) || type_is_arithmetic(a->type)) &&
	              (type_is_complex(b->type) || type_is_arithmetic(b->type));
	if (!number)
		return NULL;
	struct parts x = parts_of(lw, elem, a), y = parts_of(lw, elem, b);
	switch (kind) {
	case EXPR_ADD:
		return lw_complex(lw, type, lw_arith(lw, kind, x.re, y.re),
		                  x.im && y.im ? lw_arith(lw, kind, x.im, y.im)
		                  : x.im       ? x.im
		                               : y.im);
	case EXPR_SUB:
		return lw_complex(lw, type, lw_arith(lw, kind, x.re, y.re),
		                  x.im && y.im ? lw_arith(lw, kind, x.im, y.im)
		                  : x.im       ? x.im
		                               : negated(lw, y.im));
	case EXPR_MUL: return product(lw, type, x, y);
	case EXPR_DIV: return quotient(lw, type, x, y);
	case EXPR_EQ:
	case EXPR_NE: return equal(lw, type, x, y, kind == EXPR_EQ);
	default: return NULL;
	}
}

const struct expr *lw_complex_unary(struct lw *lw, enum CXUnaryOperatorKind op,
                                    const struct expr *e) {
	if (op == CXUnaryOperator_Real || op == CXUnaryOperator_Imag) {
		unsigned i = op == CXUnaryOperator_Imag;
		if (type_is_complex(e->type))
			return part(lw, e, i);
		if (!type_is_scalar(e->type) || !i)
			return type_is_scalar(e->type) ? e : NULL;
		lw_evaluate(lw, e);
		return zero(lw, type_unatomic(lw->types, e->type));
	}
	struct parts p = parts_of(lw, part_type(e->type), e);
	switch (op) {
	case CXUnaryOperator_Plus: return e;
	case CXUnaryOperator_Minus:
		return lw_complex(lw, e->type, negated(lw, p.re), negated(lw, p.im));
	case CXUnaryOperator_Not: return lw_complex(lw, e->type, p.re, negated(lw, p.im)); /* GNU */
	case CXUnaryOperator_LNot: return lw_not(lw, lw_complex_truth(lw, e));
	default: return NULL;
	}
}
