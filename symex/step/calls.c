#include "symex/step/calls.h"

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/observer.h"
#include "symex/step/loop.h"
#include "symex/step/value/eval.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"

enum { MOST_OPERATIONS = 64, VALUE_BITS = 32, MOST_VALUES = 1024 };

bool calls_idle(const struct state *st) {
	const struct ins *i = st->frame ? next_ins(st) : NULL;
	return i && ins_intrinsic(i) == INTRINSIC_OPERATION;
}

/* --- Choices. --- */

static void set_term(struct symex *x, struct state *st, const struct ins *i, term number) {
	const struct type *c_int = type_c_int(x->prog->types);
	if (!i->lhs)
		return;
	struct lvalue p = eval_lvalue(x, st, i->lhs);
	lvalue_write(x, st, &p, eval_cast(x, st, number, c_int, i->lhs->type));
}

static void set_value(struct symex *x, struct state *st, const struct ins *i, uint64_t value) {
	set_term(x, st, i, term_u64(x->ts, type_c_int(x->prog->types)->bits, value));
}

/* Paths with different values are not merged before the next switch point, so that the value is a
 * constant in the states that are explored. */
static void keep_apart(struct symex *x, struct state *st, uint32_t index, uint32_t n) {
	st->apart.choice = st->apart.choice * (n + 1) + index + 1;
	x->paths.are_kept_apart = true;
}

/* The model has another value only where it was varied: then the first one. */
static bool take(struct symex *x, struct state *st, const struct ins *i, term choice,
                 const uint32_t *value, uint32_t n) {
	uint64_t chosen = 0;
	uint32_t found = 0;
	(void)term_get_u64(x->ts, choice, &chosen);
	for (uint32_t k = 0; k < n; k++)
		if (value[k] == chosen)
			found = k;
	set_value(x, st, i, value[found]);
	return step_jump(x, st, st->pc + 1);
}

/* The value is an input. */
static bool take_any(struct symex *x, struct state *st, const struct ins *i, term choice,
                     const uint32_t *value, uint32_t n) {
	struct terms *ts = x->ts;
	term any = term_false(ts);
	for (uint32_t k = 0; k < n; k++)
		any = term_or(ts, any, term_equal(ts, choice, term_u64(ts, VALUE_BITS, value[k])));
	symex_assume(x, state_guard(x, st), any);
	set_term(x, st, i, choice);
	return step_jump(x, st, st->pc + 1);
}

/* One path for each of the values, whatever the inputs are; none of them are merged. */
static bool fork_outcomes(struct symex *x, struct state *st, const struct ins *i,
                          const uint32_t *value, uint32_t n) {
	for (uint32_t k = 0; k < n; k++) {
		struct state one;
		state_fork(x, st, &one);
		one.apart.choice = x->engine->calls.chooses(x);
		set_value(x, &one, i, value[k]);
		if (step_jump(x, &one, one.pc + 1))
			x->engine->enqueue(x, &one);
	}
	return false;
}

/* One state for each of the values. */
static bool fork_values(struct symex *x, struct state *st, const struct ins *i,
                        const uint32_t *value, uint32_t n) {
	struct terms *ts = x->ts;
	if (n == 1) {
		set_value(x, st, i, value[0]);
		return step_jump(x, st, st->pc + 1);
	}
	if (x->engine->calls.chooses)
		return fork_outcomes(x, st, i, value, n);
	uint32_t number = symex_choice(x, st, CHOICE_INPUT, state_guard(x, st));
	term choice = symex_choose(x, sort_bv(VALUE_BITS), variable_input(number));
	if (symex_is_concrete(x))
		return take(x, st, i, choice, value, n);
	if (x->engine->calls.by_input)
		return take_any(x, st, i, choice, value, n);
	for (uint32_t k = 0; k < n; k++) {
		struct state one;
		state_fork(x, st, &one);
		state_assume(x, &one, term_equal(ts, choice, term_u64(ts, VALUE_BITS, value[k])));
		keep_apart(x, &one, k, n);
		set_value(x, &one, i, value[k]);
		if (step_jump(x, &one, one.pc + 1))
			x->engine->enqueue(x, &one);
	}
	return false;
}

static bool constant(struct symex *x, struct state *st, const struct ins *i, uint64_t *value) {
	return i->nargs && term_get_u64(x->ts, eval(x, st, i->arg[0]), value);
}

/* The operation is an input, and so is what it depends on which there are.  Where there is none, it
 * is no choice. */
static bool take_of_mask(struct symex *x, struct state *st, const struct ins *i, term mask) {
	struct terms *ts = x->ts;
	uint32_t bits = term_width(ts, mask);
	term none = term_is_zero(ts, mask), guard = state_guard(x, st);
	uint32_t number = symex_choice(x, st, CHOICE_INPUT, term_and(ts, guard, term_not(ts, none)));
	term choice = symex_choose(x, sort_bv(VALUE_BITS), variable_input(number));
	term stop = term_u64(ts, VALUE_BITS, UINT32_MAX), any = term_equal(ts, choice, stop);
	for (uint32_t k = 0; k < bits && k < MOST_OPERATIONS; k++) {
		term is = term_equal(ts, choice, term_u64(ts, VALUE_BITS, k));
		term may = term_not(ts, term_is_zero(ts, term_extract(ts, mask, k, k)));
		any = term_or(ts, any, term_and(ts, is, may));
	}
	symex_assume(x, guard, term_or(ts, none, any));
	set_term(x, st, i, term_ite(ts, none, stop, choice));
	return step_jump(x, st, st->pc + 1);
}

