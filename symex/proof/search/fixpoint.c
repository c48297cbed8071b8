#include "symex/proof/search/fixpoint.h"

#include "solvers/model.h"
#include "symex/config.h"
#include "symex/proof/relation/proof_race.h"
#include "symex/proof/relation/track.h"
#include "symex/proof/search/atom.h"
#include "symex/proof/search/given.h"
#include "symex/proof/search/outcome.h"
#include "symex/proof/search/reached.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

enum { MAX_NODES = 60000 };

/* --- Steps. --- */

static struct thread_after stays(uint32_t local, uint32_t view) {
	return (struct thread_after){local, view, NULL};
}

static struct thread_after moves(const struct outcome_thread *t) {
	return (struct thread_after){t->local, 0, t};
}

static bool changes_shared(const struct edge_outcome *o, uint32_t shared) {
	return o->nchange || o->shared != shared;
}

static void give_new_number(struct step_query *q, const struct outcome_thread *new, uint32_t mover,
                            uint32_t other_local, uint32_t other) {
	struct views *v = q->v;
	const struct template *t = &v->r->template.at[views_point(v, new->local)->tid];
	const struct template *o = &v->r->template.at[views_point(v, other_local)->tid];
	if (!t->is_many || !o->is_many)
		return;
	term number = new_value_of(v, new->own, new->nown, t->number, mover);
	if (number.ix)
		query_give(q, term_distinct(v->x->ts, number, v->r->part.at[o->number].var[other]));
}

/* A new thread is not the owner of anything. */
static void give_unowned(struct step_query *q, const struct outcome_thread *new, uint32_t mover) {
	struct views *v = q->v;
	const struct template *t = &v->r->template.at[views_point(v, new->local)->tid];
	term number = t->is_many ? new_value_of(v, new->own, new->nown, t->number, mover) : NO_TERM;
	for (uint32_t i = 0; number.ix && i < v->owners.n; i++) {
		const struct owner_word *o = &v->owners.at[i];
		if (v->symbolic[o->part])
			query_give(q, term_distinct(v->x->ts, v->r->part.at[o->part].var[0],
			                            owner_word(v->r, o, number)));
	}
}

/* The thread that the step creates, by itself and beside each thread in view. */
static void create(struct views *v, const struct step_query *before, struct reached_view *t,
                   const uint32_t *local, uint32_t n, uint32_t which) {
	struct step_query q;
	const struct edge_outcome *o = t->o;
	const struct outcome_thread *new = &o->spawned[which];
	uint32_t other = 3 - t->mover;
	query_open(&q, v);
	for (size_t i = 0; i < before->given.n; i++)
		query_give(&q, before->given.at[i]);
	query_give(&q, views_rename(v, new->guard, t->mover, 0));
	t->thread[0] = moves(new);
	t->n = 1;
	if (n == 1)
		views_reach(v, &q, t);
	t->thread[0] = moves(new);
	t->thread[1] = n == 1 ? moves(&o->to) : stays(local[other - 1], other);
	t->n = 2;
	if (n == 2 || o->to.local != NO_LOCAL)
		views_reach(v, &q, t);
	query_close(&q);
}

/* The thread 'mover' of a view of one or two threads steps. */
static void step_in_view(struct views *v, uint32_t shared, const uint32_t *local, uint32_t n,
                         uint32_t mover, const struct edge_outcome *o) {
	struct step_query q;
	uint32_t other = 3 - mover;
	query_open(&q, v);
	if (n == 1)
		given_node(&q, views_node(v, shared, local[0], NO_LOCAL), 1, 2);
	else
		given_pair(&q, shared, local[0], local[1], 1, 2);
	given_counts(&q, local, n);
	given_reads(&q, shared, local[mover - 1], mover);
	query_give(&q, views_rename(v, o->guard, mover, 0));
	for (uint32_t i = 0; i < o->nspawned; i++) {
		for (uint32_t k = 0; k < n; k++)
			give_new_number(&q, &o->spawned[i], mover, local[k], k + 1);
		give_unowned(&q, &o->spawned[i], mover);
	}
	struct reached_view t = {.o = o, .mover = mover};
	if (o->to.local != NO_LOCAL) {
		t.thread[0] = moves(&o->to);
		t.n = n;
		if (n == 2)
			t.thread[1] = stays(local[other - 1], other);
		views_reach(v, &q, &t);
	}
	if (n == 2 && changes_shared(o, shared)) {
		t.thread[0] = stays(local[other - 1], other);
		t.n = 1;
		views_reach(v, &q, &t);
	}
	/* A step creates one thread at most on each path: threads stop before a creation. */
	for (uint32_t i = 0; i < o->nspawned && !v->restart; i++)
		create(v, &q, &t, local, n, i);
	query_close(&q);
}

