/* Kinds about condition variables: signals that nobody, or the wrong thread, receives, and waits
 * that are not tested again.
 *
 * The predicate of a wait is what the branch around it tests: the newest read of shared memory that
 * the branch depends on. */
#include "symex/why/kind_impl.h"

static bool is_signal(const struct story_event *e, const struct story_event *wait) {
	return (e->kind == STORY_SIGNAL || e->kind == STORY_BROADCAST) && e->id == wait->id &&
	       e->offset == wait->offset;
}

/* The n-th wait for a condition variable at the end, as an index of story.wait. */
static uint32_t waiter(const struct story *s, uint32_t from) {
	for (uint32_t i = from; s->class == PROPERTY_DEADLOCK && i < s->wait.n; i++) {
		uint32_t e = s->wait.at[i].event;
		if (e != NO_EVENT && event_at(s, e)->kind == STORY_WAIT)
			return i;
	}
	return NO_EVENT;
}

/* The INPUT that chooses whether the wait ends without a signal; or NO_EVENT. */
static uint32_t choice_of(const struct story *s, uint32_t wait) {
	const struct story_event *w = event_at(s, wait);
	for (uint32_t i = wait; i-- > 0;) {
		const struct story_event *e = event_at(s, i);
		if (e->thread != w->thread)
			continue;
		if (e->function != w->function || e->pc != w->pc)
			return NO_EVENT;
		if (e->kind == STORY_INPUT && e->is_choice)
			return i;
	}
	return NO_EVENT;
}

/* Does the run pass if the wait ends once, without a signal, when all else is done?  What the
 * thread waits for is true then, and only nobody tells it. */
static bool passes_if_woken(const struct kind_case *k, uint32_t wait) {
	uint32_t choice = choice_of(k->s, wait);
	return choice != NO_EVENT && kind_passes_with(k, choice, 1);
}

/* --- Missed broadcast. --- */

/* The WAIT that a signal has ended, of another thread than this one; or NO_EVENT. */
static uint32_t woken_by(const struct story *s, uint32_t signal, uint32_t thread) {
	const struct story_event *sg = event_at(s, signal);
	for (uint32_t i = signal + 1; i < events_done(s); i++) {
		const struct story_event *e = event_at(s, i);
		if (e->kind != STORY_WOKEN || e->id != sg->id || e->offset != sg->offset ||
		    e->thread == thread || (sg->other != NO_THREAD && e->thread != sg->other))
			continue;
		if (e->partner != NO_EVENT && e->partner < signal)
			return e->partner;
	}
	/* The thread was woken, and the run ended before it went on. */
	for (uint32_t i = signal; sg->other != NO_THREAD && sg->other != thread && i-- > 0;) {
		const struct story_event *e = event_at(s, i);
		if (e->kind == STORY_WAIT && e->thread == sg->other && is_signal(sg, e))
			return i;
	}
	return NO_EVENT;
}

enum { MAX_SIGNALS = 4 };

bool kind_missed_broadcast(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t w = waiter(s, 0); w != NO_EVENT; w = waiter(s, w + 1)) {
		uint32_t wait = s->wait.at[w].event;
		unsigned tries = 0;
		for (uint32_t i = events_done(s); i-- > wait + 1 && tries < MAX_SIGNALS;) {
			const struct story_event *e = event_at(s, i);
			uint32_t other = NO_EVENT;
			if (e->kind == STORY_SIGNAL && is_signal(e, event_at(s, wait)))
				other = woken_by(s, i, s->wait.at[w].thread);
			if (other == NO_EVENT)
				continue;
			tries++;
			if (kind_run_inserted(k, INSERT_BROADCAST, i, i) != WHY_PASSES &&
			    !passes_if_woken(k, wait))
				continue;
			kind_role(f, i);
			kind_role_as(f, other, CAUSE_EVENT_WAIT);
			kind_role_wait(f, s, w);
			return true;
		}
	}
	return false;
}

/* --- Lost wake-up. --- */

/* The last write of the predicate by another thread, after it was read and before 'until'. */
static uint32_t changed(const struct story *s, uint32_t read, uint32_t until) {
	for (uint32_t i = until < events_done(s) ? until : events_done(s); i-- > read + 1;) {
		const struct story_event *e = event_at(s, i);
		if (e->kind == STORY_WRITE && e->thread != event_at(s, read)->thread &&
		    story_same_bytes(e, event_at(s, read)) && !kind_same_value(e, event_at(s, read)))
			return i;
	}
	return NO_EVENT;
}

