#include "symex/proof/check/foreign.h"

#include "symex/step/unmodelled.h"

void foreign_called(struct symex *x, struct state *st, const struct symbol *s) {
	struct relation *r = x->self;
	if (r->is_built)
		return;
	term guard = state_guard(x, st);
	for (size_t i = 0; i < x->assumption.n; i++)
		guard = term_and(x->ts, guard, x->assumption.at[i]);
	struct foreign_call c = {.function = s, .from = r->current, .guard = guard};
	c.loc = state_user_loc(st);
	if (!term_is_false(x->ts, guard))
		vec_push(&r->foreign, c);
}

/* Is there a state of the invariant in which the step makes the call? */
static bool is_made(struct claim *c, const struct foreign_call *call) {
	struct facts f = {0};
	if (call->from == NO_PLACE)
		claim_add_nothing_exists(c, &f);
	else
		facts_add(&f, claim_one(c, seat_before(FIRST, call->from), call->from, false));
	facts_add(&f, call->guard);
	enum answer a = lemmas_ask(&c->lemmas, f.at.at, f.at.n);
	vec_free(&f.at);
	return a != ANSWER_UNSAT;
}

void foreign_report(struct claim *c) {
	struct symex *x = c->v->x;
	for (size_t i = 0; i < c->r->foreign.n && !symex_stop; i++) {
		const struct foreign_call *call = &c->r->foreign.at[i];
		if (!unmodelled_is_reported(x, call->function) && is_made(c, call))
			unmodelled_report(x, call->loc, call->function);
	}
}
