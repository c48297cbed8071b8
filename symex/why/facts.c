#include "symex/why/facts.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FACTS = 400, FIRST_TRIES = 24, SECOND_TRIES = 64, KEPT_TRIES = 48, ROUNDS = 24 };
enum { TURNED_FACTS = 24 };

/* --- Which there are. --- */

static enum fact_rank rank_of(const struct story_event *a) {
	switch (a->kind) {
	case STORY_LOCK:
	case STORY_UNLOCK: return RANK_SECTION;
	case STORY_WAIT:
	case STORY_SIGNAL:
	case STORY_BROADCAST: return RANK_SIGNAL;
	default: return RANK_DATA;
	}
}

static bool is_place(const struct why_place *p) {
	return p->function && p->nth;
}

static bool same_place(const struct why_place *a, const struct why_place *b) {
	return a->thread == b->thread && a->function == b->function && a->pc == b->pc &&
	       a->nth == b->nth;
}

static bool is_known(const struct why_facts *f, uint32_t a, uint32_t b) {
	const struct story *s = f->w->story;
	for (size_t i = f->at.n; i-- > 0;) {
		const struct why_fact *o = &f->at.at[i];
		if (o->second == NO_EVENT)
			continue;
		if (same_place(&s->event.at[o->first].place, &s->event.at[a].place) &&
		    same_place(&s->event.at[o->second].place, &s->event.at[b].place) &&
		    o->rank >= rank_of(&s->event.at[a]))
			return true;
	}
	return false;
}

static void add_order(struct why_facts *f, uint32_t a, uint32_t b) {
	const struct story_event *first = &f->w->story->event.at[a];
	const struct story_event *second = &f->w->story->event.at[b];
	if (!is_place(&first->place) || !is_place(&second->place) || is_known(f, a, b))
		return;
	vec_push(&f->at, ((struct why_fact){.rank = rank_of(first), .first = a, .second = b}));
}

/* What creations and joins imply: by thread, the events of each other thread, counted from 1, up to
 * which all come before its next one. */
struct implied {
	uint32_t *upto;
	uint32_t threads;
};

static uint32_t *implied_at(const struct implied *m, uint32_t thread, uint32_t other) {
	return &m->upto[thread * m->threads + other];
}

static void learn(const struct implied *m, uint32_t thread, uint32_t from, uint32_t now) {
	for (uint32_t i = 0; i < m->threads; i++) {
		uint32_t there = i == from ? now : *implied_at(m, from, i);
		if (there > *implied_at(m, thread, i))
			*implied_at(m, thread, i) = there;
	}
}

static void note_implied(const struct implied *m, const struct story *s, uint32_t event) {
	const struct story_event *e = &s->event.at[event];
	if (e->other >= m->threads || e->thread >= m->threads)
		return;
	if (e->kind == STORY_CREATE)
		learn(m, e->other, e->thread, event + 1);
	else if (e->kind == STORY_JOIN && !(e->late && s->class == PROPERTY_DEADLOCK))
		learn(m, e->thread, e->other, event + 1);
}

/* The last event of each other thread that conflicts with it, unless nothing else can be. */
static void add_orders_before(struct why_facts *f, const struct implied *m, uint32_t b) {
	const struct story *s = f->w->story;
	const struct story_event *second = &s->event.at[b];
	uint8_t *done = arena_array(f->arena, uint8_t, s->thread.n + 1);
	memset(done, 0, s->thread.n + 1);
	for (uint32_t a = second->late ? s->late : b; a-- > 0;) {
		const struct story_event *first = &s->event.at[a];
		if (first->thread < s->thread.n && done[first->thread])
			continue;
		if (first->late || !story_conflicts(first, second))
			continue;
		done[first->thread] = 1;
		if (second->thread >= m->threads || first->thread >= m->threads ||
		    *implied_at(m, second->thread, first->thread) <= a)
			add_order(f, a, b);
	}
}

static bool is_choice(const struct story_event *e) {
	bool wakes = e->callee && strstr(e->callee, "wait") && e->bits.lo != 1;
	return e->kind == STORY_INPUT && e->is_choice && e->variable && !wakes;
}

static int by_rank(const void *p, const void *q) {
	const struct why_fact *a = p, *b = q;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->second != b->second)
		return a->second < b->second ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

