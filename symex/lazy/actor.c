#include "symex/lazy/actor.h"

#include "symex/explore/explore.h"
#include "symex/step/thread/buffer.h"

bool actors_buffer(const struct tree *t) {
	switch (t->model->store) {
	case STORE_AT_ONCE: return false;
	case STORE_BUFFERED:
	case STORE_BY_LOCATION: break;
	}
	return true;
}

uint32_t actors_most(const struct tree *t, const struct state *st) {
	uint32_t n = st->nthreads;
	for (uint32_t tid = 0; tid < st->nthreads && actors_buffer(t); tid++)
		n += pending_length(st, tid);
	return n;
}

/* The stores that may leave the buffers next. */
static uint32_t add_stores(struct tree *t, const struct state *st, struct actor *actor,
                           uint32_t n) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		for (uint32_t i = 0, all = pending_length(st, tid); i < all; i++)
			if (pending_may_leave(t->x, st, tid, i, t->model->store))
				actor[n++] = (struct actor){ACTOR_BUFFER, tid, i};
	return n;
}

uint32_t actors_enabled(struct tree *t, const struct state *st, const uint8_t *status,
                        uint32_t first, uint32_t end_new, struct actor *actor) {
	uint32_t n = 0;
	if (first != NO_THREAD && status[first] == THREAD_ENABLED)
		actor[n++] = actor_thread(first);
	if (st->tid != first && status[st->tid] == THREAD_ENABLED)
		actor[n++] = actor_thread(st->tid);
	uint32_t end = end_new < st->nthreads ? end_new : st->nthreads;
	for (uint32_t tid = 0; tid < end; tid++)
		if (tid != st->tid && tid != first && status[tid] == THREAD_ENABLED)
			actor[n++] = actor_thread(tid);
	for (uint32_t tid = end; state_next_begun(st, tid, &tid); tid++)
		if (tid != st->tid && tid != first && status[tid] == THREAD_ENABLED)
			actor[n++] = actor_thread(tid);
	return actors_buffer(t) ? add_stores(t, st, actor, n) : n;
}

void actor_step(struct tree *t, struct actor a, struct state *st) {
	switch (a.kind) {
	case ACTOR_THREAD: explore(t->x, st); return;
	case ACTOR_BUFFER: break;
	}
	buffer_flush(t->x, st, a.tid, a.position);
	explore_stop(t->x, st);
}

/* A store that waits in a buffer is not in the log (memory.is_own): its step touches nothing that
 * others see, and the step that brings it to memory writes. */
struct footprint actor_footprint(const struct tree *t, struct actor a, size_t logged) {
	return (struct footprint){
	    .tid = actor_number(a), .span = t->log.at.at + logged, .n = t->log.at.n - logged};
}
