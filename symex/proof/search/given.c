#include "symex/proof/search/given.h"

#include "solvers/rewrite/substitute.h"
#include "symex/proof/relation/array.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/search/outcome.h"

/* Threads are fewer than 2^29, and a weight is at most 3. */
#define MOST_COUNTED ((int64_t)3 << 29)

void given_node(struct step_query *q, uint32_t node, uint32_t first, uint32_t second) {
	const struct view *n = &q->v->node.at[node];
	for (size_t i = 0; i < n->atom.n; i++)
		query_give(q, views_rename(q->v, n->atom.at[i], first, second));
}

/* A counter is not below the weights of the threads in view. */
static void give_natural(struct step_query *q, term var, int64_t least) {
	struct terms *ts = q->v->x->ts;
	uint32_t width = term_width(ts, var);
	query_give(q, term_ule(ts, term_i64(ts, width, least), var));
	query_give(q, term_ule(ts, var, term_i64(ts, width, MOST_COUNTED)));
	if (least)
		query_give(q, term_distinct(ts, var, term_i64(ts, width, 0)));
}

/* The least weight that the thread may have, by its explicit parts. */
static int64_t least_weight(const struct views *v, const struct ghost_counter *c, uint32_t local) {
	const struct local *l = &v->local.at[local];
	const struct control_point *p = &v->r->point.at[l->point];
	const struct weights *w = &c->weight[l->point];
	int64_t least = INT64_MAX;
	for (uint32_t values = 0; values < 1u << w->nflags; values++) {
		bool may = true;
		for (uint32_t i = 0; i < w->nflags; i++)
			for (size_t k = 0; k < p->part.n; k++)
				if (p->part.at[k] == w->flag[i] && !v->symbolic[w->flag[i]] &&
				    l->value[k] != UNKNOWN_VALUE)
					may &= (l->value[k] != 0) == (values >> i & 1);
		if (may && w->at[values] < least)
			least = w->at[values];
	}
	return least;
}

void given_counts(struct step_query *q, const uint32_t *local, uint32_t n) {
	const struct views *v = q->v;
	struct terms *ts = v->x->ts;
	for (size_t i = 0; v->counters && i < v->counters->at.n; i++) {
		const struct ghost_counter *c = &v->counters->at.at[i];
		int64_t least = 0;
		for (uint32_t k = 0; k < n; k++)
			least += least_weight(v, c, local[k]);
		term var = v->r->part.at[c->part].var[0];
		if (c->is_natural) {
			give_natural(q, var, least);
			continue;
		}
		query_give(q, term_sle(ts, term_i64(ts, COUNTER_BITS, -MOST_COUNTED), var));
		query_give(q, term_sle(ts, var, term_i64(ts, COUNTER_BITS, MOST_COUNTED)));
	}
}

void given_pair(struct step_query *q, uint32_t shared, uint32_t a, uint32_t b, uint32_t va,
                uint32_t vb) {
	struct views *v = q->v;
	uint32_t node = views_node(v, shared, a, b);
	if (a <= b)
		given_node(q, node, va, vb);
	else
		given_node(q, node, vb, va);
	const struct template *ta = &v->r->template.at[views_point(v, a)->tid];
	const struct template *tb = &v->r->template.at[views_point(v, b)->tid];
	if (ta->is_many && tb->is_many)
		query_give(q, term_distinct(v->x->ts, v->r->part.at[ta->number].var[va],
		                            v->r->part.at[tb->number].var[vb]));
}

void given_reads(struct step_query *q, uint32_t shared, uint32_t local, uint32_t mover) {
	struct views *v = q->v;
	struct relation *r = v->r;
	uint32_t point = v->local.at[local].point;
	size_t n = q->given.n;
	for (size_t i = 0; i < r->access.n; i++) {
		const struct array_access *a = &r->access.at[i];
		if (a->point != point || !a->value.ix)
			continue;
		const struct array *of = &r->array.at[a->array];
		term offset = outcome_value(v, shared, local, a->offset);
		struct array_instance to = {r->part.at[of->position].var[0],
		                            views_rename(v, offset, mover, 0), r->part.at[of->cell].var[0],
		                            a->value};
		struct substitution s = array_instantiate(v->x->ts, &to);
		for (size_t k = 0; k < n; k++)
			query_give(q, substitute(&s, q->given.at[k]));
		substitution_free(&s);
	}
}

void given_values(struct step_query *q, uint32_t shared, uint32_t local, uint32_t view) {
	struct views *v = q->v;
	struct terms *ts = v->x->ts;
	const struct control_point *p = views_point(v, local);
	for (uint32_t i = 0; i < v->r->part.n; i++) {
		uint64_t value = v->shared.at[shared].value[i];
		const struct part *part = &v->r->part.at[i];
		if (!v->symbolic[i] && part_is_used(v->r, i) && value != UNKNOWN_VALUE)
			query_give(q, term_equal(ts, part->var[0], term_u64(ts, part->width, value)));
	}
	for (size_t i = 0; i < p->part.n; i++) {
		uint64_t value = v->local.at[local].value[i];
		const struct part *part = &v->r->part.at[p->part.at[i]];
		if (!v->symbolic[p->part.at[i]] && value != UNKNOWN_VALUE)
			query_give(q, term_equal(ts, part->var[view], term_u64(ts, part->width, value)));
	}
}
