#include "symex/why/why.h"

#include "process/work.h"
#include "symex/why/alternatives.h"
#include "symex/why/late.h"
#include "symex/why/point.h"
#include "util/text/diag.h"

#define MAX_SECONDS 2.0 /* of work, for the first violation */

/* Of R, in instructions and in events: an instruction may copy a million bytes. */
enum { MAX_LENGTH = 20000, MAX_EVENTS = 40000 };

/* --- The cause. --- */

static void add_fact(struct why *w, struct cause *c, struct cause_fact fact, uint32_t first,
                     uint32_t second) {
	fact.first = story_cause_event(w->story, first, why_arena(w));
	fact.second = story_cause_event(w->story, second, why_arena(w));
	vec_push(&c->fact, fact);
	vec_push(&w->fact, ((struct why_order){first, second}));
}

/* In the order of the run. */
static void add_orders(struct why *w, struct cause *c, const struct why_facts *f) {
	for (uint32_t when = 0; when < w->story->event.n; when++)
		for (size_t i = 0; i < f->at.n; i++) {
			const struct why_fact *o = &f->at.at[i];
			if (!o->is_kept || o->first != when)
				continue;
			struct cause_fact fact = {.is_shown = true};
			fact.type = o->second == NO_EVENT ? FACT_CHOICE : FACT_ORDER;
			add_fact(w, c, fact, o->first, o->second);
		}
}

static void add_inputs(struct why *w, struct cause *c, const struct other_inputs *o) {
	for (size_t i = 0; i < o->at.n; i++) {
		const struct other_input *n = &o->at.at[i];
		struct cause_fact fact = {.type = FACT_INPUT, .is_shown = n->is_alone};
		if (!w->story->event.at[n->event].is_indirect)
			fact.other = bits_print(why_arena(w), n->bits, true, 10);
		add_fact(w, c, fact, n->event, NO_EVENT);
		c->is_minimal &= n->is_alone;
	}
}

static void add_decision(struct why *w, struct cause *c, uint32_t event) {
	add_fact(w, c, (struct cause_fact){.type = FACT_DECISION, .is_shown = true}, event, NO_EVENT);
}

/* --- Classes. --- */

static bool has_common_lock(const struct story *s, uint32_t a, uint32_t b) {
	for (size_t i = 0; i < s->event.at[a].held.n; i++)
		if (story_holds(s, b, s->event.at[a].held.at[i]))
			return true;
	return false;
}

/* Is it the order of two sections under one lock? */
static bool is_of_sections(const struct story *s, const struct why_fact *o) {
	if (o->rank == RANK_SECTION)
		return true;
	return o->rank == RANK_DATA && s->event.at[o->first].kind != STORY_FREE &&
	       s->event.at[o->second].kind != STORY_FREE && has_common_lock(s, o->first, o->second);
}

/* Orders that every program has to stand: of sections under a lock, and no thread comes both before
 * and after another one, which would be between two of its sections. */
static bool is_merely_legal(const struct story *s, const struct why_facts *f) {
	for (size_t i = 0; i < f->at.n; i++) {
		const struct why_fact *o = &f->at.at[i];
		if (!o->is_kept)
			continue;
		if (!is_of_sections(s, o))
			return false;
		for (size_t k = 0; k < i; k++) {
			const struct why_fact *p = &f->at.at[k];
			if (p->is_kept && s->event.at[p->first].thread == s->event.at[o->second].thread &&
			    s->event.at[p->second].thread == s->event.at[o->first].thread)
				return false;
		}
	}
	return true;
}

/* Threads wait for locks that others hold, who wait, too: no order of sections is innocent. */
static bool waits_in_circle(const struct story *s) {
	for (size_t i = 0; i < s->wait.n; i++) {
		uint32_t at = s->wait.at[i].thread;
		for (size_t n = 0; n <= s->wait.n && at != NO_THREAD; n++) {
			uint32_t next = NO_THREAD;
			for (size_t k = 0; k < s->wait.n; k++)
				if (s->wait.at[k].thread == at)
					next = s->wait.at[k].holder;
			at = next;
			if (at == s->wait.at[i].thread)
				return true;
		}
	}
	return false;
}

static void forget_set(struct why_facts *f) {
	for (size_t i = 0; i < f->at.n; i++)
		f->at.at[i].is_kept = false;
}

