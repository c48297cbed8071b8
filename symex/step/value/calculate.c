#include "symex/step/value/calculate.h"

#include <string.h>

#include "solvers/float/float.h"
#include "symex/core/naming.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"
#include "util/number/fp_decimal.h"
#include "util/text/diag.h"

enum { MAX_ARGS = 6, MAX_LEAVES = 16, WORD = 8 };

struct calculation {                /* a call with constant arguments */
	const char *function;           /* interned */
	const struct fp_format *format; /* of the result; NULL: it is an integer */
	const struct fp_format *of;     /* of the first argument; NULL: an integer */
	enum fp_round mode;
	uint32_t nargs;
	struct bits arg[MAX_ARGS];
	struct fp_range range; /* of an integer, one number */
	int direction;         /* the function rises (1) or falls (-1), and has these limits: */
	struct fp_range limits;
};

static VEC(struct calculation) facts;
static struct arena *facts_arena;
static size_t corrections;

size_t calculate_facts(void) {
	return facts.n;
}

size_t calculate_corrections(void) {
	return corrections;
}

/* --- What is calculated. --- */

static const char *text_of(struct arena *a, const struct calculation *c) {
	uint64_t how = c->arg[1].lo;
	enum fp_round mode = c->mode;
	if (how >> 8 & 1) /* the number is negative, and the text is that of its opposite */
		mode = mode == FP_UPWARD ? FP_DOWNWARD : mode == FP_DOWNWARD ? FP_UPWARD : mode;
	return fp_convert_text(a, c->of, mode, c->arg[0], (char)(how & 0x7f), how >> 7 & 1,
	                       (int)bits_to_i64(c->arg[2]));
}

/* Eight characters of a text, from the one with number 'index' on; zeros at the end. */
static uint64_t word_of(const char *text, uint64_t index) {
	uint64_t word = 0;
	size_t n = strlen(text);
	for (size_t i = 0; i < WORD && index + i < n; i++)
		word |= (uint64_t)(unsigned char)text[index + i] << 8 * i;
	return word;
}

/* The last argument: __mc_more and the others of pthread-models/mc.h. */
static struct fp_decimal decimal_of(const struct calculation *c) {
	uint64_t how = c->arg[4].lo;
	return (struct fp_decimal){.high = c->arg[0].lo,
	                           .low = c->arg[1].lo,
	                           .low_digits = (uint32_t)c->arg[2].lo,
	                           .scale = bits_to_i64(c->arg[3]),
	                           .has_more = how & 1,
	                           .rest = (enum fp_rest)(how >> 1 & 3),
	                           .negative = how >> 3 & 1};
}

/* The digits of the boundary; 'like' is the first argument. */
static uint64_t boundary_of(struct arena *a, const struct calculation *c) {
	struct fp_decimal d = {.high = c->arg[1].lo,
	                       .low = c->arg[2].lo,
	                       .low_digits = (uint32_t)c->arg[3].lo & 31,
	                       .negative = c->arg[3].lo >> 5 & 1,
	                       .scale = bits_to_i64(c->arg[4]),
	                       .has_more = true};
	return fp_decimal_boundary(a, c->of, c->mode, &d, c->arg[5].lo);
}

/* 1 or 0, or anything between them. */
static struct fp_range outside_range(struct arena *a, const struct calculation *c) {
	struct fp_decimal d = decimal_of(c);
	bool is_binary = strcmp(c->function, "decimal is outside") != 0;
	int is = fp_decimal_is_outside(a, c->format, c->mode, &d, is_binary, c->arg[4].lo >> 4 & 1);
	struct fp_decimal zero = {0}, one = {.high = 1};
	struct fp_range no = fp_decimal_range(a, c->format, FP_NEAREST_EVEN, &zero),
	                yes = fp_decimal_range(a, c->format, FP_NEAREST_EVEN, &one);
	return is < 0 ? (struct fp_range){no.low, yes.high} : is ? yes : no;
}

