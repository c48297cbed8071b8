/* Paths that were cut: does an execution take one of them, and which loops need no more iterations?
 *
 * One bound for all loops unwinds each of them as far as the longest one.  So if some are cut where
 * an execution goes on, the formula is asked which they are.  The others are closed: a deeper
 * unwinding cuts them at the same iteration again.  That they go no further may change when other
 * threads do; then an execution takes such a cut, as every cut is asked about, and all loops are
 * unwound alike from then on. */

#include "symex/events/ask/cuts.h"

#include "process/work.h"
#include "solvers/model.h"
#include "symex/events/ask/arrival.h"
#include "symex/events/ask/events_ask.h"
#include "symex/query/about.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

/* The unwinding from which on loops are closed, and the part of the work so far to find out which
 * they are.  Before, most loops that go no further do so because others were cut. */
enum { CLOSE_FROM = THRESHOLD(3, 1), CLOSE_PART = 1, MOST_MODELS = 12 };

bool cuts_is_closed(struct events *e, uint32_t location) {
	const struct symex *x = e->x;
	while (e->cuts.location.n <= x->cut.n)
		vec_push(&e->cuts.location, 0);
	e->cuts.location.at[x->cut.n] = location;
	return map_get(&e->cuts.closed, location, NULL);
}

/* *which: a cut that an execution takes. */
static bool is_cut(struct events *e, enum cut_kind kind, const struct cut **which) {
	struct symex *x = e->x;
	VEC(term) guard = {0};
	term any = term_false(x->ts);
	for (size_t i = 0; i < x->cut.n; i++)
		if (vc_cut_kind(&x->cut.at[i]) == kind) {
			*which = &x->cut.at[i];
			vec_push(&guard, x->cut.at[i].guard);
			any = term_or(x->ts, any, x->cut.at[i].guard);
		}
	about(x, "paths that were not followed to their end");
	bool found = !term_is_false(x->ts, any) && events_ask(e, &any, 1) == ANSWER_SAT;
	for (size_t i = 0; i < e->arrival.n && found; i++)
		vec_push(&guard, arrivals_when(e, i));
	struct model *m = found ? model_from_solver(order_solver(e->order), guard.at, guard.n) : NULL;
	for (size_t i = x->cut.n; found && i-- > 0;)
		if (vc_cut_kind(&x->cut.at[i]) == kind && model_holds(m, x->cut.at[i].guard))
			*which = &x->cut.at[i];
	if (found) {
		arrivals_note(e, m);
		model_close(m);
	}
	vec_free(&guard);
	return found;
}

/* --- Loops that go no further. --- */

static bool is_loop_cut(const struct events *e, size_t i) {
	const struct cut *c = &e->x->cut.at[i];
	return vc_cut_kind(c) == CUT_DEEPENED && c->is_loop && i < e->cuts.location.n &&
	       e->cuts.location.at[i];
}

/* Marks the loops that some execution goes on with; false: it is not known of the others that none
 * does. */
static bool find_taken(struct events *e, bool *taken) {
	struct symex *x = e->x;
	VEC(term) left = {0};
	enum answer a = ANSWER_SAT;
	for (unsigned n = 0; n < MOST_MODELS && a == ANSWER_SAT; n++) {
		term any = term_false(x->ts);
		left.n = 0;
		for (size_t i = 0; i < x->cut.n; i++)
			if (is_loop_cut(e, i) && !taken[i]) {
				vec_push(&left, x->cut.at[i].guard);
				any = term_or(x->ts, any, x->cut.at[i].guard);
			}
		a = ANSWER_UNSAT;
		if (!left.n || term_is_false(x->ts, any))
			break;
		order_prefer(e->order, left.at, left.n);
		if (!events_ask_extra(e, any, &a))
			a = ANSWER_UNKNOWN;
		if (a != ANSWER_SAT)
			break;
		struct model *m = model_from_solver(order_solver(e->order), left.at, left.n);
		for (size_t i = 0; i < x->cut.n; i++)
			if (is_loop_cut(e, i) && !taken[i] && model_holds(m, x->cut.at[i].guard))
				taken[i] = true;
		model_close(m);
	}
	order_prefer(e->order, NULL, 0);
	vec_free(&left);
	return a == ANSWER_UNSAT;
}

static void close_loops(struct events *e) {
	struct symex *x = e->x;
	if (!events_reduce_by(e, REDUCTION_CLOSED_LOOPS) || e->cuts.closes_none ||
	    x->loops.unwind < CLOSE_FROM)
		return;
	bool *taken = arena_array(x->pool.arena, bool, x->cut.n);
	e->queries.extra_until = work.done + (work.done - e->queries.began) / CLOSE_PART;
	bool is_known = find_taken(e, taken);
	size_t loops = 0, open = 0;
	for (size_t i = 0; i < x->cut.n; i++) {
		loops += is_loop_cut(e, i);
		open += taken[i];
		e->cuts.closes_none |= taken[i] && map_get(&e->cuts.closed, e->cuts.location.at[i], NULL);
	}
	diag_say(2, "%zu of %zu loops go on%s", open, loops, is_known ? "" : " at least");
	if (e->cuts.closes_none)
		map_clear(&e->cuts.closed);
	for (size_t i = 0; i < x->cut.n && is_known && !e->cuts.closes_none; i++)
		if (is_loop_cut(e, i) && !taken[i])
			map_put(&e->cuts.closed, e->cuts.location.at[i], 1);
}

bool cuts_check(struct events *e) {
	struct symex *x = e->x;
	const struct cut *cut;
	if (is_cut(e, CUT_UNSUPPORTED, &cut))
		result_gap(x->result, GAP_UNSUPPORTED, cut->loc, "%s", cut->text);
	if (is_cut(e, CUT_GIVEN, &cut))
		verdict_given(x, cut);
	if (is_cut(e, CUT_NULL, &cut))
		verdict_null(x, cut->loc);
	bool deepens = is_cut(e, CUT_DEEPENED, &cut);
	if (deepens) {
		verdict_too_short(x, cut);
		close_loops(e);
	}
	return deepens;
}