static void step_all(struct views *v, uint32_t shared, const uint32_t *local, uint32_t n,
                     uint32_t mover) {
	const struct control_point *p = views_point(v, local[mover - 1]);
	for (size_t i = 0; i < p->edge.n && !v->restart && !v->failed; i++) {
		const struct outcomes *all = outcome_of(v, p->edge.at[i], shared, local[mover - 1]);
		for (size_t k = 0; k < all->at.n && !v->restart; k++)
			step_in_view(v, shared, local, n, mover, &all->at.at[k]);
	}
}

/* Thread c steps out of the view of a and b. */
static void step_outside(struct views *v, uint32_t shared, uint32_t a, uint32_t b, uint32_t c) {
	const struct control_point *p = views_point(v, c);
	if (views_point(v, a)->is_atomic || views_point(v, b)->is_atomic)
		return;
	for (size_t i = 0; i < p->edge.n && !v->restart; i++) {
		const struct outcomes *all = outcome_of(v, p->edge.at[i], shared, c);
		for (size_t k = 0; k < all->at.n && all->writes && !v->restart; k++) {
			const struct edge_outcome *o = &all->at.at[k];
			if (!changes_shared(o, shared))
				continue;
			struct step_query q;
			query_open(&q, v);
			given_pair(&q, shared, a, b, 1, 2);
			given_pair(&q, shared, a, c, 1, 3);
			given_pair(&q, shared, b, c, 2, 3);
			given_counts(&q, (const uint32_t[]){a, b, c}, 3);
			given_reads(&q, shared, c, 3);
			query_give(&q, views_rename(v, o->guard, 3, 0));
			struct reached_view t = {
			    .o = o, .mover = 3, .n = 2, .thread = {stays(a, 1), stays(b, 2)}};
			views_reach(v, &q, &t);
			query_close(&q);
		}
	}
}

/* --- Obligations. --- */

static void check(struct views *v, struct step_query *q, uint32_t node, const struct obligation *o,
                  term violated) {
	struct model *model;
	query_give(q, violated);
	if (query_ask(q, term_true(v->x->ts), NULL, 0, &model) == ANSWER_UNSAT)
		return;
	v->failed = true;
	v->missing = (struct missing){node, o};
}

static void check_races(struct views *v, uint32_t node) {
	const struct view *n = &v->node.at[node];
	uint32_t a = n->local[0], b = n->local[1];
	size_t count;
	const struct obligation *race =
	    races_of(v->races, v->r, &v->renamer, v->local.at[a].point, v->local.at[b].point, &count);
	for (size_t i = 0; i < count && !v->failed; i++) {
		struct step_query q;
		query_open(&q, v);
		given_pair(&q, n->shared, a, b, 1, 2);
		given_values(&q, n->shared, a, 1);
		given_values(&q, n->shared, b, 2);
		check(v, &q, node, &race[i], race[i].violated);
		query_close(&q);
	}
}

