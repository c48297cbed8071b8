#include "result/cause.h"

#include <string.h>

#include "result/result.h"
#include "util/text/same.h"

static void event_free(struct cause_event *e) {
	vec_free(&e->held);
}

void cause_free(struct cause *c) {
	for (size_t i = 0; i < c->fact.n; i++) {
		event_free(&c->fact.at[i].first);
		event_free(&c->fact.at[i].second);
	}
	for (size_t i = 0; i < c->role.n; i++)
		event_free(&c->role.at[i]);
	event_free(&c->point);
	vec_free(&c->fact);
	vec_free(&c->role);
}

const char *cause_kind_name(enum cause_kind kind) {
	static const char *const name[] = {
#define CAUSE(KIND, name, words) name,
#include "result/cause_kinds.def"
	};
	return name[kind];
}

const char *cause_kind_words(enum cause_kind kind) {
	static const char *const words[] = {
#define CAUSE(KIND, name, words) words,
#include "result/cause_kinds.def"
	};
	return words[kind];
}

const char *cause_class_name(enum cause_class class) {
	static const char *const name[] = {"order", "input", "decision", "condition"};
	return name[class];
}

/* --- Steps of the counterexample. --- */

enum { MOST_FORMS = 5 };

/* The kinds of steps as which an event may be told, the best one first.  BLOCKED and CALL are told
 * once for what happens inside the library. */
static const enum step_kind forms[CAUSE_EVENT_KIND_N][MOST_FORMS] = {
    [CAUSE_EVENT_READ] = {STEP_READ, STEP_ASSIGN, STEP_BRANCH, STEP_CALL, STEP_RETURN},
    [CAUSE_EVENT_WRITE] = {STEP_ASSIGN, STEP_INPUT, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_LOCK] = {STEP_ACQUIRE, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_UNLOCK] = {STEP_RELEASE, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_WAIT] = {STEP_BLOCKED, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_SIGNAL] = {STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_BROADCAST] = {STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_CREATE] = {STEP_CREATE, STEP_CALL, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_JOIN] = {STEP_CALL, STEP_BLOCKED, STEP_BLOCKED, STEP_BLOCKED, STEP_BLOCKED},
    [CAUSE_EVENT_ALLOC] = {STEP_CALL, STEP_ASSIGN, STEP_ASSIGN, STEP_ASSIGN, STEP_ASSIGN},
    [CAUSE_EVENT_FREE] = {STEP_CALL, STEP_RETURN, STEP_RETURN, STEP_RETURN, STEP_RETURN},
    [CAUSE_EVENT_CALL] = {STEP_CALL, STEP_INPUT, STEP_ASSIGN, STEP_ASSIGN, STEP_ASSIGN},
    [CAUSE_EVENT_INPUT] = {STEP_INPUT, STEP_ASSIGN, STEP_CALL, STEP_CALL, STEP_CALL},
    [CAUSE_EVENT_BRANCH] = {STEP_BRANCH, STEP_READ, STEP_READ, STEP_READ, STEP_READ},
    [CAUSE_EVENT_VIOLATION] = {STEP_VIOLATION, STEP_VIOLATION, STEP_VIOLATION, STEP_VIOLATION,
                               STEP_VIOLATION},
};

/* "&m" and "m" are one lock. */
static bool same_object(const char *a, const char *b) {
	a += a && *a == '&';
	b += b && *b == '&';
	return !a || !b || !strcmp(a, b);
}

/* Kinds that name what they are about. */
static bool has_object(const struct cause_event *e, enum step_kind kind) {
	return (kind == STEP_READ && e->kind == CAUSE_EVENT_READ) ||
	       (kind == STEP_ASSIGN && e->kind == CAUSE_EVENT_WRITE) || kind == STEP_ACQUIRE ||
	       kind == STEP_RELEASE;
}

static bool is_told_as(const struct cause_event *e, const struct step *s, enum step_kind kind) {
	return s->kind == kind && s->thread == e->thread && same_place_or_none(s->loc, e->loc) &&
	       (!has_object(e, kind) || same_object(s->lhs, e->object));
}

/* The n-th step, from 0 on, that the event may be told as. */
static uint32_t find_step(const struct cause_event *e, const struct cex *cex, enum step_kind kind,
                          uint32_t n) {
	for (size_t i = 0; i < cex->step.n; i++)
		if (is_told_as(e, &cex->step.at[i], kind) && !n--)
			return (uint32_t)i;
	return NO_CAUSE_STEP;
}

/* The last step of the thread of that kind. */
static uint32_t last_step(const struct cause_event *e, const struct cex *cex, enum step_kind kind) {
	for (size_t i = cex->step.n; i-- > 0;)
		if (cex->step.at[i].kind == kind && cex->step.at[i].thread == e->thread)
			return (uint32_t)i;
	return NO_CAUSE_STEP;
}

enum { COUNT_BITS = 15, MOST_COUNTED = (1 << COUNT_BITS) - 1 };

uint32_t cause_count(uint32_t same, uint32_t all) {
	return same > MOST_COUNTED || all > MOST_COUNTED ? NO_CAUSE_STEP : all << COUNT_BITS | same;
}

static void link_event(struct cause_event *e, const struct cex *cex) {
	uint32_t n = e->step;
	e->step = NO_CAUSE_STEP;
	if (e->thread == NO_THREAD || e->kind == CAUSE_EVENT_NONE || n == NO_CAUSE_STEP)
		return;
	if (e->kind == CAUSE_EVENT_END)
		e->step = last_step(e, cex, STEP_THREAD_END);
	else if (e->late && e->kind == CAUSE_EVENT_WAIT)
		e->step = last_step(e, cex, STEP_BLOCKED);
	else if (e->kind == CAUSE_EVENT_VIOLATION)
		e->step = last_step(e, cex, STEP_VIOLATION);
	else
		for (unsigned i = 0; i < MOST_FORMS && e->step == NO_CAUSE_STEP && !e->late; i++)
			e->step =
			    find_step(e, cex, forms[e->kind][i],
			              has_object(e, forms[e->kind][i]) ? n & MOST_COUNTED : n >> COUNT_BITS);
}

void cause_link(struct cause *c, const struct cex *cex) {
	for (size_t i = 0; i < c->fact.n; i++) {
		link_event(&c->fact.at[i].first, cex);
		link_event(&c->fact.at[i].second, cex);
	}
	for (size_t i = 0; i < c->role.n; i++)
		link_event(&c->role.at[i], cex);
	link_event(&c->point, cex);
}
