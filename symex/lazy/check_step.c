/* Checks the verification conditions and the cuts of a step. */
#include "solvers/solver.h"
#include "symex/config.h"
#include "symex/query/transcript.h"
#include "symex/lazy/node.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/replay/confirm.h"
#include "symex/symex_stats.h"
#include "util/text/diag.h"

/* Has a cut of this kind been found feasible?  One is enough. */
static bool is_found(const struct tree *t, const struct cut *c, enum cut_kind kind) {
	switch (kind) {
	case CUT_UNSUPPORTED: return result_has_gap(t->x->result, GAP_UNSUPPORTED);
	case CUT_GIVEN: return result_has_gap(t->x->result, GAP_UNWIND);
	case CUT_DEPTH: return result_has_gap(t->x->result, GAP_DEPTH);
	case CUT_NULL: return t->x->unknown.null_reported;
	case CUT_DEEPENED: break;
	}
	return c->over_constants ? t->end.short_of_iterations : t->end.too_short;
}

static void check_cuts(struct tree *t) {
	struct symex *x = t->x;
	for (size_t i = 0; i < x->cut.n; i++) {
		const struct cut *c = &x->cut.at[i];
		enum cut_kind kind = vc_cut_kind(c);
		if (is_found(t, c, kind) || vc_path(x, c->nassumed, c->guard) == ANSWER_UNSAT)
			continue;
		if (kind == CUT_UNSUPPORTED)
			result_gap(x->result, GAP_UNSUPPORTED, c->loc, "%s", c->text);
		else if (kind == CUT_NULL)
			verdict_null(x, c->loc);
		else if (kind != CUT_DEEPENED)
			verdict_given(x, c);
		else {
			t->end.too_short = true;
			t->end.short_of_iterations |= c->over_constants;
			verdict_too_short(x, c);
		}
	}
	x->cut.n = 0;
}

static void report_violations(struct tree *t) {
	struct symex *x = t->x;
	for (vc_drop_known(x); x->vc.n && !symex_stop; vc_drop_known(x)) {
		struct model *model;
		const struct vc *which;
		enum answer a = vc_check(x, ANY_PROPERTY, &model, &which);
		if (a == ANSWER_UNSAT)
			result_gap(x->result, GAP_SOLVER, NO_LOC, "the solver contradicts itself");
		if (a != ANSWER_SAT)
			break;
		uint32_t property = which->property;
		if (!confirm_violation(x, model, which))
			t->end.done = true;
		vc_drop_property(x, property);
	}
	if (!t->config->all_runs && !x->config->multi_property)
		t->end.done = true;
}

bool node_check(struct tree *t) {
	struct symex *x = t->x;
	check_cuts(t);
	x->give_up = false;
	transcript_question(x);
	bool violated = x->vc.n && vc_check_path(x) == ANSWER_SAT;
	if (violated && t->end.only_safe) {
		t->work.paused = t->end.found_unsafe = true;
	} else if (violated) {
		x->stats->failed++;
		t->explored.failure = properties_at(x->properties, x->vc.at[0].property)->text;
		report_violations(t);
	}
	x->vc.n = 0;
	return t->work.paused || node_over(t);
}
