/* Encodes one context after the other: steps 1, 2, 4 and 5 of schedule.h. */
#include <string.h>

#include "symex/core/location.h"
#include "symex/core/values.h"
#include "symex/explore/explore.h"
#include "symex/memory/merge.h"
#include "symex/schedule/schedule.h"
#include "symex/schedule/uw.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"

enum { COUNT_BITS = 16, MAX_CONFIGURATIONS = 1000000 }; /* times their threads */

/* --- Which threads may run next. --- */

static term count_term(struct encoding *r, uint32_t n) {
	return term_u64(r->t->x->ts, COUNT_BITS, n);
}

static term one_more(void *ts, term count, term one) {
	return term_add(ts, count, one);
}

/* A count that cannot reach its bound is never asked for. */
static bool is_counted(uint32_t bound) {
	return bound < (1u << COUNT_BITS) - 1;
}

static term add_if(struct encoding *r, uint32_t bound, term count, term condition) {
	struct symex *x = r->t->x;
	if (!is_counted(bound) || term_is_false(x->ts, condition))
		return count;
	term more = values_map(x, one_more, x->ts, count, count_term(r, 1));
	return values_ite(x, condition, more, count);
}

static term is_less(void *ts, term count, term bound) {
	return term_ult(ts, count, bound);
}

/* The condition that another thread than 'tid' could run instead.  If 'tid' has begun, only threads
 * that have begun count. */
static term has_choice(struct encoding *r, const struct configuration *w, uint32_t tid) {
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

static term is_left(struct encoding *r, uint32_t bound, term count, term costs) {
	struct terms *ts = r->t->x->ts;
	if (!is_counted(bound))
		return term_true(ts);
	term less = values_map(r->t->x, is_less, ts, count, count_term(r, bound));
	return term_or(ts, term_not(ts, costs), less);
}

static void find_option(struct encoding *r, struct configuration *w, uint32_t tid, bool in_set) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct thread *th = &w->thread[tid];
	struct option *o = &th->option;
	term could = term_false(ts); /* the thread of the last context is enabled */
	if (w->ran < w->n)
		could = w->thread[w->ran].enabled;
	o->counts = has_choice(r, w, tid);
	o->preempts = term_and(ts, o->counts, could);
	term can = tid == w->ran || !in_set ? term_false(ts) : th->ready;
	term left = term_and(ts, is_left(r, r->t->context_bound, w->switches, o->counts),
	                     is_left(r, r->t->preemption_bound, w->preemptions, o->preempts));
	struct vc_item over = {term_and(ts, w->when, term_and(ts, can, term_not(ts, left))),
	                       (uint32_t)x->assumption.n};
	if (!term_is_false(ts, over.holds))
		vec_push(&r->over, over);
	o->may = term_and(ts, can, left);
}

term encoding_may_continue(struct encoding *r) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts);
	for (size_t i = 0; i < r->configuration.n; i++) {
		struct configuration *w = &r->configuration.at[i];
		uint64_t persistent = reduction_persistent_set(r, w);
		for (uint32_t tid = 0; tid < w->n; tid++) {
			find_option(r, w, tid, persistent & thread_bit(tid));
			any = term_or(ts, any, term_and(ts, w->when, w->thread[tid].option.may));
		}
	}
	return any;
}

/* --- One context. --- */

/* Configurations that agree on the locations of all but one thread, which is to run.  They are
 * sorted by its location, so that what is after a stop of the context is as a rule a join of the
 * first ones only: a thread that is at its second iteration did not begin the context at the third
 * one.  Values of the other threads that belong to later locations would otherwise come back to
 * earlier ones, and only the solver could exclude them. */
struct configuration_group {
	VEC(const struct configuration *) member;
	struct stops start;         /* where that one thread may be, with memory */
	struct configuration *rest; /* rest[i]: the join of the first i + 1, apart from memory */
};

static const struct thread_stop *first_stop(const struct thread *th) {
	const struct thread_stop *s = th->stop;
	while (!s->location)
		s++;
	return s;
}

static void add_to_group(struct configuration_group *g, const struct configuration *w,
                         uint32_t tid) {
	const struct state *st = &first_stop(&w->thread[tid])->st;
	vec_push(&g->member, w);
	size_t i = g->member.n - 1;
	for (; i && location_compare(st, &first_stop(&g->member.at[i - 1]->thread[tid])->st) < 0; i--)
		g->member.at[i] = g->member.at[i - 1];
	g->member.at[i] = w;
}

