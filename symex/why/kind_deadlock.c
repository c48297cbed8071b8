/* Kinds of deadlocks that follow from who waits for what, and who holds what, when no thread can go
 * on.  Threads are looked at by number, so the same threads are named whatever found the run. */
#include "symex/why/kind_impl.h"

static bool is_deadlock(const struct story *s) {
	return s->class == PROPERTY_DEADLOCK && s->wait.n;
}

static bool is_join(const struct story *s, const struct story_wait *w) {
	return w->event != NO_EVENT && event_at(s, w->event)->kind == STORY_JOIN;
}

/* A wait for a lock that has an owner. */
static bool is_for_lock(const struct story *s, const struct story_wait *w) {
	return w->holder != NO_THREAD && w->event != NO_EVENT &&
	       event_at(s, w->event)->kind == STORY_LOCK && !event_at(s, w->event)->is_semaphore;
}

/* The LOCK event of the holder for what is waited for; NO_EVENT: it holds no such lock. */
static uint32_t held_for(const struct story *s, const struct story_wait *w) {
	for (size_t i = 0; i < s->hold.n; i++) {
		const struct story_event *e = event_at(s, s->hold.at[i].event);
		if (s->hold.at[i].thread == w->holder && e->id == w->id && e->offset == w->offset)
			return s->hold.at[i].event;
	}
	return NO_EVENT;
}

static uint32_t wait_of(const struct story *s, uint32_t thread) {
	for (uint32_t i = 0; i < s->wait.n; i++)
		if (s->wait.at[i].thread == thread)
			return i;
	return NO_EVENT;
}

/* --- Forgotten unlock. --- */

enum { MAX_TURNED = 6 };

/* The depth of calls of the function that ought to release the lock: the one that took it, or its
 * caller, if that does nothing else. */
static uint32_t depth_of_section(const struct story *s, uint32_t lock) {
	const struct story_event *l = event_at(s, lock);
	for (uint32_t i = lock + 1; i < events_done(s); i++) {
		const struct story_event *e = event_at(s, i);
		if (e->thread == l->thread)
			return e->kind != STORY_END && e->depth < l->depth ? e->depth : l->depth;
	}
	return l->depth;
}

/* The decision after which the lock is not released, before that function is left: the first one
 * with which a run passes where it goes the other way; else the last one of the function. */
static uint32_t decision_before(const struct kind_case *k, uint32_t lock, uint32_t until) {
	const struct story *s = k->s;
	uint32_t last = event_at(s, until)->late ? events_done(s) : until, newest = NO_EVENT;
	uint32_t thread = event_at(s, lock)->thread, depth = depth_of_section(s, lock);
	unsigned tries = 0;
	bool is_left = false;
	for (uint32_t i = lock + 1; i < last; i++) {
		const struct story_event *e = event_at(s, i);
		if (e->thread != thread)
			continue;
		is_left = e->depth < depth;
		if (is_left)
			break;
		if (e->kind != STORY_BRANCH)
			continue;
		newest = e->depth == depth ? i : newest;
		if (tries++ < MAX_TURNED && kind_passes_turned(k, i))
			return i;
	}
	return is_left || !event_at(s, until)->late ? newest : NO_EVENT;
}

/* A semaphore that a thread has passed, and not posted when it ended, although a post there would
 * have helped. */
static bool forgotten_post(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (uint32_t w = 0; w < s->wait.n; w++) {
		uint32_t wait = s->wait.at[w].event;
		if (wait == NO_EVENT || event_at(s, wait)->kind != STORY_LOCK ||
		    !event_at(s, wait)->is_semaphore)
			continue;
		for (uint32_t tid = 0; tid < s->thread.n; tid++) {
			uint32_t lock = NO_EVENT;
			int taken = 0;
			for (uint32_t i = 0; i < events_done(s); i++) {
				const struct story_event *e = event_at(s, i);
				if (e->thread != tid || !e->is_semaphore || e->id != event_at(s, wait)->id ||
				    e->offset != event_at(s, wait)->offset)
					continue;
				taken += e->kind == STORY_LOCK ? 1 : -1;
				lock = e->kind == STORY_LOCK ? i : lock;
			}
			uint32_t end = s->thread.at[tid].end;
			if (taken <= 0 || end == NO_EVENT ||
			    kind_run_inserted(k, INSERT_UNLOCK, lock, end) != WHY_PASSES)
				continue;
			kind_role(f, lock);
			kind_role_as(f, end, CAUSE_EVENT_END);
			kind_role_wait(f, s, w);
			kind_role(f, decision_before(k, lock, end));
			return true;
		}
	}
	return false;
}