/* false: there is no such function. */
static bool compute(struct arena *a, struct calculation *c, uint32_t width) {
	const struct fp_function *f = fp_function_find(c->function);
	struct fp_decimal d;
	if (f && c->format && c->nargs == 2) {
		c->range = fp_function_range(a, f, c->format, c->mode == FP_NEAREST_EVEN, c->arg);
	} else if (!strcmp(c->function, "decimal") && c->format && c->nargs == 5) {
		d = decimal_of(c);
		c->range = fp_decimal_range(a, c->format, c->mode, &d);
	} else if (!strcmp(c->function, "binary") && c->format && c->nargs == 5) {
		d = decimal_of(c);
		c->range = fp_binary_range(a, c->format, c->mode, &d);
	} else if (strstr(c->function, " is outside") && c->format && c->nargs == 5) {
		c->range = outside_range(a, c);
	} else if (!strcmp(c->function, "boundary") && c->of && c->nargs == 6) {
		c->range.low = c->range.high = bits_u64(a, width, boundary_of(a, c));
	} else if (!strcmp(c->function, "text length") && c->of && c->nargs == 4) {
		c->range.low = c->range.high = bits_u64(a, width, strlen(text_of(a, c)));
	} else if (!strcmp(c->function, "text word") && c->of && c->nargs == 4) {
		c->range.low = c->range.high = bits_u64(a, width, word_of(text_of(a, c), c->arg[3].lo));
	} else {
		return false;
	}
	return true;
}

static bool is_allowed(const struct calculation *c, struct bits value) {
	return c->format ? fp_range_has(c->format, &c->range, value) : bits_eq(value, c->range.low);
}

/* --- Facts. --- */

const char *calculate_last_fact(void) {
	if (!facts.n)
		return "";
	const struct calculation *c = &vec_last(&facts);
	struct arena *a = facts_arena;
	if (!strcmp(c->function, "boundary"))
		return "strtod compares digits with those of a number between two floats";
	if (strstr(c->function, " is outside"))
		return intern_printf("whether strtod sets errno is %s",
		                     fp_print(a, c->format, c->range.low));
	if (!c->format)
		return intern_printf("printf writes %s as %s", fp_print(a, c->of, c->arg[0]),
		                     text_of(a, c));
	const char *low = fp_print(a, c->format, c->range.low);
	const char *high = fp_range_is_single(&c->range) ? NULL : fp_print(a, c->format, c->range.high);
	const char *is = high ? intern_printf("%s, or up to %s", low, high) : low;
	if (!c->of) {
		struct fp_decimal d = decimal_of(c);
		if (!strcmp(c->function, "binary"))
			return intern_printf("strtod reads 0x%llxp%ld as %s", (unsigned long long)d.high,
			                     d.scale, is);
		return d.low_digits
		           ? intern_printf("strtod reads %llu%0*llue%ld as %s", (unsigned long long)d.high,
		                           (int)d.low_digits, (unsigned long long)d.low, d.scale, is)
		           : intern_printf("strtod reads %llue%ld as %s", (unsigned long long)d.high,
		                           d.scale, is);
	}
	bool is_binary = fp_function_operands(fp_function_find(c->function)) > 1;
	return intern_printf("%s(%s%s%s) is %s", c->function, fp_print(a, c->format, c->arg[0]),
	                     is_binary ? ", " : "", is_binary ? fp_print(a, c->format, c->arg[1]) : "",
	                     is);
}

static bool is_same_function(const struct calculation *a, const struct calculation *b) {
	return a->function == b->function && a->format == b->format && a->of == b->of;
}

static void learn(const struct calculation *c) {
	for (size_t i = 0; i < facts.n; i++) {
		bool same = is_same_function(&facts.at[i], c) && facts.at[i].mode == c->mode;
		for (uint32_t k = 0; k < c->nargs && same; k++)
			same = bits_eq(facts.at[i].arg[k], c->arg[k]);
		if (same)
			return;
	}
	if (!facts_arena)
		facts_arena = arena_open();
	struct calculation copy = *c;
	for (uint32_t k = 0; k < c->nargs; k++)
		copy.arg[k] = bits_copy(facts_arena, c->arg[k]);
	copy.range.low = bits_copy(facts_arena, c->range.low);
	copy.range.high = bits_copy(facts_arena, c->range.high);
	const struct fp_function *f = fp_function_find(c->function);
	if (f && !fpv_is_nan(c->format, c->range.low))
		copy.direction = fp_function_direction(f);
	if (copy.direction)
		copy.limits =
		    fp_function_limits(facts_arena, f, c->format, c->mode == FP_NEAREST_EVEN, copy.arg);
	vec_push(&facts, copy);
}