/* The thread runs from a member of the group. */
static void start_from(struct encoding *r, struct configuration_group *g, uint32_t member,
                       uint32_t tid, term chosen) {
	struct terms *ts = r->t->x->ts;
	const struct configuration *w = g->member.at[member];
	const struct thread *th = &w->thread[tid];
	struct configuration paid = *w, *rest = &g->rest[member];
	paid.when = term_and(ts, w->when, term_and(ts, chosen, th->option.may));
	paid.switches = add_if(r, r->t->context_bound, w->switches, th->option.counts);
	paid.preemptions = add_if(r, r->t->preemption_bound, w->preemptions, th->option.preempts);
	for (uint32_t i = 0; i < th->n; i++) {
		struct thread_stop s = th->stop[i];
		s.here = term_and(ts, paid.when, term_and(ts, s.here, s.enabled));
		if (!s.location || s.in_sleep_set || term_is_false(ts, s.here))
			continue;
		s.st = configuration_view(&w->shared, &s, tid);
		s.st.note.member = member;
		vec_push(&g->start.at, s);
	}
	*rest = paid;
	if (!member)
		return;
	*rest = configuration_copy(r, rest - 1);
	configuration_join(r, rest, &paid, false);
}

/* Adds the threads that were created, on some path at least, in the context that ends in 'st'. */
static void add_spawned(struct encoding *r, struct configuration *w, const struct state *st) {
	struct symex *x = r->t->x;
	for (size_t i = 0; i < r->spawned.n; i++) {
		const struct spawn *new = &r->spawned.at[i];
		const struct created *c =
		    (const struct created *)(uintptr_t)pmap_get(&st->created, new->tid);
		struct thread_stop s = new->stop;
		if (!c)
			continue;
		configuration_grow(r, w, new->tid + 1);
		const struct thread_stop *known = configuration_find(&w->thread[new->tid], s.location);
		if (known) {
			struct thread_stop both = *known;
			state_join_own(x, &both.st, &s.st, term_not(x->ts, s.here));
			both.here = c->is_conditional ? term_or(x->ts, known->here, s.here) : known->here;
			s = both;
		} else {
			s.here = c->is_conditional ? s.here : term_true(x->ts);
		}
		configuration_put(r, &w->thread[new->tid], &s, 1);
	}
}

/* The configuration after a context that ended in 's'. */
static struct configuration configuration_after(struct encoding *r,
                                                const struct configuration_group *g, uint32_t tid,
                                                const struct thread_stop *s) {
	struct symex *x = r->t->x;
	struct configuration w = configuration_copy(r, &g->rest[s->st.note.member]);
	struct thread_stop here = *s;
	w.when = s->here;
	w.ran = tid;
	w.shared = s->st;
	here.here = term_true(x->ts);
	configuration_put(r, &w.thread[tid], &here, 1);
	add_spawned(r, &w, &s->st);
	reduction_wake_dependent(r, &w, tid, s->st.note.footprint);
	struct schedule_point end = {r->number, tid, s->location, s->here};
	vec_push(&r->context_end, end);
	return w;
}

struct context_configurations { /* configurations after the same number of contexts */
	VEC(struct configuration) configuration;
};

static void run_group(struct encoding *r, struct configuration_group *g, uint32_t tid,
                      struct context_configurations *next) {
	struct stops ends = {0};
	r->spawned.n = 0;
	context_run(r, tid, &g->start, &g->rest[g->member.n - 1], &ends);
	for (size_t i = 0; i < ends.at.n && !r->t->x->give_up; i++) {
		struct configuration w = configuration_after(r, g, tid, &ends.at.at[i]);
		vec_push(&next->configuration, w);
	}
	vec_free(&ends.at);
}

static void run_from_all(struct encoding *r, struct configuration_group *g, uint32_t tid,
                         term chosen, struct context_configurations *next) {
	g->rest = arena_array(r->arena, struct configuration, g->member.n);
	for (size_t i = 0; i < g->member.n; i++)
		start_from(r, g, (uint32_t)i, tid, chosen);
	run_group(r, g, tid, next);
}

static uint32_t bits_for(size_t n) {
	uint32_t bits = 1;
	while (n > (size_t)1 << bits)
		bits++;
	return bits;
}

