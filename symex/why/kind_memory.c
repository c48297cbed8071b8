/* Kinds about the lifetime of memory. */
#include "symex/why/kind_impl.h"

/* The two threads have tested the same before they freed, and found the same. */
static bool both_tested(const struct story *s, uint32_t a, uint32_t b, uint32_t *ra, uint32_t *rb) {
	for (uint32_t i = event_at(s, a)->control; i != NO_EVENT; i = event_at(s, i)->control) {
		const struct story_event *e = event_at(s, i);
		for (size_t j = e->uses.n; j-- > 0;) {
			*ra = e->uses.at[j];
			if (event_at(s, *ra)->kind != STORY_READ ||
			    event_at(s, *ra)->thread != event_at(s, a)->thread)
				continue;
			*rb = kind_tested(s, b, *ra, b);
			if (*rb != NO_EVENT && kind_same_value(event_at(s, *ra), event_at(s, *rb)))
				return true;
		}
	}
	*ra = *rb = NO_EVENT;
	return false;
}

bool kind_double_free(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (s->class != PROPERTY_DOUBLE_FREE || s->freed == NO_EVENT || s->violation == NO_EVENT)
		return false;
	uint32_t mine = NO_EVENT, others = NO_EVENT;
	if (event_at(s, s->violation)->thread != event_at(s, s->freed)->thread)
		both_tested(s, s->violation, s->freed, &mine, &others);
	kind_role(f, others);
	kind_role(f, mine);
	kind_role_as(f, s->freed, CAUSE_EVENT_FREE);
	kind_role_as(f, s->violation, CAUSE_EVENT_FREE);
	return true;
}

bool kind_use_after_free(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (s->class == PROPERTY_DOUBLE_FREE || s->class == PROPERTY_LEAK || s->freed == NO_EVENT ||
	    s->violation == NO_EVENT)
		return false;
	uint32_t test = NO_EVENT;
	if (event_at(s, s->violation)->thread != event_at(s, s->freed)->thread)
		test = kind_tested(s, s->violation, NO_EVENT, s->freed);
	kind_role(f, s->freed);
	kind_role(f, test);
	kind_role(f, s->violation);
	kind_role(f, event_at(s, s->freed)->partner);
	return true;
}

bool kind_leak(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (s->class != PROPERTY_LEAK || !s->bad_object)
		return false;
	for (uint32_t i = 0; i < events_done(s); i++)
		if (event_at(s, i)->kind == STORY_ALLOC && event_at(s, i)->id == s->bad_object) {
			kind_role(f, i);
			kind_role(f, NO_EVENT); /* the counterexample has it (result/cause_cex.h) */
			return true;
		}
	return false;
}
