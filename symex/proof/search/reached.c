#include "symex/proof/search/reached.h"

#include "solvers/model.h"
#include "solvers/rewrite/substitute.h"
#include "symex/proof/arithmetic/order.h"
#include "symex/proof/search/atom.h"

struct imaging {
	struct views *v;
	const struct reached_view *t;
	bool swapped;
};

term new_value_of(struct views *v, const struct new_value *list, uint32_t n, uint32_t part,
                  uint32_t mover) {
	for (uint32_t i = 0; i < n; i++)
		if (list[i].part == part)
			return views_rename(v, list[i].value, mover, 0);
	return NO_TERM;
}

static term image_of(void *context, term var) {
	struct imaging *m = context;
	struct views *v = m->v;
	const struct reached_view *t = m->t;
	uint64_t known;
	if (!map_get(&v->renamer.view_of_var, var.ix, &known))
		return var;
	uint32_t part = (uint32_t)(known / 4), view = known % 4;
	if (!view) {
		term value = new_value_of(v, t->o->change, t->o->nchange, part, t->mover);
		return value.ix ? value : var;
	}
	const struct thread_after *a = &t->thread[(view == 1) == m->swapped];
	if (a->was)
		return v->r->part.at[part].var[a->was];
	term value = new_value_of(v, a->now->own, a->now->nown, part, t->mover);
	return value.ix ? value : var;
}

struct images {
	VEC(term) at;
	VEC(uint32_t) of; /* atom of the node */
};

static void add_images(struct views *v, struct step_query *q, const struct reached_view *t,
                       bool swapped, const struct view *n, struct images *out) {
	struct imaging m = {v, t, swapped};
	struct substitution s = {v->x->ts, image_of, &m, 0, false, {0}};
	for (size_t i = 0; i < n->atom.n; i++) {
		term image = substitute(&s, n->atom.at[i]);
		if (query_knows(q, image))
			continue;
		vec_push(&out->at, image);
		vec_push(&out->of, (uint32_t)i);
	}
	substitution_free(&s);
}

/* Drops the atoms whose images do not hold in the model; all, without a model. */
static void drop(struct view *n, struct images *m, struct model *model) {
	size_t kept = 0;
	bool any = false;
	for (size_t i = 0; i < m->at.n && model; i++)
		any |= !model_holds(model, m->at.at[i]);
	for (size_t i = 0; i < m->at.n; i++)
		if (!any || !model_holds(model, m->at.at[i]))
			n->atom.at[m->of.at[i]] = NO_TERM;
	for (size_t i = 0; i < m->at.n; i++) {
		if (!n->atom.at[m->of.at[i]].ix)
			continue;
		m->at.at[kept] = m->at.at[i];
		m->of.at[kept++] = m->of.at[i];
	}
	m->at.n = m->of.n = kept;
}

static void compact(struct view *n) {
	size_t kept = 0;
	for (size_t i = 0; i < n->atom.n; i++)
		if (n->atom.at[i].ix)
			n->atom.at[kept++] = n->atom.at[i];
	n->atom.n = kept;
}

/* The conjunction of the images, without those that follow from others by their order. */
static term conjunction(struct step_query *q, const struct images *m) {
	struct terms *ts = q->v->x->ts;
	struct order_facts o = *query_order(q);
	term reduced[MAX_REDUCED], all = term_true(ts);
	for (size_t i = 0; i < m->at.n; i++) {
		if (order_is_comparison(ts, m->at.at[i]))
			order_fact(&o, m->at.at[i]);
		else
			all = term_and(ts, all, m->at.at[i]);
	}
	order_conclude(&o);
	uint32_t n = o.is_false || o.n == MAX_ORDERED ? MAX_REDUCED : order_reduce(&o, reduced);
	if (n == MAX_REDUCED) {
		for (size_t i = 0; i < m->at.n; i++)
			all = term_and(ts, all, m->at.at[i]);
		return all;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!order_implies(query_order(q), reduced[i]))
			all = term_and(ts, all, reduced[i]);
	return all;
}

static void weaken(struct views *v, struct step_query *q, uint32_t node, struct images *m) {
	struct terms *ts = v->x->ts;
	bool changed = false;
	while (m->at.n) {
		struct model *model;
		term all = conjunction(q, m);
		enum answer a = query_ask(q, term_not(ts, all), m->at.at, m->at.n, &model);
		if (a == ANSWER_UNSAT)
			break;
		drop(&v->node.at[node], m, model);
		changed = true;
		if (model)
			model_close(model);
	}
	if (!changed)
		return;
	compact(&v->node.at[node]);
	views_enqueue(v, node);
}

/* Drops the images that follow from what is given by the order of terms, or as integers. */
static void drop_implied(struct step_query *q, struct images *m) {
	size_t kept = 0;
	if (!m->at.n)
		return;
	struct order_facts o = *query_order(q);
	for (size_t i = 0; i < m->at.n; i++)
		order_mention(&o, m->at.at[i]);
	order_conclude(&o);
	for (size_t i = 0; i < m->at.n; i++) {
		if (o.is_false || order_implies(&o, m->at.at[i]) || query_implies(q, m->at.at[i]))
			continue;
		m->at.at[kept] = m->at.at[i];
		m->of.at[kept++] = m->of.at[i];
	}
	m->at.n = m->of.n = kept;
}

static void add_local(struct view_group *g, uint32_t local) {
	for (size_t i = 0; i < g->local.n; i++)
		if (g->local.at[i] == local)
			return;
	vec_push(&g->local, local);
}

static uint32_t views_add(struct views *v, uint32_t shared, uint32_t a, uint32_t b) {
	struct view n = {.shared = shared, .local = {a < b ? a : b, a < b ? b : a}};
	uint32_t words[] = {shared, n.local[0], n.local[1], 0, 0, 0, 0};
	uint32_t id = (uint32_t)v->node.n;
	size_t count;
	const term *atom = atoms_of(v->atoms, v->local.at[n.local[0]].point,
	                            b == NO_LOCAL ? NO_POINT : v->local.at[n.local[1]].point, &count);
	for (size_t i = 0; i < count; i++)
		vec_push(&n.atom, atom[i]);
	vec_push(&v->node, n);
	map_put(&v->node_of, canon_tuple(v->canon, words, 7), id);
	struct view_group *g = &v->group.at[shared];
	if (b == NO_LOCAL) {
		vec_push(&g->single, id);
	} else {
		vec_push(&g->pair, id);
		add_local(g, a);
		add_local(g, b);
	}
	return id;
}

void views_reach(struct views *v, struct step_query *q, struct reached_view *t) {
	struct model *model;
	struct images m = {0};
	if (t->n == 2 && t->thread[0].local > t->thread[1].local) {
		struct thread_after first = t->thread[0];
		t->thread[0] = t->thread[1];
		t->thread[1] = first;
	}
	uint32_t a = t->thread[0].local, b = t->n == 2 ? t->thread[1].local : NO_LOCAL;
	uint32_t node = views_node(v, t->o->shared, a, b);
	if (node == UINT32_MAX) {
		if (query_ask(q, term_true(v->x->ts), NULL, 0, &model) == ANSWER_UNSAT)
			return;
		node = views_add(v, t->o->shared, a, b);
		views_enqueue(v, node);
	}
	add_images(v, q, t, false, &v->node.at[node], &m);
	if (a == b)
		add_images(v, q, t, true, &v->node.at[node], &m);
	drop_implied(q, &m);
	weaken(v, q, node, &m);
	vec_free(&m.at);
	vec_free(&m.of);
}