static bool choose_operation(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t mask;
	uint32_t value[MOST_OPERATIONS + 1], n = 0;
	st->operation = 0;
	st->calling = NULL;
	if (!constant(x, st, i, &mask)) {
		if (x->engine->calls.by_input && i->nargs)
			return take_of_mask(x, st, i, eval(x, st, i->arg[0]));
		symex_unsupported(x, st, term_true(x->ts), "__mt_op of a mask that is not constant");
		return false;
	}
	if (x->engine->calls.op)
		return x->engine->calls.op(x, st, i, mask);
	for (uint32_t k = 0; k < MOST_OPERATIONS; k++)
		if (mask >> k & 1)
			value[n++] = k;
	value[n++] = UINT32_MAX;
	return fork_values(x, st, i, value, n);
}

static bool choose_value(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t n;
	uint32_t value[MOST_VALUES];
	if (!constant(x, st, i, &n) || n > MOST_VALUES) {
		symex_unsupported(x, st, term_true(x->ts),
		                  "__mt_choose of a number that is not constant, or large");
		return false;
	}
	for (uint32_t k = 0; k < n; k++)
		value[k] = k;
	return n && fork_values(x, st, i, value, (uint32_t)n);
}

/* --- Calls. --- */

/* false: the path ends, for it is not known which operation is meant. */
static bool call_of(struct symex *x, struct state *st, const struct ins *i,
                    struct library_call *call) {
	uint64_t op = 0;
	if (!constant(x, st, i, &op) || op >= MOST_OPERATIONS) {
		symex_unsupported(x, st, term_true(x->ts),
		                  "an operation whose number is not constant, or large");
		return false;
	}
	term *value = arena_array(x->pool.arena, term, i->nargs);
	for (uint32_t k = 1; k < i->nargs; k++)
		value[k - 1] = eval(x, st, i->arg[k]);
	*call = (struct library_call){(uint32_t)op, i->nargs - 1, value, i};
	return true;
}

static void opens(struct symex *x, struct state *st) {
	observe(x, opened, st, st->calling);
	x->engine->calls.opens(x, st);
	st->calling = NULL;
}

bool calls_open(struct symex *x, struct state *st) {
	if (!st->calling)
		return false;
	const struct ins *i = next_ins(st);
	if (!i->visible && !wait_ins(st))
		return false;
	opens(x, st);
	return true;
}

static bool called(struct symex *x, struct state *st, const struct ins *i) {
	struct library_call *call = arena_new(x->pool.arena, struct library_call);
	if (!call_of(x, st, i, call))
		return false;
	st->operation = call->op + 1;
	if (x->engine->calls.called)
		return x->engine->calls.called(x, st, call);
	st->calling = call;
	return true;
}

static bool returned(struct symex *x, struct state *st, const struct ins *i) {
	struct library_call call;
	if (!call_of(x, st, i, &call))
		return false;
	if (st->calling)
		opens(x, st);
	observe(x, returned, st, &call);
	bool goes_on = !x->engine->calls.returned || x->engine->calls.returned(x, st, &call);
	st->operation = 0;
	x->effects.returned = true;
	if (x->config->library.progress)
		st->marks |= STEP_RETURNED;
	return goes_on;
}

/* Outside of a specification, a result has no meaning. */
static bool result(struct symex *x, struct state *st, const struct ins *i) {
	struct library_call call;
	if (!call_of(x, st, i, &call))
		return false;
	return x->engine->calls.result && x->engine->calls.result(x, st, &call);
}

bool calls_intrinsic(struct symex *x, struct state *st, const struct ins *i, enum intrinsic which) {
	bool goes_on = true;
	if (which == INTRINSIC_LINEARIZE)
		return step_jump(x, st, st->pc + 1);
	if (!x->engine->calls.exist && which != INTRINSIC_CHOOSE && which != INTRINSIC_RESULT) {
		symex_unsupported(x, st, term_true(x->ts), "the client of a library, by this strategy");
		return false;
	}
	switch (which) {
	case INTRINSIC_OPERATION: return choose_operation(x, st, i);
	case INTRINSIC_CHOOSE: return choose_value(x, st, i);
	case INTRINSIC_BEGIN:
		x->client_began = true;
		if (x->engine->calls.begin)
			x->engine->calls.begin(x, st);
		break;
	case INTRINSIC_CALLED: goes_on = called(x, st, i); break;
	case INTRINSIC_RETURNED: goes_on = returned(x, st, i); break;
	case INTRINSIC_RESULT: goes_on = result(x, st, i); break;
	default: BUG("no intrinsic of a client");
	}
	return goes_on && step_jump(x, st, st->pc + 1);
}
