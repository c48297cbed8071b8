#include "symex/engine.h"

#include "symex/replay.h"
#include "symex/state.h"
#include "util/diag.h"

term symex_settle(struct symex *x, term t) {
	return x->replay ? replay_value(x->replay, t) : t;
}

term symex_choose(struct symex *x, struct sort sort, const char *name) {
	term var = term_var(x->ts, sort, name);
	return sort.kind == SORT_ARRAY ? var : symex_settle(x, var);
}

uint32_t symex_choice(struct symex *x, const struct state *st, enum choice_kind kind, term guard) {
	const struct ins *ins = &st->frame->function->ins.at[st->pc];
	if (x->replay)
		return replay_choice(x->replay, kind, ins);
	struct choice c = {kind, guard, ins};
	vec_push(&x->choice, c);
	return (uint32_t)x->choice.n - 1;
}

void symex_fact(struct symex *x, term guard, term holds) {
	term fact = term_implies(x->ts, guard, holds);
	if (!term_is_true(x->ts, fact))
		vec_push(&x->fact, fact);
}

void symex_hole(struct symex *x, const struct state *st, term guard, const char *text) {
	term reached = st ? term_and(x->ts, state_guard(x, st), guard) : guard;
	struct cut c = {.kind = GAP_UNSUPPORTED,
	                .text = text,
	                .guard = reached,
	                .nfacts = (uint32_t)x->fact.n,
	                .loc = st ? state_user_loc(st) : NO_LOC};
	vec_push(&x->cut, c);
	if (st)
		symex_fact(x, reached, term_false(x->ts));
}
