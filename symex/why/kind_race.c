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