bool kind_forgotten_unlock(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (!is_deadlock(s))
		return false;
	for (uint32_t i = 0; i < s->wait.n; i++) {
		const struct story_wait *w = &s->wait.at[i];
		if (!is_for_lock(s, w) || w->holder >= s->thread.n)
			continue;
		bool is_own = w->holder == w->thread;
		uint32_t end = is_own ? w->event : s->thread.at[w->holder].end, lock = held_for(s, w);
		if ((!is_own && !s->thread.at[w->holder].has_ended) || end == NO_EVENT || lock == NO_EVENT)
			continue;
		/* Another thread that waits for it shows what follows; none: the owner alone does. */
		uint32_t other = is_own ? NO_EVENT : i;
		for (uint32_t n = 0; is_own && n < s->wait.n && other == NO_EVENT; n++)
			if (s->wait.at[n].thread != w->thread && is_for_lock(s, &s->wait.at[n]) &&
			    held_for(s, &s->wait.at[n]) == lock)
				other = n;
		kind_role(f, lock);
		if (is_own)
			kind_role_wait(f, s, i);
		else
			kind_role_as(f, end, CAUSE_EVENT_END);
		kind_role_wait(f, s, other);
		kind_role(f, decision_before(k, lock, end));
		return true;
	}
	return forgotten_post(k, f);
}

/* --- Circles. --- */

enum { MAX_CIRCLE = MAX_KIND_ROLES / 2 };

/* The waits of a circle that begins with this one, each for the thread of the next one; 0: it is in
 * none. */
static size_t circle(const struct story *s, uint32_t first, uint32_t *out) {
	size_t n = 0;
	for (uint32_t w = first; w != NO_EVENT && n < MAX_CIRCLE;) {
		if (s->wait.at[w].holder == NO_THREAD)
			return 0;
		out[n++] = w;
		w = wait_of(s, s->wait.at[w].holder);
		if (w == first)
			return n;
	}
	return 0;
}

bool kind_lock_order(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t c[MAX_CIRCLE];
	for (uint32_t i = 0; is_deadlock(s) && i < s->wait.n; i++) {
		size_t n = circle(s, i, c), locks = 0;
		for (size_t j = 0; j < n; j++)
			locks +=
			    is_for_lock(s, &s->wait.at[c[j]]) && held_for(s, &s->wait.at[c[j]]) != NO_EVENT;
		if (n < 2 || locks < n)
			continue;
		for (size_t j = 0; j < n; j++) {
			kind_role(f, held_for(s, &s->wait.at[c[(j + n - 1) % n]]));
			kind_role_wait(f, s, c[j]);
		}
		return true;
	}
	return false;
}

bool kind_join_under_lock(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t c[MAX_CIRCLE];
	for (uint32_t i = 0; is_deadlock(s) && i < s->wait.n; i++) {
		size_t n = is_join(s, &s->wait.at[i]) ? circle(s, i, c) : 0;
		/* In a longer circle, who needs the lock is not who is joined. */
		uint32_t before = n == 2 ? c[1] : NO_EVENT;
		if (before == NO_EVENT || !is_for_lock(s, &s->wait.at[before]))
			continue;
		uint32_t lock = held_for(s, &s->wait.at[before]);
		if (lock == NO_EVENT)
			continue;
		kind_role(f, lock);
		kind_role_wait(f, s, i);
		kind_role_wait(f, s, before);
		return true;
	}
	return false;
}
