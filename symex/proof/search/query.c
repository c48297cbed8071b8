#include "symex/proof/search/query.h"

#include <string.h>

#include "solvers/model.h"
#include "symex/config.h"
#include "symex/query/about.h"
#include "symex/query/vc.h"
#include "symex/symex_stats.h"

void query_open(struct step_query *q, struct views *v) {
	q->v = v;
	q->is_false = q->has_order = false;
	q->solver = NULL;
	memset(&q->given, 0, sizeof q->given);
	memset(&q->has, 0, sizeof q->has);
}

void query_close(struct step_query *q) {
	if (q->solver) {
		vc_watch(NULL);
		q->solver->ops->close(q->solver);
	}
	vec_free(&q->given);
	map_free(&q->has);
}

void query_give(struct step_query *q, term t) {
	struct terms *ts = q->v->x->ts;
	if (term_is_true(ts, t) || map_get(&q->has, t.ix, NULL))
		return;
	if (term_kind(ts, t) == TERM_AND) {
		query_give(q, term_arg(ts, t, 0));
		query_give(q, term_arg(ts, t, 1));
		return;
	}
	q->is_false |= term_is_false(ts, t) || map_get(&q->has, term_not(ts, t).ix, NULL);
	map_put(&q->has, t.ix, 1);
	vec_push(&q->given, t);
}

bool query_knows(const struct step_query *q, term t) {
	return term_is_true(q->v->x->ts, t) || map_get(&q->has, t.ix, NULL);
}

const struct order_facts *query_order(struct step_query *q) {
	if (q->has_order)
		return &q->order;
	order_begin(&q->order, q->v->x->ts);
	for (size_t i = 0; i < q->given.n; i++)
		order_fact(&q->order, q->given.at[i]);
	order_conclude(&q->order);
	q->has_order = true;
	q->is_false |= q->order.is_false;
	if (q->v->counters && !q->is_false) {
		integers_begin(&q->integers, q->v->x->ts);
		for (size_t i = 0; i < q->given.n; i++)
			integers_fact(&q->integers, q->given.at[i]);
		integers_conclude(&q->integers);
		q->is_false |= q->integers.is_false;
	}
	return &q->order;
}

bool query_implies(struct step_query *q, term t) {
	query_order(q);
	return q->is_false || (q->v->counters && integers_imply(&q->integers, t));
}

/* Of the comparisons, only those from which the others follow. */
static void begin(struct step_query *q) {
	struct terms *ts = q->v->x->ts;
	const struct order_facts *o = query_order(q);
	term reduced[MAX_REDUCED];
	bool all = o->n == MAX_ORDERED; /* some did not fit */
	uint32_t n = all ? 0 : order_reduce(o, reduced);
	about(q->v->x, "search for the invariant");
	q->solver = q->v->x->config->solver->open(ts, &q->v->x->config->solver_config);
	for (size_t i = 0; i < q->given.n; i++)
		if (all || n == MAX_REDUCED || !order_is_comparison(ts, q->given.at[i]))
			q->solver->ops->add(q->solver, q->given.at[i]);
	for (uint32_t i = 0; i < n; i++)
		q->solver->ops->add(q->solver, reduced[i]);
}

enum answer query_ask(struct step_query *q, term holds, const term *of, size_t n,
                      struct model **model) {
	struct views *v = q->v;
	struct terms *ts = v->x->ts;
	*model = NULL;
	if (q->is_false || term_is_false(ts, holds))
		return ANSWER_UNSAT;
	if (!q->given.n && term_is_true(ts, holds) && !n)
		return ANSWER_SAT;
	if (!q->solver)
		query_order(q);
	if (q->is_false)
		return ANSWER_UNSAT;
	if (!q->solver)
		begin(q);
	v->queries++;
	v->x->stats->solver_calls++;
	vc_watch(q->solver);
	bool asks = !term_is_true(ts, holds);
	enum answer a = vc_qualify(v->x, q->solver->ops->check(q->solver, &holds, asks));
	if (a == ANSWER_SAT && n)
		*model = model_from_solver(q->solver, of, n);
	vc_watch(NULL);
	return a;
}
