#include "symex/replay/store_buffer.h"

#include "symex/config.h"
#include "symex/core/location.h"
#include "symex/observer.h"
#include "symex/step/thread/buffer.h"

static const struct plan *plan_of(const struct symex *x) {
	const struct replay *r = x->self;
	return &r->plan;
}

static bool may_leave(struct symex *x, const struct state *st, uint32_t tid, uint32_t position) {
	return pending_may_leave(x, st, tid, position, model_or_sc(x->config->schedules.model)->store);
}

static void leave(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	buffer_flush(x, st, tid, position);
}

static bool is_at(const struct symex *x, const struct pending *p, uint32_t location,
                  uint64_t offset) {
	uint64_t at;
	return p->location == location && term_get_u64(x->ts, p->offset, &at) && at == offset;
}

/* Does the plan say when the store leaves? */
static bool is_planned(const struct symex *x, const struct pending *p) {
	const struct plan *plan = plan_of(x);
	for (size_t i = 0; i < plan->store.n; i++)
		if (is_at(x, p, plan->store.at[i].location, plan->store.at[i].offset))
			return true;
	return false;
}

/* Those that the plan does not mention. */
static void leave_by_themselves(struct symex *x, struct state *st, uint32_t tid) {
	for (uint32_t i = 0; i < pending_length(st, tid);)
		if (is_planned(x, pending_at(st, tid, i)) || !may_leave(x, st, tid, i)) {
			i++;
		} else {
			leave(x, st, tid, i);
			i = 0;
		}
}

void store_buffer_step(struct symex *x, struct state *st) {
	if (!st->frame || !naming_by_location(x))
		return;
	x->current.location = location_of(x, st);
	while (buffer_drains(st) && pending_length(st, st->tid))
		leave(x, st, st->tid, 0);
}

bool store_buffer_waits(struct symex *x, const struct state *st) {
	if (!st->frame || !naming_by_location(x) || !buffer_drains(st))
		return false;
	for (uint32_t i = 0; i < pending_length(st, st->tid); i++)
		if (is_planned(x, pending_at(st, st->tid, i)))
			return true;
	return false;
}

bool store_buffer_write(struct symex *x, struct state *st, const struct access *a, term value) {
	bool by_location = naming_by_location(x);
	if (!buffer_write(x, st, a, value))
		return false;
	if (!by_location || is_planned(x, pending_of(st, st->tid)))
		observe(x, buffer, st, pending_of(st, st->tid));
	if (by_location)
		leave_by_themselves(x, st, st->tid);
	return true;
}

term store_buffer_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	term value = buffer_read(x, st, a, is_pointer);
	if (value.ix && !x->observation.depth)
		observe(x, forward, st, a);
	return value;
}

void store_buffer_end(struct symex *x, struct state *st) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		while (pending_length(st, tid))
			leave(x, st, tid, 0);
}

bool store_buffer_flush(struct symex *x, struct state *st, uint32_t tid,
                        const struct plan_step *s) {
	uint32_t n = pending_length(st, tid), position = s->position;
	if (!naming_by_location(x)) {
		if (position >= n || !may_leave(x, st, tid, position))
			return false;
		leave(x, st, tid, position);
		return true;
	}
	position = 0;
	while (position < n && !is_at(x, pending_at(st, tid, position), s->until, s->offset))
		position++;
	if (position == n) /* it has left already */
		return true;
	while (!may_leave(x, st, tid, position)) {
		leave(x, st, tid, 0);
		position--;
	}
	leave(x, st, tid, position);
	leave_by_themselves(x, st, tid);
	return true;
}
