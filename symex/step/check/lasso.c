#include "symex/step/check/lasso.h"

#include "symex/step/check/condition.h"
#include "symex/step/check/same_state.h"
#include "util/base/intern.h"

enum { MAX_REMEMBERED = 4096 }; /* by a replay */

struct lasso {              /* an earlier state of the path */
	const struct lasso *up; /* replay only: the one before */
	struct earlier then;
};

/* One property for all loops: of nested loops, a replay may find the lasso in another one first. */
static uint32_t property_of(struct symex *x, const struct state *st) {
	return properties_get(x->properties, intern("termination"), st->frame->function,
	                      PROPERTY_TERMINATION, state_loc(st),
	                      "the program goes on for ever: its state here comes back");
}

static void remember(struct symex *x, struct state *st, uint32_t head) {
	bool all = symex_is_concrete(x) && st->termination.iterations < MAX_REMEMBERED;
	if (!all && st->termination.iterations & (st->termination.iterations - 1))
		return;
	struct lasso *l = arena_new(x->pool.arena, struct lasso);
	same_remember(x, st, &l->then);
	l->then.state.pc = head;
	l->up = symex_is_concrete(x) ? st->termination.lasso : NULL;
	st->termination.lasso = l;
}

void lasso_assert(struct symex *x, struct state *st, term condition) {
	st->termination.defined = term_and(x->ts, state_defined(x, st), condition);
}

/* Records the lasso.  After undefined behaviour it shows neither that the program ends nor that it
 * does not, which is unsupported. */
static bool record_lasso(struct symex *x, struct state *st) {
	term defined = state_defined(x, st);
	step_check(x, st, property_of(x, st), term_not(x->ts, defined));
	if (!symex_is_concrete(x) && !term_is_true(x->ts, defined))
		symex_unsupported(x, st, term_not(x->ts, defined),
		                  "a loop that goes on for ever, after something undefined");
	return false;
}

bool lasso_recurs(struct symex *x, struct state *st, uint32_t head) {
	struct state there = *st;
	there.pc = head;
	for (const struct lasso *then = st->termination.lasso; then; then = then->up)
		if (same_state(x, &then->then, &there))
			return true;
	st->termination.iterations++;
	remember(x, st, head);
	return false;
}

bool lasso_iteration(struct symex *x, struct state *st, uint32_t head) {
	return !lasso_recurs(x, st, head) || record_lasso(x, st);
}
