#include "symex/step/calculate.h"

#include "solvers/float/float.h"
#include "symex/core/naming.h"
#include "symex/step/eval.h"
#include "util/diag.h"
#include "util/fp_function.h"
#include "util/intern.h"

enum { MAX_ARGS = 2, MAX_LEAVES = 16 };

struct calculation {      /* a call with constant arguments */
	const char *function; /* interned */
	const struct fp_format *format;
	bool to_nearest;
	struct bits arg[MAX_ARGS];
	struct fp_range range;
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

const char *calculate_last_fact(void) {
	if (!facts.n)
		return "";
	const struct calculation *c = &vec_last(&facts);
	bool is_binary = fp_function_operands(fp_function_find(c->function)) > 1;
	return intern_printf(
	    "%s(%s%s%s) is %s%s%s", c->function, fp_print(facts_arena, c->format, c->arg[0]),
	    is_binary ? ", " : "", is_binary ? fp_print(facts_arena, c->format, c->arg[1]) : "",
	    fp_print(facts_arena, c->format, c->range.low),
	    fp_range_is_single(&c->range) ? "" : " or up to ",
	    fp_range_is_single(&c->range) ? "" : fp_print(facts_arena, c->format, c->range.high));
}

static bool is_same(const struct calculation *a, const struct calculation *b) {
	bool same =
	    a->function == b->function && a->format == b->format && a->to_nearest == b->to_nearest;
	for (size_t i = 0; i < MAX_ARGS && same; i++)
		same = bits_eq(a->arg[i], b->arg[i]);
	return same;
}

static void learn(const struct calculation *c) {
	for (size_t i = 0; i < facts.n; i++)
		if (is_same(&facts.at[i], c))
			return;
	if (!facts_arena)
		facts_arena = arena_open();
	struct calculation copy = *c;
	for (size_t i = 0; i < MAX_ARGS; i++)
		copy.arg[i] = bits_copy(facts_arena, c->arg[i]);
	copy.range.low = bits_copy(facts_arena, c->range.low);
	copy.range.high = bits_copy(facts_arena, c->range.high);
	vec_push(&facts, copy);
}

/* --- Terms. --- */

/* Is the value in the range?  All numbers of a range have one sign. */
static term in_range(struct terms *ts, const struct fp_format *f, term value,
                     const struct fp_range *r) {
	term low = term_const(ts, r->low), high = term_const(ts, r->high);
	if (fp_range_is_single(r))
		return term_equal(ts, value, low);
	uint32_t sign = term_width(ts, value) - 1;
	term same_sign =
	    term_equal(ts, term_extract(ts, value, sign, sign), term_extract(ts, low, sign, sign));
	return term_and(ts, same_sign,
	                term_and(ts, fp_le(ts, f, low, value), fp_le(ts, f, value, high)));
}

static void require_facts(struct symex *x, struct state *st, const struct calculation *c,
                          const term *arg, term value) {
	struct terms *ts = x->ts;
	for (size_t i = 0; i < facts.n; i++) {
		const struct calculation *k = &facts.at[i];
		if (k->function != c->function || k->format != c->format || k->to_nearest != c->to_nearest)
			continue;
		term applies = term_true(ts);
		for (size_t j = 0; j < MAX_ARGS; j++)
			applies = term_and(ts, applies, term_equal(ts, arg[j], term_const(ts, k->arg[j])));
		state_require(x, st, term_implies(ts, applies, in_range(ts, c->format, value, &k->range)));
	}
}

/* Constants: the range.  In a concrete execution, the value that was chosen if it is allowed. */
static term constant_result(struct symex *x, struct state *st, struct calculation *c, term chosen) {
	struct terms *ts = x->ts;
	c->range = fp_function_range(terms_arena(ts), fp_function_find(c->function), c->format,
	                             c->to_nearest, c->arg);
	bool is_settled = term_is_const(ts, chosen);
	bool is_allowed = is_settled && fp_range_has(c->format, &c->range, term_bits(ts, chosen));
	if (is_allowed)
		return chosen;
	if (is_settled) {
		learn(c);
		corrections++;
	} else {
		/* Of a single value too, so that the replay finds it in the model. */
		state_require(x, st, in_range(ts, c->format, chosen, &c->range));
	}
	return is_settled || fp_range_is_single(&c->range) ? term_const(ts, c->range.low) : chosen;
}

/* The value of an argument, if it is one of a few constants: what these have as results is learned
 * at once. */
static bool list_leaves(const struct terms *ts, term t, term *leaf, size_t *n) {
	if (term_kind(ts, t) == TERM_ITE)
		return list_leaves(ts, term_arg(ts, t, 1), leaf, n) &&
		       list_leaves(ts, term_arg(ts, t, 2), leaf, n);
	if (!term_is_const(ts, t) || *n == MAX_LEAVES)
		return false;
	leaf[(*n)++] = t;
	return true;
}

static void learn_leaves(struct symex *x, const struct calculation *like, const term *arg) {
	term leaf[MAX_ARGS][MAX_LEAVES];
	size_t n[MAX_ARGS] = {0};
	const struct fp_function *f = fp_function_find(like->function);
	for (size_t k = 0; k < MAX_ARGS; k++)
		if (!list_leaves(x->ts, arg[k], leaf[k], &n[k]))
			return;
	for (size_t i = 0; i < n[0] * n[1] && n[0] * n[1] <= MAX_LEAVES; i++) {
		struct calculation c = *like;
		c.arg[0] = term_bits(x->ts, leaf[0][i / n[1]]);
		c.arg[1] = term_bits(x->ts, leaf[1][i % n[1]]);
		c.range = fp_function_range(terms_arena(x->ts), f, c.format, c.to_nearest, c.arg);
		learn(&c);
	}
}

void calculate(struct symex *x, struct state *st, const struct ins *i, const char *function) {
	term arg[MAX_ARGS];
	if (!i->lhs)
		return;
	struct calculation c = {.function = function, .format = fp_by_bits(i->lhs->type->bits)};
	if (!fp_function_find(function) || !c.format || i->nargs != MAX_ARGS + 1)
		BUG("no function '%s' of %u arguments to calculate", function, i->nargs);
	bool constant = true;
	for (size_t k = 0; k < MAX_ARGS; k++) {
		arg[k] = eval(x, st, i->arg[k + 1]);
		constant = constant && term_is_const(x->ts, arg[k]);
		if (constant)
			c.arg[k] = term_bits(x->ts, arg[k]);
	}
	uint64_t mode;
	c.to_nearest = term_get_u64(x->ts, eval_rounding(x, st), &mode) && mode == FP_NEAREST_EVEN;
	uint32_t number = symex_choice(x, st, CHOICE_CALCULATED, state_guard(x, st));
	/* Not "input!": no run is given it, and no witness or test has it. */
	term value = symex_choose(x, sort_bv(fp_width(c.format)), intern_printf("uninit!%u", number));
	if (constant) {
		value = constant_result(x, st, &c, value);
	} else {
		learn_leaves(x, &c, arg);
		require_facts(x, st, &c, arg, value);
	}
	struct lvalue p = eval_lvalue(x, st, i->lhs);
	lvalue_write(x, st, &p, value);
}