/* --- Terms. --- */

/* Is the value in the range?  All numbers of a range have one sign. */
static term in_range(struct terms *ts, const struct calculation *c, term value) {
	const struct fp_range *r = &c->range;
	term low = term_const(ts, r->low), high = term_const(ts, r->high);
	if (fp_range_is_single(r))
		return term_equal(ts, value, low);
	uint32_t sign = term_width(ts, value) - 1;
	term same_sign =
	    term_equal(ts, term_extract(ts, value, sign, sign), term_extract(ts, low, sign, sign));
	return term_and(
	    ts, same_sign,
	    term_and(ts, fp_le(ts, c->format, low, value), fp_le(ts, c->format, value, high)));
}

/* What follows for arguments that are smaller or larger.  Outside of its domain the function is
 * NaN. */
static term within_limits(struct terms *ts, const struct calculation *k, term arg, term value) {
	const struct fp_format *f = k->format;
	term at = term_const(ts, k->arg[0]), low = term_const(ts, k->limits.low);
	term high = term_const(ts, k->limits.high);
	term below = fp_le(ts, f, arg, at), above = fp_le(ts, f, at, arg);
	term holds =
	    term_and(ts, term_implies(ts, k->direction > 0 ? below : above, fp_le(ts, f, value, high)),
	             term_implies(ts, k->direction > 0 ? above : below, fp_le(ts, f, low, value)));
	return term_or(ts, fp_is_nan(ts, f, value), holds);
}

/* A fact is one about its mode of rounding. */
static void require_facts(struct symex *x, struct state *st, const struct calculation *c,
                          const term *arg, term mode, term value) {
	struct terms *ts = x->ts;
	for (size_t i = 0; i < facts.n; i++) {
		const struct calculation *k = &facts.at[i];
		if (!is_same_function(k, c))
			continue;
		term in_mode = term_equal(ts, mode, term_u64(ts, term_width(ts, mode), k->mode));
		term applies = in_mode;
		for (uint32_t j = 0; j < c->nargs; j++)
			applies = term_and(ts, applies, term_equal(ts, arg[j], term_const(ts, k->arg[j])));
		state_require(x, st, term_implies(ts, applies, in_range(ts, k, value)));
		if (k->direction)
			state_require(x, st, term_implies(ts, in_mode, within_limits(ts, k, arg[0], value)));
	}
}

/* Constants: the range.  In a concrete execution, the value that was chosen if it is allowed. */
static term constant_result(struct symex *x, struct state *st, struct calculation *c, term chosen) {
	struct terms *ts = x->ts;
	bool is_settled = term_is_const(ts, chosen);
	compute(terms_arena(ts), c, term_width(ts, chosen));
	if (is_settled && is_allowed(c, term_bits(ts, chosen)))
		return chosen;
	if (is_settled) {
		learn(c);
		corrections++;
	} else {
		/* Of a single value too, so that the replay finds it in the model. */
		state_require(x, st, in_range(ts, c, chosen));
	}
	return is_settled || fp_range_is_single(&c->range) ? term_const(ts, c->range.low) : chosen;
}

/* The values of an argument, if it is one of a few constants. */
static bool list_leaves(const struct terms *ts, term t, term *leaf, size_t *n) {
	if (term_kind(ts, t) == TERM_ITE)
		return list_leaves(ts, term_arg(ts, t, 1), leaf, n) &&
		       list_leaves(ts, term_arg(ts, t, 2), leaf, n);
	for (size_t i = 0; i < *n; i++)
		if (term_eq(leaf[i], t))
			return true;
	if (!term_is_const(ts, t) || *n == MAX_LEAVES)
		return false;
	leaf[(*n)++] = t;
	return true;
}