static size_t most_threads(const struct encoding *r) {
	size_t most = 0;
	for (size_t i = 0; i < r->configuration.n; i++)
		if (r->configuration.at[i].n > most)
			most = r->configuration.at[i].n;
	return most;
}

/* Runs 'tid' through the context, from all configurations in which it may be chosen. */
static void run_thread(struct encoding *r, uint32_t tid, term chosen,
                       struct context_configurations *next) {
	struct symex *x = r->t->x;
	VEC(struct configuration_group) group = {0};
	struct map group_of = {0};
	for (size_t i = 0; i < r->configuration.n; i++) {
		const struct configuration *w = &r->configuration.at[i];
		if (tid >= w->n || term_is_false(x->ts, w->thread[tid].option.may))
			continue;
		uint32_t key = configuration_key(r, w, tid);
		uint64_t at;
		if (!map_get(&group_of, key, &at)) {
			struct configuration_group none = {0};
			at = group.n;
			map_put(&group_of, key, at);
			vec_push(&group, none);
		}
		add_to_group(&group.at[at], w, tid);
	}
	struct schedule_point begins = {r->number, tid, 0, chosen};
	if (group.n)
		vec_push(&r->context_begin, begins);
	for (size_t i = 0; i < group.n; i++) {
		if (!x->give_up)
			run_from_all(r, &group.at[i], tid, chosen, next);
		vec_free(&group.at[i].start.at);
		vec_free(&group.at[i].member);
	}
	vec_free(&group);
	map_free(&group_of);
}

/* Above the limit, joins configurations into one for each thread that may have run last. */
static void limit_configurations(struct encoding *r, struct context_configurations *all) {
	size_t kept = 0;
	if (!all->configuration.n ||
	    all->configuration.n * all->configuration.at[0].n <= MAX_CONFIGURATIONS)
		return;
	for (size_t i = 0; i < all->configuration.n; i++) {
		struct configuration *w = &all->configuration.at[i], *into = NULL;
		for (size_t k = 0; k < kept && !into; k++)
			if (all->configuration.at[k].ran == w->ran)
				into = &all->configuration.at[k];
		if (into)
			configuration_join(r, into, w, true);
		else
			all->configuration.at[kept++] = *w;
	}
	all->configuration.n = kept;
}

static void replace_configurations(struct encoding *r, struct context_configurations *next) {
	vec_free(&r->configuration);
	limit_configurations(r, next);
	memcpy(&r->configuration, &next->configuration, sizeof r->configuration);
	r->t->x->stats->nodes += r->configuration.n;
	r->number++;
}

void encoding_next(struct encoding *r) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct context_configurations next = {0};
	size_t n = most_threads(r);
	term ts_i = term_var(ts, sort_bv(bits_for(n)), intern_printf("ts!%u", r->number));
	r->current = r->number;
	for (uint32_t tid = 0; tid < n; tid++) {
		term chosen = term_equal(ts, ts_i, term_u64(ts, bits_for(n), tid));
		if (r->widening)
			uw_control(r, tid, (uint32_t)n, chosen);
		run_thread(r, tid, chosen, &next);
	}
	replace_configurations(r, &next);
}

void encoding_begin(struct encoding *r) {
	struct symex *x = r->t->x;
	term yes = term_true(x->ts);
	struct context_configurations next = {0};
	struct configuration rest = {.when = yes, .ran = NO_THREAD, .n = 1};
	struct configuration_group g = {.rest = &rest};
	struct thread_stop s = {.st = explore_begin(x), .here = yes, .enabled = yes};
	struct thread main = {.enabled = yes, .begun = yes, .ready = yes};
	struct schedule_point begins = {0, 0, 0, yes};
	s.location = location_of(x, &s.st);
	vec_push(&g.start.at, s);
	rest.thread = arena_copy(r->arena, &main, sizeof main);
	vec_push(&g.member, &rest);
	vec_push(&r->context_begin, begins);
	rest.switches = rest.preemptions = count_term(r, 0);
	r->current = 0;
	run_group(r, &g, 0, &next);
	vec_free(&g.start.at);
	vec_free(&g.member);
	replace_configurations(r, &next);
}

void encoding_free(struct encoding *r) {
	arena_close(r->arena);
	vec_free(&r->configuration);
	vec_free(&r->spawned);
	vec_free(&r->context_begin);
	vec_free(&r->context_end);
	vec_free(&r->vc_place);
	vec_free(&r->over);
}