/* The predicate that the thread has tested before it waits, and that another one has changed since;
 * else the newest that it has tested; NO_EVENT: it has tested none. */
static uint32_t predicate(const struct story *s, uint32_t wait, uint32_t *write, uint32_t until) {
	uint32_t newest = NO_EVENT;
	uint32_t b = event_at(s, wait)->control;
	*write = NO_EVENT;
	for (unsigned depth = 0; b != NO_EVENT && depth < 2; b = event_at(s, b)->control, depth++) {
		const struct story_event *e = event_at(s, b);
		for (size_t i = e->uses.n; i-- > 0;) {
			uint32_t r = e->uses.at[i];
			if (event_at(s, r)->kind != STORY_READ ||
			    event_at(s, r)->thread != event_at(s, wait)->thread)
				continue;
			newest = newest == NO_EVENT ? r : newest;
			*write = changed(s, r, until);
			if (*write != NO_EVENT)
				return r;
		}
	}
	return newest;
}

static bool lost_signal(const struct kind_case *k, uint32_t w, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t wait = s->wait.at[w].event, write = NO_EVENT;
	uint32_t test = predicate(s, wait, &write, wait);
	uint32_t read = write == NO_EVENT ? NO_EVENT : test;
	/* The last signal before the wait; with a predicate, one that came after its test. */
	for (uint32_t i = wait; i-- > 0;) {
		const struct story_event *e = event_at(s, i);
		if (!is_signal(e, event_at(s, wait)) || e->thread == s->wait.at[w].thread)
			continue;
		if (test != NO_EVENT && i < test)
			return false;
		if (!kind_is_fact(k, i, wait) && !kind_passes_in_order(k, wait, i))
			return false;
		/* The write that the signal is about is the last one before it. */
		uint32_t told = read == NO_EVENT ? NO_EVENT : changed(s, read, i);
		kind_role(f, read);
		kind_role(f, told == NO_EVENT ? write : told);
		kind_role(f, i);
		kind_role_wait(f, s, w);
		return true;
	}
	return false;
}

bool kind_lost_wakeup(const struct kind_case *k, struct kind_found *f) {
	for (uint32_t w = waiter(k->s, 0); w != NO_EVENT; w = waiter(k->s, w + 1))
		if (lost_signal(k, w, f))
			return true;
	return false;
}

/* --- No signal. --- */

/* The next event of the thread, which may be late; NO_EVENT: none. */
static uint32_t next_of(const struct story *s, uint32_t event) {
	for (uint32_t i = event + 1; i < s->event.n; i++)
		if (event_at(s, i)->thread == event_at(s, event)->thread)
			return i;
	return NO_EVENT;
}

/* Where a signal would come after the write: once the locks that are held at the write are
 * released. */
static uint32_t after_section(const struct story *s, uint32_t write) {
	uint32_t at = next_of(s, write);
	while (at != NO_EVENT && event_at(s, at)->held.n && !event_at(s, at)->late) {
		uint32_t next = next_of(s, at);
		if (next == NO_EVENT)
			break;
		at = next;
	}
	return at;
}

/* A semaphore that nobody posts any more: a post at the end of another thread, or where it waits,
 * would have helped. */
static bool no_post(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t w = 0; s->class == PROPERTY_DEADLOCK && w < s->wait.n; w++) {
		uint32_t wait = s->wait.at[w].event;
		if (wait == NO_EVENT || event_at(s, wait)->kind != STORY_LOCK ||
		    !event_at(s, wait)->is_semaphore)
			continue;
		for (uint32_t tid = 0; tid < s->thread.n; tid++) {
			uint32_t at = s->thread.at[tid].end, other = NO_EVENT;
			for (uint32_t n = 0; at == NO_EVENT && n < s->wait.n && other == NO_EVENT; n++)
				other = s->wait.at[n].thread == tid ? n : NO_EVENT;
			if (at == NO_EVENT && other != NO_EVENT)
				at = s->wait.at[other].event;
			if (tid == s->wait.at[w].thread || at == NO_EVENT ||
			    kind_run_inserted(k, INSERT_UNLOCK, wait, at) != WHY_PASSES)
				continue;
			if (other == NO_EVENT)
				kind_role(f, at);
			else
				kind_role_wait(f, s, other);
			kind_role_wait(f, s, w);
			return true;
		}
	}
	return false;
}

