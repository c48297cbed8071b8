/* Configurations: copies, joins, and keys for those that agree on locations. */
#include <string.h>

#include "symex/core/location.h"
#include "symex/core/values.h"
#include "symex/memory/merge.h"
#include "symex/schedule/schedule.h"

struct configuration configuration_copy(struct encoding *r, const struct configuration *from) {
	struct configuration w = *from;
	pmap_snapshot(&r->t->x->pool);
	if (w.n)
		w.thread = arena_copy(r->arena, from->thread, from->n * sizeof *from->thread);
	return w;
}

void configuration_put(struct encoding *r, struct thread *th, const struct thread_stop *stop,
                       size_t n) {
	th->stop = n ? arena_copy(r->arena, stop, n * sizeof *stop) : NULL;
	th->n = (uint32_t)n;
}

const struct thread_stop *configuration_find(const struct thread *th, uint32_t location) {
	for (uint32_t i = 0; i < th->n; i++)
		if (th->stop[i].location == location)
			return &th->stop[i];
	return NULL;
}

struct thread_stop *configuration_own(struct encoding *r, struct thread *th, bool *owned) {
	if (!*owned)
		configuration_put(r, th, th->stop, th->n);
	*owned = true;
	return (struct thread_stop *)th->stop;
}

void configuration_grow(struct encoding *r, struct configuration *w, uint32_t n) {
	if (n <= w->n)
		return;
	struct thread *more = arena_array(r->arena, struct thread, n);
	if (w->n)
		memcpy(more, w->thread, w->n * sizeof *more);
	w->thread = more;
	w->n = n;
}

static void join_thread(struct encoding *r, struct thread *into, const struct thread *other,
                        term theirs) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	term mine = term_not(ts, theirs), no = term_false(ts);
	struct stops all = {0};
	if (into->stop == other->stop && into->n == other->n)
		return;
	for (uint32_t i = 0; i < into->n; i++) {
		struct thread_stop s = into->stop[i];
		const struct thread_stop *o = configuration_find(other, s.location);
		s.here = term_ite(ts, theirs, o ? o->here : no, s.here);
		if (o) {
			state_join_own(x, &s.st, &o->st, mine);
			s.enabled = term_ite(ts, theirs, o->enabled, s.enabled);
			s.in_sleep_set &= o->in_sleep_set;
		}
		vec_push(&all.at, s);
	}
	for (uint32_t i = 0; i < other->n; i++) {
		struct thread_stop s = other->stop[i];
		if (configuration_find(into, s.location))
			continue;
		s.here = term_and(ts, theirs, s.here);
		vec_push(&all.at, s);
	}
	configuration_put(r, into, all.at.at, all.at.n);
	vec_free(&all.at);
}

void configuration_join(struct encoding *r, struct configuration *into,
                        const struct configuration *other, bool memory) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct thread none = {0};
	configuration_grow(r, into, other->n);
	for (uint32_t i = 0; i < into->n; i++)
		join_thread(r, &into->thread[i], i < other->n ? &other->thread[i] : &none, other->when);
	if (memory)
		state_join_shared(x, &into->shared, &other->shared, term_not(ts, other->when));
	into->switches = values_ite(x, other->when, other->switches, into->switches);
	into->preemptions = values_ite(x, other->when, other->preemptions, into->preemptions);
	into->when = term_or(ts, into->when, other->when);
}

uint32_t configuration_key(struct encoding *r, const struct configuration *w, uint32_t except) {
	uint32_t key = 0;
	for (uint32_t tid = 0; tid < w->n; tid++)
		for (uint32_t i = 0; i < w->thread[tid].n && tid != except; i++)
			key = location_list(r->t->x, key, tid, w->thread[tid].stop[i].location);
	return key;
}

struct state configuration_view(const struct state *shared, const struct thread_stop *s,
                                uint32_t tid) {
	struct state view = s->st;
	view.tid = tid;
	view.mem = shared->mem;
	view.ended = shared->ended;
	view.created = shared->created;
	view.nthreads = shared->nthreads;
	view.nlive = shared->nlive;
	view.guard = NULL;
	return view;
}