static void watch(struct why_facts *f) {
	struct why *w = f->w;
	for (size_t i = 0; i < f->at.n; i++) {
		struct why_fact *o = &f->at.at[i];
		if (o->second == NO_EVENT) {
			o->at[0] = (uint32_t)w->choice.n;
			vec_push(&w->choice, o->first);
			continue;
		}
		const struct why_place *a = &w->story->event.at[o->first].place;
		const struct why_place *b = &w->story->event.at[o->second].place;
		guided_watch(w, *a);
		guided_watch(w, *b);
		o->at[0] = guided_index(w, a);
		o->at[1] = guided_index(w, b);
	}
}

void facts_find(struct why_facts *f, struct why *w) {
	*f = (struct why_facts){.w = w, .arena = arena_open()};
	const struct story *s = w->story;
	struct implied m = {.threads = (uint32_t)s->thread.n};
	m.upto = arena_array(f->arena, uint32_t, (size_t)m.threads * m.threads + 1);
	memset(m.upto, 0, ((size_t)m.threads * m.threads + 1) * sizeof *m.upto);
	for (uint32_t i = 0; i < s->event.n && f->at.n < MOST_FACTS; i++) {
		note_implied(&m, s, i);
		if (m.threads > 1)
			add_orders_before(f, &m, i);
		if (is_choice(&s->event.at[i]) && !s->event.at[i].late)
			vec_push(&f->at,
			         ((struct why_fact){.rank = RANK_CHOICE, .first = i, .second = NO_EVENT}));
	}
	if (f->at.n)
		qsort(f->at.at, f->at.n, sizeof *f->at.at, by_rank);
	watch(f);
}

void facts_free(struct why_facts *f) {
	vec_free(&f->at);
	vec_free(&f->passing);
	arena_close(f->arena);
}

/* --- Runs that pass. --- */

/* It happens in the run, and in another way than in R. */
static bool is_contradicted(const struct why_facts *f, const struct why_fact *o,
                            const struct guided_run *r) {
	if (o->second == NO_EVENT) {
		uint64_t chosen = r->chosen[o->at[0]];
		return chosen && chosen != 1 + f->w->story->event.at[o->first].bits.lo;
	}
	uint32_t a = r->time[o->at[0]], b = r->time[o->at[1]];
	return b && (!a || b < a);
}

/* It does not happen. */
static bool is_missing(const struct why_facts *f, const struct why_fact *o,
                       const struct guided_run *r) {
	if (o->second == NO_EVENT)
		return !r->chosen[o->at[0]];
	bool late = f->w->story->event.at[o->second].late;
	return !r->time[o->at[0]] || (!late && !r->time[o->at[1]]);
}

static bool add_passing(struct why_facts *f, const struct guided_run *r) {
	struct passing p = {arena_array(f->arena, uint8_t, f->at.n + 1)};
	bool any = false;
	for (unsigned weak = 0; weak < 2 && !any; weak++)
		for (size_t i = 0; i < f->at.n; i++) {
			const struct why_fact *o = &f->at.at[i];
			p.contradicts[i] = weak ? is_missing(f, o, r) : is_contradicted(f, o, r);
			any |= p.contradicts[i];
		}
	f->is_unclear |= !any;
	if (any)
		vec_push(&f->passing, p);
	return any;
}

static bool try(struct why_facts *f, const struct guided_plan *plan, enum why_outcome *best) {
	struct guided_run r;
	if (why_is_over(f->w))
		return false;
	guided_execute(f->w, plan, f->arena, &r);
	if (r.outcome == WHY_FAILS && *best == WHY_NEITHER)
		*best = WHY_FAILS;
	if (r.outcome != WHY_PASSES)
		return false;
	*best = WHY_PASSES;
	add_passing(f, &r);
	return true;
}

static void keep_orders(const struct why_facts *f, struct why_change *c) {
	for (size_t i = 0; i < f->at.n; i++) {
		const struct why_fact *o = &f->at.at[i];
		if (!o->is_kept)
			continue;
		if (o->second != NO_EVENT)
			vec_push(&c->order, ((struct why_order){o->first, o->second}));
	}
}

static struct why_change copy_change(const struct why_change *from) {
	struct why_change c;
	why_change_init(&c);
	if (!from)
		return c;
	for (size_t i = 0; i < from->order.n; i++)
		vec_push(&c.order, from->order.at[i]);
	for (size_t i = 0; i < from->value.n; i++)
		vec_push(&c.value, from->value.at[i]);
	c.turned = from->turned;
	c.insert = from->insert;
	c.lock = from->lock;
	c.before = from->before;
	c.prefix = from->prefix;
	c.must_reach = from->must_reach;
	c.keeps_schedule = from->keeps_schedule;
	return c;
}

