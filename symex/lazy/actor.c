#include "symex/lazy/actor.h"

#include "symex/explore/explore.h"
#include "util/diag.h"

uint32_t actors_most(const struct tree *t, const struct state *st) {
	switch (t->model->store) {
	case STORE_AT_ONCE: return st->nthreads;
	case STORE_BUFFERED:
	case STORE_BY_LOCATION: break;
	}
	BUG("should know the actors of --mm %s", t->model->name);
}

uint32_t actors_enabled(const struct tree *t, const struct state *st, const uint8_t *status,
                        uint32_t first, struct actor *actor) {
	uint32_t n = 0;
	if (first != NO_THREAD && status[first] == THREAD_ENABLED)
		actor[n++] = actor_thread(first);
	if (st->tid != first && status[st->tid] == THREAD_ENABLED)
		actor[n++] = actor_thread(st->tid);
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		if (tid != st->tid && tid != first && status[tid] == THREAD_ENABLED)
			actor[n++] = actor_thread(tid);
	switch (t->model->store) {
	case STORE_AT_ONCE: return n; /* nothing but threads takes a step */
	case STORE_BUFFERED:
	case STORE_BY_LOCATION: break;
	}
	BUG("should know the actors of --mm %s", t->model->name);
}

void actor_step(struct tree *t, struct actor a, struct state *st) {
	switch (a.kind) {
	case ACTOR_THREAD: explore(t->x, st); return;
	}
}

/* What a step accesses is memory, since a store is there at once: one that is buffered touches
 * nothing that others see, and the step that brings it to memory writes. */
struct footprint actor_footprint(const struct tree *t, struct actor a, size_t logged) {
	struct footprint f = {.tid = a.tid};
	switch (t->model->store) {
	case STORE_AT_ONCE:
		f.span = t->log.at.at + logged;
		f.n = t->log.at.n - logged;
		return f;
	case STORE_BUFFERED:
	case STORE_BY_LOCATION: break;
	}
	BUG("should know what a step of --mm %s accesses", t->model->name);
}
