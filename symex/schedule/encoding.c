/* Contexts, one after the other: steps 1, 2, 4 and 5 of schedule.h. */
#include <string.h>

#include "symex/step/thread.h"
#include "symex/core/location.h"
#include "symex/schedule/schedule.h"
#include "symex/schedule/uw.h"
#include "symex/core/values.h"
#include "util/intern.h"

enum { COUNT_BITS = 16, MAX_WORLDS = 1000000 }; /* for one thread */

/* --- Who may come next. --- */

static term count_term(struct recording *r, uint32_t n) {
	return term_u64(r->t->x->ts, COUNT_BITS, n);
}

static term one_more(void *ts, term count, term one) {
	return term_add(ts, count, one);
}

static term add_if(struct recording *r, term count, term condition) {
	struct symex *x = r->t->x;
	if (term_is_false(x->ts, condition))
		return count;
	term more = values_map(x, one_more, x->ts, count, count_term(r, 1));
	return values_ite(x, condition, more, count);
}

static term is_less(void *ts, term count, term bound) {
	return term_ult(ts, count, bound);
}

/* Is there another thread to go on with than 'tid'?  If that has begun already, only those count
 * that have begun too. */
static term has_choice(struct recording *r, const struct world *w, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts), new = term_not(ts, w->thread[tid].begun);
	for (size_t i = 0; i < w->n && !term_is_true(ts, any); i++) {
		const struct thread *other = &w->thread[i];
		term counts = term_or(ts, new, other->begun);
		if (i != tid)
			any = term_or(ts, any, term_and(ts, other->enabled, counts));
	}
	return any;
}

static term is_left(struct recording *r, uint32_t bound, term count, term costs) {
	struct terms *ts = r->t->x->ts;
	if (bound >= (1u << COUNT_BITS) - 1)
		return term_true(ts);
	term less = values_map(r->t->x, is_less, ts, count, count_term(r, bound));
	return term_or(ts, term_not(ts, costs), less);
}

static void find_option(struct recording *r, struct world *w, uint32_t tid, bool needed) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct budget *b = &r->t->bound;
	struct thread *th = &w->thread[tid];
	struct option *o = &th->option;
	term could = term_false(ts); /* who ran last could have gone on */
	if (w->ran < w->n)
		could = w->thread[w->ran].enabled;
	o->counts = has_choice(r, w, tid);
	o->preempts = term_and(ts, o->counts, could);
	term can = tid == w->ran || !needed ? term_false(ts) : th->ready;
	term left = term_and(ts, is_left(r, b->context, w->spent, o->counts),
	                     is_left(r, b->preemption, w->preempted, o->preempts));
	struct vc_item over = {term_and(ts, w->when, term_and(ts, can, term_not(ts, left))),
	                       (uint32_t)x->fact.n};
	if (!term_is_false(ts, over.holds))
		vec_push(&r->over, over);
	o->may = term_and(ts, can, left);
}

term recording_goes_on(struct recording *r) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts);
	for (size_t i = 0; i < r->world.n; i++) {
		struct world *w = &r->world.at[i];
		uint64_t choices = asleep_choices(r, w);
		for (uint32_t tid = 0; tid < w->n; tid++) {
			find_option(r, w, tid, choices & thread_bit(tid));
			any = term_or(ts, any, term_and(ts, w->when, w->thread[tid].option.may));
		}
	}
	return any;
}

/* --- One context. --- */

struct group {          /* worlds in which all but one thread are at the same places */
	struct world rest;  /* what these have in common */
	bool is_own;        /* that is no longer the threads of the first of them */
	struct stops start; /* where that one may be, with memory */
};

static void add_to_group(struct recording *r, struct group *g, const struct world *w, uint32_t tid,
                         term chosen) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct thread *th = &w->thread[tid];
	struct world paid = *w;
	paid.when = term_and(ts, w->when, term_and(ts, chosen, th->option.may));
	paid.spent = add_if(r, w->spent, th->option.counts);
	paid.preempted = add_if(r, w->preempted, th->option.preempts);
	for (uint32_t i = 0; i < th->n; i++) {
		struct stop s = th->stop[i];
		s.here = term_and(ts, paid.when, term_and(ts, s.here, s.can_go));
		if (!s.place || !s.awake || term_is_false(ts, s.here))
			continue;
		s.st = world_view(&w->shared, &s, tid);
		vec_push(&g->start.at, s);
	}
	if (!g->rest.n) {
		g->rest = paid;
		return;
	}
	if (!g->is_own)
		g->rest = world_copy(r, &g->rest);
	g->is_own = true;
	world_join(r, &g->rest, &paid, false);
}

/* Threads that were created on the way here, for sure or perhaps. */
static void add_born(struct recording *r, struct world *w, const struct state *st) {
	struct symex *x = r->t->x;
	for (size_t i = 0; i < r->born.n; i++) {
		const struct birth *b = &r->born.at[i];
		const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, b->tid);
		struct stop s = b->stop;
		if (!c)
			continue;
		world_grow(r, w, b->tid + 1);
		const struct stop *known = world_find(&w->thread[b->tid], s.place);
		if (known) {
			struct stop both = *known;
			state_join_own(x, &both.st, &s.st, term_not(x->ts, s.here));
			both.here = c->maybe ? term_or(x->ts, known->here, s.here) : known->here;
			s = both;
		} else {
			s.here = c->maybe ? s.here : term_true(x->ts);
		}
		world_put(r, &w->thread[b->tid], &s, 1);
	}
}