static void check_obligations(struct views *v, uint32_t node) {
	const struct view *n = &v->node.at[node];
	const struct control_point *p = views_point(v, n->local[0]);
	if (v->main_stays && p->tid)
		return; /* main is there, too: the pair is checked */
	for (size_t i = 0; i < p->obligation.n && !v->failed; i++) {
		struct step_query q;
		const struct obligation *o = &p->obligation.at[i];
		query_open(&q, v);
		given_node(&q, node, 1, 2);
		given_counts(&q, n->local, 1);
		given_reads(&q, n->shared, n->local[0], 1);
		check(v, &q, node, o, outcome_fix(v, n->shared, n->local[0], o->violated));
		query_close(&q);
	}
}

/* The obligations of a thread beside main. */
static void check_beside_main(struct views *v, uint32_t node) {
	const struct view *n = &v->node.at[node];
	uint32_t main = views_point(v, n->local[0])->tid ? 1 : 0;
	if (!v->main_stays || views_point(v, n->local[main])->tid ||
	    !views_point(v, n->local[1 - main])->tid)
		return;
	uint32_t local = n->local[1 - main], view = main ? 1 : 2;
	const struct control_point *p = views_point(v, local);
	for (size_t i = 0; i < p->obligation.n && !v->failed; i++) {
		struct step_query q;
		const struct obligation *o = &p->obligation.at[i];
		query_open(&q, v);
		given_pair(&q, n->shared, n->local[0], n->local[1], 1, 2);
		given_counts(&q, n->local, 2);
		given_reads(&q, n->shared, local, view);
		check(v, &q, node, o,
		      views_rename(v, outcome_fix(v, n->shared, local, o->violated), view, 0));
		query_close(&q);
	}
}

/* --- The search. --- */

static void process_pair(struct views *v, uint32_t node) {
	uint32_t shared = v->node.at[node].shared;
	uint32_t local[2] = {v->node.at[node].local[0], v->node.at[node].local[1]};
	uint32_t a = local[0], b = local[1];
	check_beside_main(v, node);
	if (v->races && !v->failed)
		check_races(v, node);
	if (!views_point(v, b)->is_atomic)
		step_all(v, shared, local, 2, 1);
	if (!views_point(v, a)->is_atomic && a != b)
		step_all(v, shared, local, 2, 2);
	for (size_t i = 0; i < v->group.at[shared].local.n && !v->restart; i++) {
		uint32_t c = v->group.at[shared].local.at[i];
		if (views_node(v, shared, a, c) == UINT32_MAX || views_node(v, shared, b, c) == UINT32_MAX)
			continue;
		step_outside(v, shared, a, b, c);
		step_outside(v, shared, b, c, a);
		step_outside(v, shared, a, c, b);
	}
}

static bool is_over(const struct views *v) {
	return v->restart || v->failed || symex_stop || v->node.n > MAX_NODES;
}

static void begin(struct views *v) {
	struct outcomes *first = outcome_begin(v);
	for (size_t i = 0; i < first->at.n && !v->restart; i++) {
		struct step_query q;
		const struct edge_outcome *o = &first->at.at[i];
		query_open(&q, v);
		query_give(&q, o->guard);
		struct reached_view t = {.o = o, .mover = 1, .n = 1, .thread = {moves(&o->to)}};
		views_reach(v, &q, &t);
		query_close(&q);
	}
}

static void forget(struct views *v) {
	for (size_t i = 0; i < v->node.n; i++)
		vec_free(&v->node.at[i].atom);
	for (size_t i = 0; i < v->group.n; i++) {
		vec_free(&v->group.at[i].single);
		vec_free(&v->group.at[i].pair);
		vec_free(&v->group.at[i].local);
	}
	for (size_t i = 0; i < v->outcomes.n; i++) {
		vec_free(&v->outcomes.at[i]->at);
		mem_free(v->outcomes.at[i]);
	}
	if (v->atoms)
		atoms_close(v->atoms);
	v->atoms = NULL;
	v->node.n = v->group.n = v->local.n = v->shared.n = v->outcomes.n = v->queue.n = v->head = 0;
	map_clear(&v->intern);
	map_clear(&v->node_of);
	map_clear(&v->outcome_of);
	map_clear(&v->seen);
	for (size_t i = 0; i < v->r->part.n; i++)
		v->values[i] = 0;
	v->restart = v->failed = false;
}

