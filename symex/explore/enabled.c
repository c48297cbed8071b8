#include "symex/explore/enabled.h"

#include <string.h>

#include "symex/config.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/access.h"
#include "symex/step/wait.h"

static enum status decided(const struct symex *x, const struct enabled_query *q, term condition,
                           bool *known) {
	struct terms *ts = x->ts;
	*known = true;
	if (term_is_const(ts, condition))
		return term_is_true(ts, condition) ? THREAD_ENABLED : THREAD_DISABLED;
	term opposite = term_not(ts, condition);
	for (size_t i = q->n; i-- > 0;) {
		if (term_eq(q->decided[i], condition))
			return THREAD_ENABLED;
		if (term_eq(q->decided[i], opposite))
			return THREAD_DISABLED;
	}
	*known = false;
	return THREAD_DISABLED;
}

term enabled_status(struct symex *x, struct state *st, const struct enabled_query *q,
                    uint8_t *status) {
	size_t first = x->log ? x->log->at.n : 0;
	if (x->log)
		x->log->first = first;
	memset(status, THREAD_ENABLED, st->nthreads);
	for (uint32_t tid = 0; state_next_begun(st, tid, &tid); tid++) {
		struct state view = thread_view(st, tid);
		status[tid] = view.frame ? THREAD_ENABLED : THREAD_ENDED;
		if (view.frame && view.cut)
			status[tid] = THREAD_CUT;
		if (view.frame && !view.cut && buffer_waits(&view, x->config->schedules.buffer_bound))
			status[tid] = THREAD_DRAINS;
		if (status[tid] != THREAD_ENABLED || !wait_ins(&view))
			continue;
		term c = wait_condition(x, &view);
		bool known;
		status[tid] = (uint8_t)decided(x, q, c, &known);
		if (!known)
			return c;
		if (status[tid] == THREAD_DISABLED && q->disabled)
			q->disabled(q->data, &view, first);
		if (x->log)
			x->log->at.n = first;
	}
	return NO_TERM;
}

static bool has_begun(const struct state *st, uint32_t tid) {
	if (tid != st->tid && !pmap_get(&st->begun, tid + 1))
		return false;
	const struct parked *p = tid == st->tid ? NULL : state_parked(st, tid);
	return !tid || !p || p->frame->up || p->pc;
}

bool enabled_has_choice(const struct state *st, const uint8_t *status, uint32_t tid) {
	if (!has_begun(st, tid)) {
		for (uint32_t other = 0; other < st->nthreads; other++)
			if (other != tid && status[other] == THREAD_ENABLED)
				return true;
		return false;
	}
	for (uint32_t other = 0; state_next_begun(st, other, &other); other++)
		if (other != tid && status[other] == THREAD_ENABLED && has_begun(st, other))
			return true;
	return false;
}

/* Is 'tid' in a cycle of threads that wait for each other? */
static bool is_in_cycle(struct symex *x, struct state *st, const uint8_t *status, uint32_t tid) {
	uint32_t at = tid;
	for (uint32_t i = 0; i < st->nthreads; i++) {
		if (status[at] != THREAD_DISABLED)
			return false;
		struct state view = thread_view(st, at);
		const struct ins *wait = wait_ins(&view);
		at = wait && wait_has_one_ender(x, wait) ? wait_holder(x, &view) : NO_THREAD;
		if (at == NO_THREAD)
			return false;
		if (at == tid)
			return true;
	}
	return false;
}

static void report(struct symex *x, struct state *st, uint32_t tid) {
	struct state there;
	state_fork(x, st, &there);
	thread_switch(x, &there, tid);
	step_check(x, &there, wait_property(x, &there), wait_excused(x, &there));
}

/* The thread to report: the first one in a cycle, or else the first that waits.  A thread that a
 * bound has cut could continue, and a signal from outside may end a wait: then only a cycle is a
 * deadlock. */
static uint32_t deadlocked_thread(struct symex *x, struct state *st, const uint8_t *status) {
	uint32_t waiting = NO_THREAD;
	bool may_continue = false;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		bool waits = status[tid] == THREAD_DISABLED && !wait_is_sender(&view);
		if (is_in_cycle(x, st, status, tid))
			return tid;
		if (waits && waiting == NO_THREAD)
			waiting = tid;
		may_continue |= status[tid] == THREAD_CUT || (waits && wait_is_for_signal(x, &view));
	}
	return may_continue ? NO_THREAD : waiting;
}

void enabled_cycle(struct symex *x, struct state *st, const uint8_t *status) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		if (is_in_cycle(x, st, status, tid)) {
			report(x, st, tid);
			return;
		}
}

bool enabled_deadlock(struct symex *x, struct state *st, const uint8_t *status) {
	bool none_enabled = true;
	for (uint32_t tid = 0; tid < st->nthreads && none_enabled; tid++)
		none_enabled = status[tid] != THREAD_ENABLED;
	none_enabled &= !pending_any(st);
	if (!x->config->schedules.deadlock_check)
		return none_enabled;
	if (none_enabled && x->engine->calls.may_wait && x->engine->calls.may_wait(x, st))
		return true;
	uint32_t deadlocked = none_enabled ? deadlocked_thread(x, st, status) : NO_THREAD;
	if (deadlocked != NO_THREAD)
		report(x, st, deadlocked);
	else if (!none_enabled && status[st->tid] == THREAD_DISABLED &&
	         is_in_cycle(x, st, status, st->tid))
		report(x, st, st->tid);
	return none_enabled;
}
