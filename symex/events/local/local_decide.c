#include "symex/events/local/local_decide.h"

#include "symex/config.h"
#include "symex/events/encode/lock_owner.h"
#include "symex/events/encode/protected_reads.h"
#include "symex/events/encode/section.h"
#include "symex/events/local/derive.h"
#include "symex/events/local/sum.h"

enum { MOST_LEFT = 3 }; /* conditions of a property that are not excluded */

/* --- Facts. --- */

static void collect(struct local_facts *l) {
	struct events *e = l->e;
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *ev = &e->event.at[i];
		uint64_t ix = l->object.n;
		vec_push(&l->first, 0);
		if (ev->kind == EVENT_READ) {
			if (ev->value.ix && term_kind(e->x->ts, ev->value) == TERM_VAR)
				map_put(&l->reader, ev->value.ix, i);
			continue;
		}
		if (!map_get(&l->of, ev->object, &ix)) {
			map_put(&l->of, ev->object, ix);
			vec_push(&l->object, ((struct object_writes){0}));
		}
		vec_push(&l->object.at[ix].write, i);
	}
}

/* A read in a critical section returns what its thread left there (protected_reads.c), and that of
 * a lock the number of its owner (lock_owner.c). */
static void add_settled(struct local_facts *l) {
	struct events *e = l->e;
	bool *waits = arena_array(e->x->pool.arena, bool, e->node.n);
	for (size_t i = 0; i < e->waiting.n; i++)
		waits[e->waiting.at[i].node] = true;
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *r = &e->event.at[i];
		const struct object_writes *o = local_writes(l, r->object);
		uint32_t from;
		term holds;
		bool is_all;
		if (r->kind != EVENT_READ || r->is_sliced || waits[r->node] || !o)
			continue;
		if (protect_settles(e, i, o->write.at, o->write.n, &from))
			local_add(l, i, term_equal(e->x->ts, r->value, e->event.at[from].value), 0);
		else if (events_reduce_by(e, REDUCTION_OWNERS) &&
		         owner_finds(e, i, o->write.at, o->write.n, &holds, &is_all))
			local_add(l, i, holds, 0);
	}
}

/* With all facts but those of inductive.c. */
static struct local_facts *open_facts(struct events *e) {
	struct local_facts *l = mem_alloc(sizeof *l);
	l->e = e;
	section_find(e);
	collect(l);
	if (events_reduce_by(e, REDUCTION_INTERVALS))
		interval_derive(l);
	add_settled(l);
	if (events_reduce_by(e, REDUCTION_SOURCES))
		source_derive(l);
	if (events_reduce_by(e, REDUCTION_COUNTERS))
		sum_limits(l);
	return l;
}

static void close_facts(struct local_facts *l) {
	for (size_t i = 0; i < l->object.n; i++)
		vec_free(&l->object.at[i].write);
	vec_free(&l->object);
	vec_free(&l->fact);
	vec_free(&l->first);
	vec_free(&l->candidate);
	map_free(&l->reader);
	map_free(&l->of);
	if (l->solver)
		l->solver->ops->close(l->solver);
	mem_free(l);
}

/* --- Decisions. --- */

/* Where some conditions are not excluded, most of the others of the property will not be either.
 * true: all are. */
static bool exclude(struct local_facts *l) {
	struct events *e = l->e;
	struct map left = {0}; /* property -> conditions */
	for (size_t i = 0; i < e->condition.n; i++) {
		struct condition *c = &e->condition.at[i];
		uint64_t others = 0;
		map_get(&left, c->vc.property, &others);
		if (c->is_excluded || others == MOST_LEFT)
			continue;
		c->is_excluded = local_excludes(l, c->path, c->vc.violated);
		if (!c->is_excluded)
			map_put(&left, c->vc.property, others + 1);
	}
	bool all = !left.n;
	map_free(&left);
	return all;
}

/* What was derived by induction helps to find an order, too. */
static void note_bounds(struct local_facts *l) {
	struct events *e = l->e;
	for (uint32_t i = 0; i < e->event.n; i++)
		for (uint32_t k = l->first.at[i]; k; k = l->fact.at[k - 1].next)
			if (l->fact.at[k - 1].is_bound)
				vec_push(&e->facts.derived,
				         term_implies(e->x->ts, e->event.at[i].guard, l->fact.at[k - 1].holds));
}

bool local_decide(struct events *e) {
	const struct schedules *c = &e->x->config->schedules;
	struct local_facts *l = open_facts(e);
	bool checks_deadlocks = c->deadlock_check;
	bool progresses = events_reduce_by(e, REDUCTION_PROGRESS) && progress_may_hold(l);
	/* Is there nothing else to decide?  Races are. */
	bool may_be_all =
	    events_reduce_by(e, REDUCTION_NO_FORMULA) && (!checks_deadlocks || progresses);
	bool conditions = exclude(l), all = conditions && local_excludes_cuts(l);
	if (!all && (!conditions || may_be_all) && events_reduce_by(e, REDUCTION_INDUCTIVE_BOUNDS) &&
	    inductive_derive(l)) {
		note_bounds(l);
		all = exclude(l) && local_excludes_cuts(l);
	}
	e->facts.no_deadlock = checks_deadlocks && progresses && progress_holds(l);
	close_facts(l);
	return all && (!checks_deadlocks || e->facts.no_deadlock) && !symex_stop;
}
