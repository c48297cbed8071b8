/* Changes of R, and runs with them. */
#include "symex/why/guided.h"

enum { RANDOM_TRIES = 24 };

void why_change_init(struct why_change *c) {
	*c = (struct why_change){
	    .turned = NO_EVENT, .lock = NO_EVENT, .before = NO_EVENT, .prefix = NO_EVENT};
}

void why_change_free(struct why_change *c) {
	vec_free(&c->order);
	vec_free(&c->value);
}

/* How many of R's steps come first. */
static uint32_t prefix_of(const struct why *w, const struct why_change *c) {
	if (!c || c->prefix == NO_EVENT || !c->prefix || c->prefix >= w->story->event.n)
		return 0;
	const struct story_event *e = &w->story->event.at[c->prefix];
	return e->late ? w->steps : e->step ? e->step - 1 : 0;
}

struct schedules_tried {
	struct why *w;
	const struct why_change *change;
	struct arena *arena;
	enum why_outcome best;
};

/* true: it passes. */
static bool try(struct schedules_tried *s, struct guided_plan plan) {
	struct guided_run r;
	if (s->best == WHY_PASSES || why_is_over(s->w))
		return s->best == WHY_PASSES;
	plan.change = s->change;
	plan.hold = NO_THREAD;
	plan.prefix = prefix_of(s->w, s->change);
	guided_execute(s->w, &plan, s->arena, &r);
	if (r.outcome == WHY_PASSES || s->best == WHY_NEITHER)
		s->best = r.outcome;
	return r.outcome == WHY_PASSES;
}

static enum why_outcome run(struct why *w, const struct why_change *c, bool once) {
	struct schedules_tried s = {w, c, arena_open(), WHY_NEITHER};
	uint32_t n = (uint32_t)w->story->thread.n;
	try(&s, (struct guided_plan){.turns = GUIDED_FOLLOW});
	for (uint32_t i = 0; i < 4 * n && i < 16 && !once && n > 1; i++)
		try(&s, (struct guided_plan){.turns = i & 1 ? GUIDED_EAGER : GUIDED_IN_TURN,
		                             .downwards = i & 2,
		                             .first = i / 4});
	for (uint32_t i = 0; i < RANDOM_TRIES && !once && n > 1; i++)
		try(&s, (struct guided_plan){.turns = GUIDED_RANDOM, .seed = i + 1});
	arena_close(s.arena);
	return s.best;
}

enum why_outcome why_run(struct why *w, const struct why_change *c) {
	return run(w, c, false);
}

enum why_outcome why_run_once(struct why *w, const struct why_change *c) {
	return run(w, c, true);
}

const struct story *why_story(const struct why *w) {
	return w->story;
}

struct arena *why_arena(const struct why *w) {
	return w->x->result->arena;
}

uint32_t why_fact_first(const struct why *w, size_t fact) {
	return fact < w->fact.n ? w->fact.at[fact].first : NO_EVENT;
}

uint32_t why_fact_second(const struct why *w, size_t fact) {
	return fact < w->fact.n ? w->fact.at[fact].second : NO_EVENT;
}