static void search(struct views *v) {
	forget(v);
	v->atoms = atoms_open(v);
	if (atoms_join_classes(v->atoms)) {
		atoms_close(v->atoms);
		v->atoms = atoms_open(v);
	}
	begin(v);
	while (v->head < v->queue.n && !is_over(v)) {
		uint32_t node = v->queue.at[v->head++];
		v->node.at[node].is_queued = false;
		if (v->node.at[node].local[1] != NO_LOCAL) {
			process_pair(v, node);
			continue;
		}
		uint32_t local = v->node.at[node].local[0];
		check_obligations(v, node);
		step_all(v, v->node.at[node].shared, &local, 1, 1);
	}
}

bool views_prove(struct views *v) {
	do {
		search(v);
		uint32_t n = 0;
		for (size_t i = 0; i < v->r->part.n; i++)
			n += v->symbolic[i];
		diag_say(2, "proof: %zu nodes, %zu outcomes, %u symbolic parts, %llu queries%s", v->node.n,
		         v->outcomes.n, n, (unsigned long long)v->queries, v->restart ? ", again" : "");
	} while (v->restart && !symex_stop);
	return !v->failed && v->head == v->queue.n && !v->restart && !symex_stop;
}

static bool main_stays(const struct relation *r) {
	for (size_t i = 0; i < r->edge.n; i++)
		if (!r->point.at[r->edge.at[i].from].tid && r->edge.at[i].to.point == NO_POINT)
			return false;
	return true;
}

/* The parts that an offset in an array depends on. */
static void make_symbolic(struct views *v, term t) {
	uint64_t part;
	if (map_get(&v->part_of_var, t.ix, &part) && !v->r->part.at[part].is_pointer)
		v->symbolic[part] = true;
	for (uint32_t i = 0; i < term_nargs(v->x->ts, t); i++)
		make_symbolic(v, term_arg(v->x->ts, t, i));
}

void views_open(struct views *v, struct relation *r) {
	size_t n = r->part.n + 1;
	*v = (struct views){.r = r, .x = r->x, .canon = canon_open()};
	v->main_stays = main_stays(r);
	renamer_open(&v->renamer, r);
	owners_find(r, &v->owners);
	v->races = v->x->config->schedules.race_check ? races_open() : NULL;
	v->symbolic = mem_alloc(n * sizeof *v->symbolic);
	v->values = mem_alloc(n * sizeof *v->values);
	for (uint32_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		v->symbolic[i] = p->kind == PART_NUMBER || p->kind == PART_COUNTER || p->width > 64;
		map_put(&v->part_of_var, p->var[1].ix, i);
	}
	for (size_t i = 0; i < r->array.n; i++)
		v->symbolic[r->array.at[i].cell] = v->symbolic[r->array.at[i].position] = true;
	for (uint32_t i = 0; i < r->part.n; i++)
		v->symbolic[i] |= part_is_tracked(r, i);
	for (size_t i = 0; i < r->access.n; i++) {
		make_symbolic(v, r->access.at[i].offset);
		if (r->access.at[i].value.ix)
			map_put(&v->read_of_var, r->access.at[i].value.ix, i);
	}
}

void views_close(struct views *v) {
	forget(v);
	if (v->races)
		races_close(v->races);
	vec_free(&v->node);
	vec_free(&v->group);
	vec_free(&v->local);
	vec_free(&v->shared);
	vec_free(&v->outcomes);
	vec_free(&v->queue);
	map_free(&v->intern);
	map_free(&v->node_of);
	map_free(&v->outcome_of);
	map_free(&v->seen);
	map_free(&v->part_of_var);
	map_free(&v->read_of_var);
	renamer_close(&v->renamer);
	mem_free(v->symbolic);
	mem_free(v->values);
	canon_close(v->canon);
}
