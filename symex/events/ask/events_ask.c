#include "symex/events/ask/events_ask.h"

#include "process/work.h"
#include "solvers/model.h"
#include "symex/core/note_progress.h"
#include "symex/events/encode/hb_graph.h"
#include "symex/events/execute/events_history.h"
#include "symex/query/vc.h"
#include "symex/replay/replay_plan.h"
#include "symex/replay/run/inputs.h"
#include "symex/symex_stats.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

/* Work for queries that no verdict needs: so much, and a part of all that was done so far. */
enum { LEAST_EXTRA = WORK_SECOND / 20, EXTRA_PART = 16 };

/* --- Queries. --- */

/* Do the bounds of counters alone contradict what is assumed? */
static bool exceeds_bounds(struct events *e, const term *assume, size_t n) {
	e->queries.by_bounds = e->queries.bounds && e->queries.bounds->ops->check(
	                                                e->queries.bounds, assume, n) == ANSWER_UNSAT;
	return e->queries.by_bounds;
}

bool events_in_core(struct events *e, term assumed) {
	return e->queries.by_bounds ? e->queries.bounds->ops->in_core(e->queries.bounds, assumed)
	                            : order_in_core(e->order, assumed);
}

enum answer events_ask(struct events *e, const term *assume, size_t n) {
	struct symex *x = e->x;
	if (exceeds_bounds(e, assume, n))
		return ANSWER_UNSAT;
	double wall = stats_wall_seconds(), cpu = stats_cpu_seconds();
	x->stats->solver_calls++;
	vc_watch(order_solver(e->order));
	progress_query(x, true);
	enum answer a = symex_stop ? ANSWER_UNKNOWN : order_check(e->order, assume, n);
	vc_watch(NULL);
	progress_query(x, false);
	x->stats->solver_seconds += stats_wall_seconds() - wall;
	x->stats->solver_cpu_seconds += stats_cpu_seconds() - cpu;
	vc_qualify(x, a); /* --ir asks Z3, by clocks */
	e->queries.has_model |= a == ANSWER_SAT;
	e->queries.late |= a == ANSWER_UNKNOWN && !symex_stop && e->queries.turn;
	if (a == ANSWER_UNKNOWN && !symex_stop && !e->queries.turn)
		result_gap(x->result, GAP_SOLVER, NO_LOC, "%s", order_reason(e->order));
	return a;
}

void events_begin_extra(struct events *e) {
	e->queries.extra_until = work.done + LEAST_EXTRA + (work.done - e->queries.began) / EXTRA_PART;
}

/* Limits queries to so many units of work; 0: to none.  false: this way has no such limit. */
static bool limit_work(struct events *e, uint64_t units) {
	if (e->queries.bounds && e->queries.bounds->ops->limit)
		e->queries.bounds->ops->limit(e->queries.bounds, units);
	return order_limit(e->order, units);
}

bool events_ask_within(struct events *e, term query, uint64_t units, enum answer *a) {
	if (!units || !limit_work(e, units))
		return false;
	bool turn = e->queries.turn, late = e->queries.late;
	e->queries.turn = true; /* no answer is no gap */
	*a = events_ask(e, &query, 1);
	e->queries.turn = turn;
	e->queries.late = late;
	limit_work(e, 0);
	return true;
}

bool events_ask_extra(struct events *e, term query, enum answer *a) {
	uint64_t units = work.done < e->queries.extra_until ? e->queries.extra_until - work.done : 0;
	return events_ask_within(e, query, units, a);
}

/* --- Models. --- */

/* The values of inputs that are constants of the formula are part of the model, too. */
static void add_vector(struct events *e, struct model *m) {
	struct symex *x = e->x;
	struct map *bound = &e->vector->bound;
	for (size_t i = 0; i < bound->cap; i++)
		if (bound->at[i].used) {
			term value = {(uint32_t)bound->at[i].value};
			const char *name = (const char *)(uintptr_t)bound->at[i].key;
			term var = term_var(x->ts, sort_bv(term_width(x->ts, value)), name);
			model_set(m, var, term_bits(x->ts, value));
		}
	term argc = variable_term(x->ts, sort_bv(32), (struct variable){.kind = VARIABLE_ARGC});
	model_set(m, argc, bits_u64(x->pool.arena, 32, 1));
}

struct root_terms {
	VEC(term) at;
};

static void push_root(void *context, term t) {
	struct root_terms *to = context;
	vec_push(&to->at, t);
}

struct model *events_model(struct events *e) {
	struct symex *x = e->x;
	VEC(term) root = {0};
	for (size_t i = 0; i < e->node.n; i++) {
		vec_push(&root, e->node.at[i].guard);
		vec_push(&root, e->node.at[i].done);
	}
	for (size_t i = 0; i < e->event.n; i++) {
		vec_push(&root, e->event.at[i].guard);
		if (e->event.at[i].value.ix)
			vec_push(&root, e->event.at[i].value);
		if (e->event.at[i].offset.ix)
			vec_push(&root, e->event.at[i].offset);
	}
	struct root_terms more = {0};
	history_roots(e, push_root, &more);
	for (size_t i = 0; i < more.at.n; i++)
		vec_push(&root, more.at.at[i]);
	vec_free(&more.at);
	for (size_t i = 0; events_are_coherent(e) && i < e->formula.source.n; i++)
		vec_push(&root, e->formula.source.at[i].taken);
	for (size_t i = 0; e->hb && i < e->hb->interruption.n; i++)
		vec_push(&root, e->hb->interruption.at[i].when);
	for (size_t i = 0; i < e->formula.initial.n; i++)
		vec_push(&root, e->formula.initial.at[i]);
	for (size_t i = 0; i < e->condition.n; i++)
		vec_push(&root, e->condition.at[i].vc.violated);
	for (size_t i = 0; e->formula.outside_bound && i < e->node.n; i++)
		vec_push(&root, e->formula.outside_bound[i]);
	for (size_t i = 0; i < e->stop.n; i++)
		vec_push(&root, e->stop.at[i].when);
	for (size_t i = 0; i < e->branches.fork.n; i++)
		vec_push(&root, e->branches.fork.at[i].jumps);
	for (size_t i = 0; i < x->choice.n; i++)
		vec_push(&root, x->choice.at[i].guard);
	for (size_t i = 0; i < x->assumption.n; i++)
		vec_push(&root, x->assumption.at[i]);
	struct model *m = model_from_solver(order_solver(e->order), root.at, root.n);
	vec_free(&root);
	if (e->vector)
		add_vector(e, m);
	uint32_t nodes = (uint32_t)e->node.n;
	for (uint32_t i = 0; i < e->event.n && buffers_are_used(e); i++)
		if (e->event.at[i].memory >= nodes)
			nodes = e->event.at[i].memory + 1;
	e->found.rank = arena_array(x->pool.arena, uint32_t, nodes);
	for (uint32_t i = 0; i < nodes; i++)
		e->found.rank[i] = order_rank(e->order, i);
	e->found.place =
	    events_are_coherent(e) ? arena_array(x->pool.arena, uint32_t, e->event.n) : NULL;
	for (uint32_t i = 0; events_are_coherent(e) && i < e->event.n; i++)
		e->found.place[i] =
		    e->hb->coherence[i] == NO_NODE ? NO_RANK : order_rank(e->order, e->hb->coherence[i]);
	return m;
}