bool kind_no_signal(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t w = waiter(s, 0); w != NO_EVENT; w = waiter(s, w + 1)) {
		uint32_t wait = s->wait.at[w].event, write = NO_EVENT;
		uint32_t read = predicate(s, wait, &write, events_done(s));
		if (read == NO_EVENT || write == NO_EVENT)
			continue;
		bool is_signalled = false;
		for (uint32_t i = write + 1; i < events_done(s); i++)
			is_signalled |= is_signal(event_at(s, i), event_at(s, wait));
		uint32_t at = is_signalled ? NO_EVENT : after_section(s, write);
		if (at == NO_EVENT || (kind_run_inserted(k, INSERT_BROADCAST, wait, at) != WHY_PASSES &&
		                       !passes_if_woken(k, wait)))
			continue;
		kind_role(f, write);
		kind_role_wait(f, s, w);
		return true;
	}
	return no_post(k, f);
}

/* --- Wait without loop. --- */

/* What the thread does after the wait with what it had tested: the first access of it, or the
 * violation; NO_EVENT: it tests again first, or nothing of this happens. */
static uint32_t act_after(const struct story *s, uint32_t woken, uint32_t read, uint32_t branch) {
	for (uint32_t i = woken + 1; i < events_done(s); i++) {
		const struct story_event *e = event_at(s, i);
		if (e->thread != event_at(s, woken)->thread)
			continue;
		if (kind_is_same_branch(e, event_at(s, branch)))
			return NO_EVENT;
		if (e->kind == STORY_VIOLATION ||
		    kind_is_access(e, e->thread, STORY_WRITE, event_at(s, read)))
			return i;
		if (kind_is_access(e, e->thread, STORY_READ, event_at(s, read)))
			/* A read may belong to the test that follows it. */
			for (uint32_t b = i + 1; b < events_done(s); b++) {
				const struct story_event *next = event_at(s, b);
				if (next->thread != e->thread)
					continue;
				if (kind_is_same_branch(next, event_at(s, branch)))
					return NO_EVENT;
				if (next->kind != STORY_READ)
					return i;
			}
	}
	return NO_EVENT;
}

/* The wait ended without a signal, and the run passes if it does not. */
static bool ended_by_choice(const struct kind_case *k, uint32_t wait) {
	uint32_t choice = choice_of(k->s, wait);
	const struct bits *b = choice == NO_EVENT ? NULL : &event_at(k->s, choice)->bits;
	return b && b->width && b->width <= 64 && b->lo && kind_passes_with(k, choice, 0);
}

static bool matters(const struct kind_case *k, uint32_t act) {
	const struct story *s = k->s;
	uint32_t v = s->violation;
	if (v == NO_EVENT)
		return kind_in_facts(k, act);
	return v == act || event_at(s, v)->thread == event_at(s, act)->thread ||
	       story_depends(s, v, act) || kind_in_facts(k, act);
}

/* The thread goes on after the wait, and what it had read for its test is the same as before. */
static bool goes_on(const struct kind_case *k, uint32_t woken, uint32_t branch, uint32_t read,
                    struct kind_found *f) {
	const struct story *s = k->s;
	const struct story_event *e = event_at(s, woken);
	uint32_t act = act_after(s, woken, read, branch);
	if (act == NO_EVENT)
		return false;
	/* What it is by now: the same as when the thread decided to wait. */
	uint32_t now = event_at(s, act)->kind == STORY_READ ? act : kind_last_write(s, act, read);
	if (now == NO_EVENT || now < read)
		now = read; /* nobody has written it since */
	if (!kind_same_value(event_at(s, now), event_at(s, read)) ||
	    (!matters(k, act) && !ended_by_choice(k, e->partner)))
		return false;
	kind_role_as(f, e->partner, CAUSE_EVENT_WAIT);
	kind_role(f, now);
	kind_role(f, act == now && s->violation != NO_EVENT &&
	                     event_at(s, s->violation)->thread == e->thread
	                 ? s->violation
	                 : act);
	return true;
}

bool kind_wait_without_loop(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	/* The newest wait is the nearest to the violation. */
	for (uint32_t i = events_done(s); i-- > 0;) {
		const struct story_event *e = event_at(s, i);
		if (e->kind != STORY_WOKEN || e->partner == NO_EVENT)
			continue;
		uint32_t branch = event_at(s, e->partner)->control;
		if (branch == NO_EVENT || story_is_of_loop(event_at(s, branch)))
			continue;
		const struct story_event *b = event_at(s, branch);
		for (size_t n = b->uses.n; n-- > 0;) {
			uint32_t read = b->uses.at[n];
			if (event_at(s, read)->kind == STORY_READ && event_at(s, read)->thread == e->thread &&
			    read < e->partner && goes_on(k, i, branch, read, f))
				return true;
		}
	}
	return false;
}