/* R's schedule, but with one of its facts the other way round.  The newest come first. */
static bool try_turned(struct why_facts *f, const struct why_change *base, bool until_one,
                       enum why_outcome *best) {
	unsigned left = TURNED_FACTS;
	bool any = false;
	for (size_t i = f->at.n; i-- > 0 && left && !why_is_over(f->w);) {
		const struct why_fact *o = &f->at.at[i];
		if (o->is_kept)
			continue;
		left--;
		struct why_change c = copy_change(base);
		if (o->second == NO_EVENT) {
			struct bits none = bits_u64(f->arena, f->w->story->event.at[o->first].bits.width, 0);
			vec_push(&c.value, ((struct why_value){o->first, none}));
		} else {
			vec_push(&c.order, ((struct why_order){o->second, o->first}));
		}
		struct guided_plan plan = {.change = &c, .hold = NO_THREAD, .turns = GUIDED_FOLLOW};
		any |= try(f, &plan, best);
		why_change_free(&c);
		if (any && until_one)
			return true;
	}
	return any;
}

static bool try_in_turn(struct why_facts *f, const struct why_change *c, bool until_one,
                        enum why_outcome *best) {
	uint32_t n = (uint32_t)f->w->story->thread.n;
	bool any = false;
	for (uint32_t i = 0; i < 4 * n && i < 16 && !why_is_over(f->w); i++) {
		struct guided_plan plan = {.change = c,
		                           .hold = NO_THREAD,
		                           .turns = i & 1 ? GUIDED_EAGER : GUIDED_IN_TURN,
		                           .downwards = i & 2,
		                           .first = i / 4};
		any |= try(f, &plan, best);
		if (any && until_one)
			return true;
	}
	return any;
}

static bool try_random(struct why_facts *f, const struct why_change *c, unsigned from,
                       unsigned tries, bool until_one, enum why_outcome *best) {
	bool any = false;
	for (unsigned i = from; i < from + tries && !why_is_over(f->w); i++) {
		struct guided_plan plan = {
		    .change = c, .hold = NO_THREAD, .turns = GUIDED_RANDOM, .seed = i + 1};
		any |= try(f, &plan, best);
		if (any && until_one)
			return true;
	}
	return any;
}

static enum why_outcome search_runs(struct why_facts *f, const struct why_change *change,
                                    unsigned tries) {
	enum why_outcome best = WHY_NEITHER;
	struct why_change c = copy_change(change);
	keep_orders(f, &c);
	if (!try_turned(f, &c, true, &best) && !try_in_turn(f, &c, true, &best))
		try_random(f, &c, 0, tries, true, &best);
	why_change_free(&c);
	return best;
}

/* --- The set. --- */

/* Does the set without the fact still contradict every run? */
static bool is_superfluous(const struct why_facts *f, size_t ix) {
	for (size_t p = 0; p < f->passing.n; p++) {
		bool hit = false;
		for (size_t i = 0; i < f->at.n && !hit; i++)
			hit = i != ix && f->at.at[i].is_kept && f->passing.at[p].contradicts[i];
		if (!hit)
			return false;
	}
	return true;
}

static void make_set(struct why_facts *f) {
	for (size_t i = 0; i < f->at.n; i++)
		f->at.at[i].is_kept = true;
	size_t data = 0;
	while (data < f->at.n && f->at.at[data].rank != RANK_DATA)
		data++;
	for (size_t i = 0; i < f->at.n; i++) {
		size_t ix = i >= data && f->oldest_stay ? f->at.n - 1 - (i - data) : i;
		if (is_superfluous(f, ix))
			f->at.at[ix].is_kept = false;
	}
}

static bool has_any(const struct why_facts *f) {
	for (size_t i = 0; i < f->at.n; i++)
		if (f->at.at[i].is_kept)
			return true;
	return false;
}

bool facts_explain(struct why_facts *f) {
	enum why_outcome best = WHY_NEITHER;
	if (f->w->story->thread.n < 2 && !f->at.n)
		return false;
	bool is_first = !f->passing.n;
	if (is_first) {
		try_turned(f, NULL, false, &best);
		try_in_turn(f, NULL, false, &best);
		try_random(f, NULL, 0, FIRST_TRIES, false, &best);
	}
	if (!f->passing.n)
		try_random(f, NULL, FIRST_TRIES, SECOND_TRIES - FIRST_TRIES, true, &best);
	if (!f->passing.n)
		return false;
	for (unsigned i = 0; i < ROUNDS && !why_is_over(f->w); i++) {
		size_t before = f->passing.n;
		make_set(f);
		search_runs(f, NULL, KEPT_TRIES);
		if (f->passing.n == before)
			break;
	}
	make_set(f);
	return has_any(f);
}
