#include "symex/replay/logged.h"

#include "symex/observer.h"
#include "symex/replay/store_buffer.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"

static struct event_log *log_of(const struct symex *x) {
	struct replay *r = x->self;
	return &r->log;
}

bool logged_is_on(const struct symex *x) {
	const struct replay *r = x->self;
	return r->logs && !x->observation.depth && !(x->naming && x->naming->peeks);
}

void logged_instruction(struct symex *x, const struct state *st) {
	if (st->frame && logged_is_on(x))
		event_log_instruction(log_of(x), x, st);
}

void logged_fence(struct symex *x, struct state *st, enum mem_order order) {
	if (logged_is_on(x))
		event_log_fence(log_of(x), x, st, order);
}

void logged_synchronise(struct symex *x, struct state *st, term word, bool acquires) {
	if (logged_is_on(x))
		event_log_synchronise(log_of(x), x, st, word, acquires);
}

void logged_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	if (logged_is_on(x))
		event_log_create(log_of(x), x, creator, thread->tid);
	thread_put(x, creator, thread);
}

bool logged_wait(struct symex *x, struct state *st, const struct ins *i, term condition) {
	bool goes_on = step_assume_wait(x, st, i, condition);
	uint32_t other = i->sync == SYNC_JOIN && goes_on ? wait_holder(x, st) : NO_THREAD;
	if (other != NO_THREAD && logged_is_on(x))
		event_log_join(log_of(x), x, st, other);
	return goes_on;
}

/* --- Store buffers. --- */

term logged_load(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	term value = store_buffer_read(x, st, a, is_pointer);
	if (logged_is_on(x) && st->frame)
		event_log_read(log_of(x), x, st, a, value, NULL, 0);
	return value;
}

/* It is in the buffer of the log before it may leave that of the state. */
bool logged_store(struct symex *x, struct state *st, const struct access *a, term value) {
	if (!logged_is_on(x) || !st->frame)
		return store_buffer_write(x, st, a, value);
	event_log_store(log_of(x), x, st, a, value);
	bool waits = store_buffer_write(x, st, a, value);
	if (!waits)
		event_log_at_once(log_of(x), st->tid);
	return waits;
}

void logged_flush(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	const struct replay *r = x->self;
	(void)st;
	if (r->logs)
		event_log_flush(log_of(x), tid, position);
}

void logged_buffer_fence(struct symex *x, struct state *st, enum mem_order order) {
	buffer_fence(x, st, order);
	logged_fence(x, st, order);
}