/* If all arguments are such, the results of these are all there are; false: they are not. */
static bool choose_among_leaves(struct symex *x, struct state *st, const struct calculation *like,
                                const term *arg, term *value) {
	struct terms *ts = x->ts;
	term leaf[MAX_ARGS][MAX_LEAVES], result = NO_TERM;
	size_t n[MAX_ARGS] = {0}, all = 1;
	bool is_single = true;
	for (uint32_t k = 0; k < like->nargs; k++) {
		if (!list_leaves(ts, arg[k], leaf[k], &n[k]))
			return false;
		all *= n[k];
		if (all > MAX_LEAVES)
			return false;
	}
	for (size_t i = 0; i < all; i++) {
		struct calculation c = *like;
		size_t rest = i;
		term applies = term_true(ts);
		for (uint32_t k = 0; k < c.nargs; k++) {
			term a = leaf[k][rest % n[k]];
			c.arg[k] = term_bits(ts, a);
			applies = term_and(ts, applies, term_equal(ts, arg[k], a));
			rest /= n[k];
		}
		compute(terms_arena(ts), &c, term_width(ts, *value));
		state_require(x, st, term_implies(ts, applies, in_range(ts, &c, *value)));
		is_single = is_single && fp_range_is_single(&c.range);
		term low = term_const(ts, c.range.low);
		result = result.ix ? term_ite(ts, applies, low, result) : low;
	}
	*value = is_single ? result : *value;
	return true;
}

static const struct fp_format *format_of(const struct type *t) {
	return t->kind == TYPE_FLOAT ? fp_by_bits(t->bits) : NULL;
}

/* A call with the same arguments, in the same mode, has the same value: its variable is named after
 * them. */
static const char *name_by_arguments(const struct calculation *c, const term *arg) {
	const char *name = intern_printf("calculated!%s!%u!%d", c->function,
	                                 c->format ? fp_width(c->format) : 0, (int)c->mode);
	for (uint32_t k = 0; k < c->nargs; k++)
		name = intern_printf("%s!%u", name, arg[k].ix);
	return name;
}

void calculate(struct symex *x, struct state *st, const struct ins *i, const char *function) {
	term arg[MAX_ARGS];
	if (!i->lhs)
		return;
	if (i->nargs < 2 || i->nargs > MAX_ARGS + 1)
		BUG("'%s' of %u arguments to calculate", function, i->nargs);
	struct calculation c = {.function = function,
	                        .format = format_of(i->lhs->type),
	                        .of = format_of(i->arg[1]->type),
	                        .nargs = i->nargs - 1};
	bool constant = true;
	for (uint32_t k = 0; k < c.nargs; k++) {
		arg[k] = eval(x, st, i->arg[k + 1]);
		constant = constant && term_is_const(x->ts, arg[k]);
		if (constant)
			c.arg[k] = term_bits(x->ts, arg[k]);
	}
	uint64_t number_of_mode;
	term mode = eval_rounding(x, st);
	bool is_known = term_get_u64(x->ts, mode, &number_of_mode);
	c.mode = is_known ? (enum fp_round)number_of_mode : FP_ANY_ROUND;
	uint32_t number = symex_choice(x, st, CHOICE_CALCULATED, state_guard(x, st));
	uint32_t width = type_width(x, i->lhs->type);
	bool is_shared = is_known && !constant && !symex_is_concrete(x);
	/* No INPUT: no run is given it, and no witness or test has it. */
	struct variable own = {.kind = VARIABLE_UNINIT, .number = number};
	term value = is_shared ? symex_choose_named(x, sort_bv(width), name_by_arguments(&c, arg))
	                       : symex_choose(x, sort_bv(width), own);
	/* What only looks ahead, or replays, has recorded no choice. */
	if (x->choice.n && vec_last(&x->choice).kind == CHOICE_CALCULATED &&
	    vec_last(&x->choice).number == number)
		vec_last(&x->choice).value = value;
	if (is_known && constant)
		value = constant_result(x, st, &c, value);
	else if (!is_known || !choose_among_leaves(x, st, &c, arg, &value))
		require_facts(x, st, &c, arg, mode, value);
	struct lvalue p = eval_lvalue(x, st, i->lhs);
	lvalue_write(x, st, &p, value);
}