/* Fills class and facts. */
static void find_class(struct why *w, struct cause *c, struct why_facts *f) {
	struct other_inputs inputs = {0};
	struct arena *a = arena_open();
	uint32_t decision;
	c->is_minimal = true;
	bool by_order = facts_explain(f);
	bool innocent = by_order && is_merely_legal(w->story, f) && !waits_in_circle(w->story);
	if (innocent && (decision = alternatives_decision(w, f)) != NO_EVENT) {
		c->class = CAUSED_BY_DECISION;
		add_decision(w, c, decision);
		add_orders(w, c, f);
	} else if (by_order) {
		c->class = CAUSED_BY_ORDER;
		add_orders(w, c, f);
	} else {
		forget_set(f);
		if (alternatives_inputs(w, a, &inputs)) {
			c->class = CAUSED_BY_INPUT;
			add_inputs(w, c, &inputs);
			decision = alternatives_decision(w, f);
			if (decision != NO_EVENT && story_depends(w->story, decision, inputs.at.at[0].event))
				add_decision(w, c, decision);
		} else if ((decision = alternatives_decision(w, f)) != NO_EVENT) {
			c->class = CAUSED_BY_DECISION;
			add_decision(w, c, decision);
		} else {
			c->class = CAUSED_BY_CONDITION;
		}
	}
	vec_free(&inputs.at);
	arena_close(a);
}

/* The two accesses of a race: nothing orders them. */
static void explain_race(struct why *w, struct cause *c) {
	c->class = CAUSED_BY_ORDER;
	struct cause_fact fact = {.type = FACT_ORDER};
	if (w->story->raced[1] != NO_EVENT)
		add_fact(w, c, fact, w->story->raced[0], w->story->raced[1]);
}

static void clear(struct why *w, struct cause *c) {
	struct cause_event point = c->point;
	c->point = (struct cause_event){0};
	cause_free(c);
	*c = (struct cause){.class = CAUSED_BY_ORDER,
	                    .kind = CAUSE_ORDER,
	                    .also = CAUSE_ORDER,
	                    .point = point,
	                    .is_minimal = true};
	w->fact.n = 0;
}

/* Minimal sets are not unique.  If no kind fits the one with the newest conflicts, which may only
 * repeat what is violated, that with the oldest ones is taken if a kind fits it. */
static void explain_by_oldest(struct why *w, struct cause *c, struct why_facts *f) {
	bool *before = arena_array(f->arena, bool, f->at.n + 1);
	for (size_t i = 0; i < f->at.n; i++)
		before[i] = f->at.at[i].is_kept;
	f->oldest_stay = true;
	if (facts_explain(f)) {
		clear(w, c);
		add_orders(w, c, f);
		why_kind(w, c);
		if (c->kind != CAUSE_ORDER)
			return;
	}
	for (size_t i = 0; i < f->at.n; i++)
		f->at.at[i].is_kept = before[i];
	clear(w, c);
	add_orders(w, c, f);
}

static struct cause *explain(struct why *w) {
	struct cause *c = arena_new(why_arena(w), struct cause);
	*c = (struct cause){.kind = CAUSE_ORDER,
	                    .also = CAUSE_ORDER,
	                    .point = {.thread = NO_THREAD, .step = NO_CAUSE_STEP}};
	struct why_facts f = {0};
	if (w->story->class == PROPERTY_RACE) {
		explain_race(w, c);
	} else {
		facts_find(&f, w);
		find_class(w, c, &f);
	}
	if (w->story->class == PROPERTY_DEADLOCK && c->class == CAUSED_BY_ORDER) {
		uint32_t point = point_find(w);
		if (point != NO_EVENT)
			c->point = story_cause_event(w->story, point, why_arena(w));
	}
	why_kind(w, c);
	if (c->kind == CAUSE_ORDER && c->class == CAUSED_BY_ORDER && f.passing.n)
		explain_by_oldest(w, c, &f);
	if (f.arena)
		facts_free(&f);
	c->runs = w->runs;
	return c;
}

/* Violations so far: later ones have less time. */
static unsigned count_violated(const struct result *r) {
	unsigned n = 0;
	for (size_t i = 0; i < r->property.n; i++)
		n += r->property.at[i].status == PROPERTY_VIOLATED;
	return n ? n : 1;
}

static void free_all(struct why *w) {
	story_close(w->story);
	vec_free(&w->schedule);
	vec_free(&w->place);
	vec_free(&w->choice);
	vec_free(&w->fact);
	map_free(&w->place_ix);
}

struct cause *why_explain(struct symex *x, const struct detour *best, const struct vc *vc) {
	struct why w = {.x = x, .best = best, .vc = vc, .began = work_seconds()};
	w.limit = MAX_SECONDS / count_violated(x->result);
	struct cause *c = NULL;
	if (guided_tell(&w) && w.instructions < MAX_LENGTH && w.story->event.n < MAX_EVENTS) {
		if (!guided_repeat(&w))
			diag_say(2, "why: the steps of the run lead elsewhere");
		late_find(&w);
		c = explain(&w);
	}
	diag_say(2, "why: %u runs, %.2f s of work%s", w.runs, work_seconds() - w.began,
	         c ? "" : "; R cannot be told");
	free_all(&w);
	return c;
}
