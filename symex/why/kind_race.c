/* Kinds about the locks that are held at two accesses. */
#include "symex/why/kind_impl.h"

static bool is_same_lock(const struct story_event *a, const struct story_event *b) {
	return a->id == b->id && a->offset == b->offset;
}

/* A lock that is held at both; its LOCK events.  false: there is none. */
static bool common_lock(const struct story *s, const struct story_event *a,
                        const struct story_event *b, const struct story_event **at_a,
                        const struct story_event **at_b) {
	for (size_t i = 0; i < a->held.n; i++)
		for (size_t j = 0; j < b->held.n; j++) {
			*at_a = event_at(s, a->held.at[i]);
			*at_b = event_at(s, b->held.at[j]);
			if (is_same_lock(*at_a, *at_b))
				return true;
		}
	return false;
}

/* A write under a lock that others may hold for reading at the same time. */
static bool writes_under_read_lock(const struct story *s, const struct story_event *a,
                                   const struct story_event *b) {
	const struct story_event *la, *lb;
	return a->kind == STORY_WRITE && common_lock(s, a, b, &la, &lb) && la->is_read_lock;
}

enum cause_kind kind_locks_of(const struct story *s, uint32_t first, uint32_t second) {
	const struct story_event *a = event_at(s, first), *b = event_at(s, second), *la, *lb;
	if (writes_under_read_lock(s, a, b) || writes_under_read_lock(s, b, a))
		return CAUSE_READ_LOCK;
	if (a->held.n && b->held.n && !common_lock(s, a, b, &la, &lb))
		return CAUSE_WRONG_LOCK;
	return CAUSE_ORDER;
}

static bool is_race(const struct story *s) {
	return s->class == PROPERTY_RACE && s->raced[0] != NO_EVENT && s->raced[1] != NO_EVENT;
}

/* The two accesses, in the order in which they are known or the other way round. */
static void tell(const struct story *s, struct kind_found *f, bool turned) {
	kind_role(f, s->raced[turned ? 1 : 0]);
	kind_role(f, s->raced[turned ? 0 : 1]);
}

static bool is_later(const struct story *s) {
	return event_at(s, s->raced[0])->thread > event_at(s, s->raced[1])->thread;
}

bool kind_library_state(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (unsigned i = 0; i < 2; i++)
		if (!is_race(s) || !event_at(s, s->raced[i])->in_library ||
		    !event_at(s, s->raced[i])->callee)
			return false;
	tell(s, f, is_later(s));
	f->role[0].as = f->role[1].as = CAUSE_EVENT_CALL;
	return true;
}

bool kind_read_lock(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (!is_race(s) || kind_locks_of(s, s->raced[0], s->raced[1]) != CAUSE_READ_LOCK)
		return false;
	const struct story_event *a = event_at(s, s->raced[0]), *b = event_at(s, s->raced[1]);
	bool first = writes_under_read_lock(s, a, b), second = writes_under_read_lock(s, b, a);
	tell(s, f, first && second ? is_later(s) : second);
	return true;
}

bool kind_wrong_lock(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (!is_race(s) || kind_locks_of(s, s->raced[0], s->raced[1]) != CAUSE_WRONG_LOCK)
		return false;
	tell(s, f, is_later(s));
	return true;
}

bool kind_no_lock(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (!is_race(s))
		return false;
	bool first = !event_at(s, s->raced[0])->held.n, second = !event_at(s, s->raced[1])->held.n;
	if (!first && !second)
		return false;
	tell(s, f, first && second ? is_later(s) : second);
	return true;
}

/* --- Outside races: an access that comes between two of another thread. --- */

/* A lock, not for reading only, that the thread holds from 'from' to 'to', and not at 'at'. */
static uint32_t lock_around(const struct story *s, uint32_t from, uint32_t to, uint32_t at) {
	const struct story_event *e = event_at(s, from), *end = event_at(s, to);
	for (size_t i = 0; i < e->held.n; i++)
		for (size_t j = 0; j < end->held.n; j++)
			if (e->held.at[i] == end->held.at[j] && !event_at(s, e->held.at[i])->is_read_lock &&
			    !event_at(s, e->held.at[i])->is_semaphore && !story_holds(s, at, e->held.at[i]))
				return e->held.at[i];
	return NO_EVENT;
}

/* Is the lock that of the bytes: do all other functions hold it there while there are several
 * threads? */
static bool is_lock_of(const struct story *s, uint32_t lock, uint32_t access) {
	uint32_t from = NO_EVENT, to = events_done(s);
	for (uint32_t i = 0; i < events_done(s); i++) {
		if (event_at(s, i)->kind == STORY_CREATE && from == NO_EVENT)
			from = i;
		if (event_at(s, i)->kind == STORY_JOIN)
			to = i;
	}
	for (uint32_t i = from; i < to; i++) {
		const struct story_event *e = event_at(s, i);
		if ((e->kind == STORY_READ || e->kind == STORY_WRITE) &&
		    e->function != event_at(s, access)->function &&
		    story_same_bytes(e, event_at(s, access)) && !story_holds(s, i, lock))
			return false;
	}
	return from != NO_EVENT;
}

static bool is_data_order(const struct kind_case *k, const struct kind_fact *f) {
	const struct story_event *a, *b;
	if (f->type != FACT_ORDER)
		return false;
	a = event_at(k->s, f->first);
	b = event_at(k->s, f->second);
	return (a->kind == STORY_READ || a->kind == STORY_WRITE) &&
	       (b->kind == STORY_READ || b->kind == STORY_WRITE);
}

static bool tell_between(const struct story *s, struct kind_found *f, uint32_t access,
                         const uint32_t role[3]) {
	for (unsigned i = 0; i < 3; i++)
		kind_role(f, role[i]);
	f->kind = event_at(s, access)->held.n ? CAUSE_WRONG_LOCK : CAUSE_NO_LOCK;
	return true;
}

/* The failure takes both orders, U's before T's and T's before U's: T comes between.  With the lock
 * that one of them holds all the time, and the other does not, this cannot happen. */
static bool comes_between(const struct story *s, const struct kind_fact *p,
                          const struct kind_fact *q, struct kind_found *f) {
	const uint32_t outer[2] = {p->first, q->second}, inner[2] = {p->second, q->first};
	for (unsigned i = 0; i < 2; i++) {
		uint32_t lock = lock_around(s, outer[0], outer[1], inner[i]);
		if (lock != NO_EVENT && is_lock_of(s, lock, inner[i]))
			return tell_between(s, f, inner[i], (uint32_t[]){outer[0], inner[i], outer[1]});
	}
	for (unsigned i = 2; i-- > 0;) {
		uint32_t lock = lock_around(s, inner[0], inner[1], outer[i]);
		if (lock != NO_EVENT && is_lock_of(s, lock, outer[i]))
			return tell_between(s, f, outer[i], (uint32_t[]){outer[0], inner[i], outer[1]});
	}
	return false;
}

bool kind_between(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	for (size_t i = 0; i < k->nfacts; i++)
		for (size_t j = 0; j < k->nfacts; j++) {
			const struct kind_fact *p = &k->fact[i], *q = &k->fact[j];
			if (i == j || !is_data_order(k, p) || !is_data_order(k, q) ||
			    event_at(s, p->first)->thread != event_at(s, q->second)->thread ||
			    event_at(s, p->second)->thread != event_at(s, q->first)->thread ||
			    p->first >= q->second || p->second > q->first)
				continue;
			if (comes_between(s, p, q, f))
				return true;
		}
	return false;
}