/* The world after a context that ended in 's'. */
static struct world world_after(struct recording *r, const struct group *g, uint32_t tid,
                                const struct stop *s) {
	struct symex *x = r->t->x;
	struct world w = world_copy(r, &g->rest);
	struct stop here = *s;
	w.when = s->here;
	w.ran = tid;
	w.shared = s->st;
	here.here = term_true(x->ts);
	world_put(r, &w.thread[tid], &here, 1);
	add_born(r, &w, &s->st);
	asleep_disturb(r, &w, tid, s->st.touched);
	struct moment end = {r->number, tid, s->place, s->here};
	vec_push(&r->finished, end);
	return w;
}

struct layer { /* worlds after the context */
	VEC(struct world) world;
};

static void run_group(struct recording *r, struct group *g, uint32_t tid, struct layer *next) {
	struct stops ends = {0};
	r->born.n = 0;
	context_run(r, tid, &g->start, &g->rest, &ends);
	for (size_t i = 0; i < ends.at.n && !r->t->x->give_up; i++) {
		struct world w = world_after(r, g, tid, &ends.at.at[i]);
		vec_push(&next->world, w);
	}
	vec_free(&ends.at);
}

static uint32_t bits_for(size_t n) {
	uint32_t bits = 1;
	while (n > (size_t)1 << bits)
		bits++;
	return bits;
}

static size_t most_threads(const struct recording *r) {
	size_t most = 0;
	for (size_t i = 0; i < r->world.n; i++)
		if (r->world.at[i].n > most)
			most = r->world.at[i].n;
	return most;
}

/* Runs 'tid' through the context, from all worlds in which it may be chosen. */
static void run_thread(struct recording *r, uint32_t tid, term chosen, struct layer *next) {
	struct symex *x = r->t->x;
	VEC(struct group) group = {0};
	struct map group_of = {0};
	for (size_t i = 0; i < r->world.n; i++) {
		const struct world *w = &r->world.at[i];
		if (tid >= w->n || term_is_false(x->ts, w->thread[tid].option.may))
			continue;
		uint32_t key = world_key(r, w, tid);
		uint64_t at;
		if (!map_get(&group_of, key, &at)) {
			struct group none = {0};
			at = group.n;
			map_put(&group_of, key, at);
			vec_push(&group, none);
		}
		add_to_group(r, &group.at[at], w, tid, chosen);
	}
	struct moment begins = {r->number, tid, 0, chosen};
	if (group.n)
		vec_push(&r->chosen, begins);
	for (size_t i = 0; i < group.n; i++) {
		if (!x->give_up)
			run_group(r, &group.at[i], tid, next);
		vec_free(&group.at[i].start.at);
	}
	vec_free(&group);
	map_free(&group_of);
}

/* Too many worlds become one for each thread that may have run last. */
static void crowd(struct recording *r, struct layer *layer) {
	size_t kept = 0;
	if (!layer->world.n || layer->world.n * layer->world.at[0].n <= MAX_WORLDS)
		return;
	for (size_t i = 0; i < layer->world.n; i++) {
		struct world *w = &layer->world.at[i], *into = NULL;
		for (size_t k = 0; k < kept && !into; k++)
			if (layer->world.at[k].ran == w->ran)
				into = &layer->world.at[k];
		if (into)
			world_join(r, into, w, true);
		else
			layer->world.at[kept++] = *w;
	}
	layer->world.n = kept;
}

static void replace_worlds(struct recording *r, struct layer *next) {
	vec_free(&r->world);
	crowd(r, next);
	memcpy(&r->world, &next->world, sizeof r->world);
	r->t->x->stats->nodes += r->world.n;
	r->number++;
}

void recording_next(struct recording *r) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct layer next = {0};
	size_t n = most_threads(r);
	term ts_i = term_var(ts, sort_bv(bits_for(n)), intern_printf("ts!%u", r->number));
	x->tree->context = r->number;
	for (uint32_t tid = 0; tid < n; tid++) {
		term chosen = term_equal(ts, ts_i, term_u64(ts, bits_for(n), tid));
		if (r->widening)
			uw_control(r, tid, (uint32_t)n, chosen);
		run_thread(r, tid, chosen, &next);
	}
	replace_worlds(r, &next);
}

void recording_begin(struct recording *r) {
	struct symex *x = r->t->x;
	term yes = term_true(x->ts);
	struct layer next = {0};
	struct group g = {.rest = {.when = yes, .ran = NO_THREAD}};
	struct stop s = {.st = tree_start(r->t), .here = yes, .can_go = yes, .awake = true};
	struct thread main = {.enabled = yes, .begun = yes, .ready = yes};
	struct moment begins = {0, 0, 0, yes};
	s.place = location_of(x, &s.st);
	vec_push(&g.start.at, s);
	g.rest.thread = arena_copy(r->arena, &main, sizeof main);
	g.rest.n = 1;
	vec_push(&r->chosen, begins);
	g.rest.spent = g.rest.preempted = count_term(r, 0);
	x->tree->context = 0;
	run_group(r, &g, 0, &next);
	vec_free(&g.start.at);
	replace_worlds(r, &next);
}

void recording_free(struct recording *r) {
	arena_close(r->arena);
	vec_free(&r->world);
	vec_free(&r->born);
	vec_free(&r->chosen);
	vec_free(&r->finished);
	vec_free(&r->over);
}
