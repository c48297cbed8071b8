#include "symex/step/check/condition.h"

#include "symex/config.h"
#include "util/base/intern.h"

static bool is_selected(const struct symex *x, uint32_t property) {
	return !x->config->only_property ||
	       intern(x->config->only_property) == properties_at(x->properties, property)->id;
}

bool step_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	if (term_is_true(x->ts, condition) || !is_selected(x, property))
		return true;
	return x->engine->check(x, st, property, condition);
}

bool step_record_vc(struct symex *x, struct state *st, struct vc vc, term condition) {
	term guard = state_guard(x, st);
	vc.violated = term_and(x->ts, guard, term_not(x->ts, condition));
	vc.nassumed = (uint32_t)x->assumption.n;
	vc.loc = state_user_loc(st);
	if (term_is_false(x->ts, vc.violated))
		return true;
	vec_push(&x->vc, vc);
	st->activity++;
	if (term_is_true(x->ts, vc.violated) && !vc.nassumed && !x->config->multi_property)
		x->give_up = true;
	symex_assume(x, guard, condition);
	return !term_is_false(x->ts, condition);
}

bool step_record(struct symex *x, struct state *st, uint32_t property, term condition) {
	return step_record_vc(x, st, (struct vc){.property = property}, condition);
}

bool step_assume_wait(struct symex *x, struct state *st, const struct ins *i, term c) {
	(void)i;
	if (term_is_false(x->ts, c))
		return false;
	state_require(x, st, c);
	return true;
}
