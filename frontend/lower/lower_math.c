/* Floating-point builtins that are operations of the goto-program. */
#include "frontend/lower/lower_math.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "util/number/fp.h"

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

static const struct expr *zero(struct lw *lw, const struct type *type) {
	return expr_u64(lw->arena, type, 0);
}

static const struct expr *test(struct lw *lw, enum builtin b, const struct expr *x) {
	return expr_builtin(lw->arena, b, type_c_int(lw->types), 1, &x);
}

static const struct expr *both(struct lw *lw, enum expr_kind kind, const struct expr *a,
                               const struct expr *b) {
	return expr_binary(lw->arena, kind, type_c_int(lw->types), a, b);
}

/* fabs, fabsf, fabsl, fabsf128: the base name with a suffix that only says the type. */
static bool is_typed(const char *name, const char *base) {
	size_t n = strlen(base);
	if (strncmp(name, base, n) != 0)
		return false;
	const char *rest = name + n;
	return is(rest, "") || is(rest, "f") || is(rest, "l") || is(rest, "f16") || is(rest, "f128");
}

static bool operation(struct lw *lw, CXCursor c, const char *name, const struct expr **value) {
	static const struct {
		const char *name;
		enum builtin builtin;
		uint32_t nargs;
		int mode; /* of rounding, or -2: not a rounding */
	} table[] = {
	    {"fabs", BUILTIN_FABS, 1, -2},
	    {"sqrt", BUILTIN_SQRT, 1, -2},
	    {"fma", BUILTIN_FMA, 3, -2},
	    {"copysign", BUILTIN_COPYSIGN, 2, -2},
	    {"fmod", BUILTIN_FREM, 2, -2},
	    {"floor", BUILTIN_ROUND_TO_INTEGRAL, 1, FP_DOWNWARD},
	    {"ceil", BUILTIN_ROUND_TO_INTEGRAL, 1, FP_UPWARD},
	    {"trunc", BUILTIN_ROUND_TO_INTEGRAL, 1, FP_TOWARD_ZERO},
	    {"round", BUILTIN_ROUND_TO_INTEGRAL, 1, FP_NEAREST_AWAY},
	    {"roundeven", BUILTIN_ROUND_TO_INTEGRAL, 1, FP_NEAREST_EVEN},
	    {"rint", BUILTIN_ROUND_TO_INTEGRAL, 1, -1},
	    {"nearbyint", BUILTIN_ROUND_TO_INTEGRAL, 1, -1},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (!is_typed(name, table[i].name))
			continue;
		struct lw_args args = lw_arguments(lw, c, NULL);
		const struct type *type = lw_rvalue_type(lw, c);
		if (args.n != table[i].nargs || type->kind != TYPE_FLOAT)
			return false;
		const struct expr *full[3] = {0};
		for (uint32_t k = 0; k < args.n; k++)
			full[k] = lw_convert(lw, type, args.at[k]);
		if (table[i].mode != -2)
			full[args.n++] = lw_int(lw, table[i].mode);
		*value = expr_builtin(lw->arena, table[i].builtin, type, args.n, full);
		return true;
	}
	return false;
}

/* signbit(x) ? -1 : 1 where x is infinite */
static const struct expr *isinf_sign(struct lw *lw, const struct expr *x) {
	const struct expr *sign =
	    expr_cond(lw->arena, test(lw, BUILTIN_SIGNBIT, x), lw_int(lw, -1), lw_int(lw, 1));
	return expr_cond(lw->arena, test(lw, BUILTIN_ISINF, x), sign, lw_int(lw, 0));
}

/* fpclassify(nan, infinite, normal, subnormal, zero, x) */
static const struct expr *classify(struct lw *lw, struct lw_args args) {
	const struct expr *x = lw_pin_value(lw, args.at[5]);
	const struct expr *is_zero = both(lw, EXPR_EQ, x, zero(lw, x->type));
	const struct expr *e = expr_cond(lw->arena, is_zero, args.at[4], args.at[3]);
	e = expr_cond(lw->arena, test(lw, BUILTIN_ISNORMAL, x), args.at[2], e);
	e = expr_cond(lw->arena, test(lw, BUILTIN_ISINF, x), args.at[1], e);
	return expr_cond(lw->arena, test(lw, BUILTIN_ISNAN, x), args.at[0], e);
}

