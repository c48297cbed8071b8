/* Worlds: copies, joins, and which of them are alike. */
#include <string.h>

#include "symex/tree/place.h"
#include "symex/tree/schedule.h"

void world_free(struct world *w) {
	for (size_t i = 0; i < w->thread.n; i++)
		vec_free(&w->thread.at[i].stops.at);
	vec_free(&w->thread);
}

struct world world_copy(struct symex *x, const struct world *from) {
	struct world w = *from;
	pmap_snapshot(&x->pool);
	memset(&w.thread, 0, sizeof w.thread);
	for (size_t i = 0; i < from->thread.n; i++) {
		struct thread th = from->thread.at[i];
		memset(&th.stops, 0, sizeof th.stops);
		for (size_t k = 0; k < from->thread.at[i].stops.at.n; k++)
			vec_push(&th.stops.at, from->thread.at[i].stops.at.at[k]);
		vec_push(&w.thread, th);
	}
	return w;
}

static void join_thread(struct symex *x, struct thread *into, const struct thread *other,
                        term theirs) {
	struct terms *ts = x->ts;
	term mine = term_not(ts, theirs), no = term_false(ts);
	for (size_t i = 0; i < into->stops.at.n; i++) {
		struct stop *s = &into->stops.at.at[i];
		const struct stop *o = stops_find(&other->stops, s->place);
		s->here = term_ite(ts, theirs, o ? o->here : no, s->here);
		if (!o)
			continue;
		state_join_own(x, &s->st, &o->st, mine);
		s->can_go = term_ite(ts, theirs, o->can_go, s->can_go);
		s->awake |= o->awake;
	}
	for (size_t i = 0; i < other->stops.at.n; i++) {
		struct stop s = other->stops.at.at[i];
		if (stops_find(&into->stops, s.place))
			continue;
		s.here = term_and(ts, theirs, s.here);
		vec_push(&into->stops.at, s);
	}
}

void world_join(struct recording *r, struct world *into, const struct world *other, bool memory) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct thread none = {0};
	while (into->thread.n < other->thread.n)
		vec_push(&into->thread, none);
	for (size_t i = 0; i < into->thread.n; i++)
		join_thread(x, &into->thread.at[i], i < other->thread.n ? &other->thread.at[i] : &none,
		            other->when);
	if (memory)
		state_join_shared(x, &into->shared, &other->shared, term_not(ts, other->when));
	into->spent = term_ite(ts, other->when, other->spent, into->spent);
	into->preempted = term_ite(ts, other->when, other->preempted, into->preempted);
	into->when = term_or(ts, into->when, other->when);
	if (into->ran != other->ran)
		into->ran = NO_THREAD;
}

uint32_t world_key(struct recording *r, const struct world *w, uint32_t except) {
	uint32_t key = 0;
	for (uint32_t tid = 0; tid < w->thread.n; tid++) {
		const struct stops *at = &w->thread.at[tid].stops;
		for (size_t i = 0; i < at->at.n && tid != except; i++)
			key = place_list(r->t->x, key, tid, at->at.at[i].place);
	}
	return key;
}

struct state world_view(const struct state *shared, const struct stop *s, uint32_t tid) {
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
