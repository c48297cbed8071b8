/* Who can go on, and who waits for whom. */
#include <string.h>

#include "report/result.h"
#include "symex/core/memory.h"
#include "symex/step/step.h"
#include "symex/step/thread.h"
#include "symex/lazy/node.h"
#include "symex/step/wait.h"

static enum status decided(const struct tree *t, term condition, bool *known) {
	struct terms *ts = t->x->ts;
	*known = true;
	if (term_is_const(ts, condition))
		return term_is_true(ts, condition) ? THREAD_ENABLED : THREAD_DISABLED;
	term opposite = term_not(ts, condition);
	for (size_t i = t->decided.n; i-- > 0;) {
		if (term_eq(t->decided.at[i], condition))
			return THREAD_ENABLED;
		if (term_eq(t->decided.at[i], opposite))
			return THREAD_DISABLED;
	}
	*known = false;
	return THREAD_DISABLED;
}

/* What a thread that waits looks at, as if it held what it waits for. */
static uint32_t wait_summary(struct tree *t, struct state *view, size_t touched) {
	const struct ins *wait = wait_ins(view);
	uint32_t holder = wait_holder(t->x, view);
	struct footprint f = {.tid = view->tid,
	                      .kind = TOUCH_WAIT,
	                      .touch = t->stepping.touched.at + touched,
	                      .n = t->stepping.touched.n - touched};
	/* Signals interrupt it although it does not hold that. */
	bool alone = !t->x->prog->interrupt.function;
	term also = t->lawless || !alone ? NO_TERM : wait_object(t->x, view);
	if (alone && wait->text && !strcmp(wait->text, "join") && holder != NO_THREAD && holder) {
		f.kind = TOUCH_JOIN;
		also = ((const struct created *)(uintptr_t)pmap_get(&view->created, holder))->data;
	}
	f.locks = node_locks(t, view, also);
	return summary_of(t->summaries, &f);
}

term node_status(struct tree *t, struct state *st, uint8_t *status, uint32_t *summary) {
	struct symex *x = t->x;
	size_t touched = t->stepping.first_touch = t->stepping.touched.n;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		status[tid] = view.frame ? THREAD_ENABLED : THREAD_ENDED;
		if (view.frame && view.cut)
			status[tid] = THREAD_CUT;
		if (!view.frame || view.cut || !wait_ins(&view))
			continue;
		term c = wait_condition(x, &view);
		bool known;
		status[tid] = decided(t, c, &known);
		if (!known)
			return c;
		if (status[tid] == THREAD_DISABLED && t->summaries)
			*summary = summary_union(t->summaries, *summary, wait_summary(t, &view, touched));
		t->stepping.touched.n = touched;
	}
	return NO_TERM;
}

static bool has_begun(const struct state *st, uint32_t tid) {
	const struct parked *p = tid == st->tid ? NULL : thread_parked(st, tid);
	return !tid || !p || p->frame->up || p->pc;
}

bool node_has_choice(const struct state *st, const uint8_t *status, uint32_t tid) {
	bool begun = has_begun(st, tid);
	for (uint32_t other = 0; other < st->nthreads; other++)
		if (other != tid && status[other] == THREAD_ENABLED && (!begun || has_begun(st, other)))
			return true;
	return false;
}

bool node_circle(struct tree *t, struct state *st, const uint8_t *status, uint32_t tid) {
	uint32_t at = tid;
	for (uint32_t i = 0; i < st->nthreads; i++) {
		if (status[at] != THREAD_DISABLED)
			return false;
		struct state view = thread_view(st, at);
		at = wait_holder(t->x, &view);
		if (at == NO_THREAD)
			return false;
		if (at == tid)
			return true;
	}
	return false;
}

static void report(struct tree *t, struct state *st, uint32_t tid) {
	struct state there;
	state_fork(t->x, st, &there);
	thread_switch(t->x, &there, tid);
	step_check(t->x, &there, wait_property(t->x, &there), wait_excused(t->x, &there));
}

/* The first thread of a circle says more than the first that waits.  A thread that a bound has cut
 * would go on, and who waits for a signal may get one from outside: then only a circle is a
 * deadlock. */
static uint32_t to_blame(struct tree *t, struct state *st, const uint8_t *status) {
	uint32_t waiting = NO_THREAD;
	bool excused = false;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		bool waits = status[tid] == THREAD_DISABLED && !wait_is_sender(&view);
		if (node_circle(t, st, status, tid))
			return tid;
		if (waits && waiting == NO_THREAD)
			waiting = tid;
		excused |= status[tid] == THREAD_CUT || (waits && wait_is_for_signal(t->x, &view));
	}
	return excused ? NO_THREAD : waiting;
}

bool node_deadlock(struct tree *t, struct state *st, const uint8_t *status) {
	bool stuck = true;
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		stuck &= status[tid] != THREAD_ENABLED;
	if (!t->config->deadlock_check)
		return stuck;
	uint32_t blamed = stuck ? to_blame(t, st, status) : NO_THREAD;
	if (blamed != NO_THREAD)
		report(t, st, blamed);
	else if (!stuck && status[st->tid] == THREAD_DISABLED && node_circle(t, st, status, st->tid))
		report(t, st, st->tid);
	return stuck;
}