static const struct expr *predicate(struct lw *lw, const char *name, struct lw_args args) {
	const struct expr *x = args.n ? args.at[0] : NULL, *y = args.n > 1 ? args.at[1] : NULL;
	if (args.n == 1 && x->type->kind == TYPE_FLOAT) {
		if (is_typed(name, "isnan"))
			return test(lw, BUILTIN_ISNAN, x);
		if (is_typed(name, "isinf"))
			return test(lw, BUILTIN_ISINF, x);
		if (is(name, "isinf_sign"))
			return isinf_sign(lw, lw_pin_value(lw, x));
		if (is_typed(name, "isfinite") || is_typed(name, "finite")) {
			x = lw_pin_value(lw, x);
			return lw_not(
			    lw, both(lw, EXPR_LOR, test(lw, BUILTIN_ISNAN, x), test(lw, BUILTIN_ISINF, x)));
		}
		if (is(name, "isnormal"))
			return test(lw, BUILTIN_ISNORMAL, x);
		if (is_typed(name, "signbit"))
			return test(lw, BUILTIN_SIGNBIT, x);
	}
	if (args.n == 2 && x->type->kind == TYPE_FLOAT && y->type == x->type) {
		if (is(name, "isgreater"))
			return both(lw, EXPR_GT, x, y);
		if (is(name, "isgreaterequal"))
			return both(lw, EXPR_GE, x, y);
		if (is(name, "isless"))
			return both(lw, EXPR_LT, x, y);
		if (is(name, "islessequal"))
			return both(lw, EXPR_LE, x, y);
		x = lw_pin_value(lw, x);
		y = lw_pin_value(lw, y);
		if (is(name, "islessgreater"))
			return both(lw, EXPR_LOR, both(lw, EXPR_LT, x, y), both(lw, EXPR_GT, x, y));
		return both(lw, EXPR_LOR, test(lw, BUILTIN_ISNAN, x), test(lw, BUILTIN_ISNAN, y));
	}
	return args.n == 6 ? classify(lw, args) : NULL;
}

static bool is_predicate(const char *name) {
	static const char *const names[] = {"isinf_sign",     "isnormal",    "isgreater",
	                                    "isgreaterequal", "isless",      "islessequal",
	                                    "islessgreater",  "isunordered", "fpclassify"};
	static const char *const typed[] = {"isnan", "isinf", "isfinite", "finite", "signbit"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is(name, names[i]))
			return true;
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
		if (is_typed(name, typed[i]))
			return true;
	return false;
}

static bool constant(struct lw *lw, CXCursor c, const char *name, const struct expr **value) {
	bool nan = is_typed(name, "nan") || is_typed(name, "nans");
	bool inf = is_typed(name, "inf") || is_typed(name, "huge_val") || is(name, "huge_valf");
	const struct type *type = lw_rvalue_type(lw, c);
	const struct fp_format *format = type->kind == TYPE_FLOAT ? fp_by_bits(type->bits) : NULL;
	if ((!nan && !inf) || !format)
		return false;
	*value = expr_const(lw->arena, type, fp_parse(lw->arena, format, nan ? "nan" : "inf"));
	return true;
}

bool lw_math_builtin(struct lw *lw, CXCursor c, const char *name, const struct expr **value) {
	if (constant(lw, c, name, value) || operation(lw, c, name, value))
		return true;
	if (!is_predicate(name))
		return false;
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *e = predicate(lw, name, lw_arguments(lw, c, NULL));
	*value = e ? lw_convert(lw, type, e) : lw_unsupported(lw, type, "__builtin_%s", name);
	return true;
}
