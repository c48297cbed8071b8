#include "symex/why/point.h"

enum { RANDOM_TRIES = 24 };

/* Does a run that begins with R's first steps pass? */
static bool can_end_well(struct why *w, uint32_t prefix) {
	struct arena *a = arena_open();
	struct guided_run r = {.outcome = WHY_NEITHER};
	uint32_t n = (uint32_t)w->story->thread.n;
	for (uint32_t i = 0; i < 4 * n && i < 12 && r.outcome != WHY_PASSES && !why_is_over(w); i++) {
		struct guided_plan plan = {.prefix = prefix,
		                           .hold = NO_THREAD,
		                           .turns = i & 1 ? GUIDED_EAGER : GUIDED_IN_TURN,
		                           .downwards = i & 2,
		                           .first = i / 4};
		guided_execute(w, &plan, a, &r);
	}
	for (uint32_t i = 0; i < RANDOM_TRIES && r.outcome != WHY_PASSES && !why_is_over(w); i++) {
		struct guided_plan plan = {
		    .prefix = prefix, .hold = NO_THREAD, .turns = GUIDED_RANDOM, .seed = i + 1};
		guided_execute(w, &plan, a, &r);
	}
	arena_close(a);
	return r.outcome == WHY_PASSES;
}

/* What the step did that says most. */
static unsigned weight(const struct story_event *e) {
	switch (e->kind) {
	case STORY_SIGNAL:
	case STORY_BROADCAST:
	case STORY_WAIT: return 5;
	case STORY_LOCK:
	case STORY_END: return 4;
	case STORY_WRITE:
	case STORY_FREE: return 3;
	case STORY_READ:
	case STORY_UNLOCK: return 2;
	default: return 1;
	}
}

uint32_t point_find(struct why *w) {
	uint32_t good = 0, bad = w->steps;
	if (!can_end_well(w, 0))
		return NO_EVENT;
	while (bad - good > 1 && !why_is_over(w)) {
		uint32_t middle = good + (bad - good) / 2;
		if (can_end_well(w, middle))
			good = middle;
		else
			bad = middle;
	}
	if (bad - good > 1)
		return NO_EVENT;
	uint32_t found = NO_EVENT;
	for (uint32_t i = 0; i < w->story->late; i++) {
		const struct story_event *e = &w->story->event.at[i];
		if (e->step == good + 1 &&
		    (found == NO_EVENT || weight(e) > weight(&w->story->event.at[found])))
			found = i;
	}
	return found;
}
