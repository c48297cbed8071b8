#include "symex/proof/check/foreign.h"

#include "symex/step/unmodelled.h"

/* Is there a state of the invariant in which the step makes the call? */
static bool is_made(struct claim *c, const struct foreign_call *call) {
	struct facts f = {0};
	if (call->from == NO_POINT)
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
