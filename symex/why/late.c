/* What the other threads would have done after the end of R: one more run makes R's steps but for
 * the last one, whose thread is held then, and lets each of the others run as long as it can. */
#include "symex/why/late.h"

#include <string.h>

enum { MORE_INSTRUCTIONS = 4000, MOST_LATE = 200 };

static uint32_t moved(uint32_t event, uint32_t from, uint32_t to) {
	return event == NO_EVENT || event < from ? event : event - from + to;
}

static void move_all(story_indices *v, uint32_t from, uint32_t to) {
	for (size_t i = 0; i < v->n; i++)
		v->at[i] = moved(v->at[i], from, to);
}

static const char *copied(struct arena *a, const char *text) {
	return text ? arena_printf(a, "%s", text) : NULL;
}

/* The events of 'more' from 'from' on become late ones of the story. */
static void append(struct story *s, struct story *more, uint32_t from) {
	uint32_t to = (uint32_t)s->event.n;
	for (uint32_t i = from; i < more->event.n && i - from < MOST_LATE; i++) {
		struct story_event e = more->event.at[i];
		if (e.late || e.kind == STORY_VIOLATION)
			break;
		more->event.at[i].held = (story_indices){0};
		more->event.at[i].uses = (story_indices){0};
		move_all(&e.held, from, to);
		move_all(&e.uses, from, to);
		e.control = moved(e.control, from, to);
		e.partner = moved(e.partner, from, to);
		e.object = copied(s->arena, e.object);
		e.value = copied(s->arena, e.value);
		e.mutex = copied(s->arena, e.mutex);
		e.variable = copied(s->arena, e.variable);
		e.bits = bits_copy(s->arena, e.bits);
		e.late = true;
		e.step = UINT32_MAX;
		vec_push(&s->event, e);
	}
}

/* Events that refer to one that was not taken over refer to none. */
static void forget_beyond(struct story *s) {
	for (size_t i = s->late; i < s->event.n; i++) {
		struct story_event *e = &s->event.at[i];
		while (e->held.n && vec_last(&e->held) >= s->event.n)
			e->held.n--;
		while (e->uses.n && vec_last(&e->uses) >= s->event.n)
			e->uses.n--;
		e->control = e->control < s->event.n ? e->control : NO_EVENT;
		e->partner = e->partner < s->event.n ? e->partner : NO_EVENT;
	}
}

/* Do the two tell the same up to there? */
static bool agree(const struct story *a, const struct story *b, uint32_t n) {
	if (b->event.n < n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (a->event.at[i].kind != b->event.at[i].kind ||
		    a->event.at[i].thread != b->event.at[i].thread ||
		    a->event.at[i].ins != b->event.at[i].ins || a->event.at[i].id != b->event.at[i].id)
			return false;
	return true;
}

void late_find(struct why *w) {
	struct story *s = w->story;
	if (s->thread.n < 2 || !w->steps || s->class == PROPERTY_DEADLOCK ||
	    s->class == PROPERTY_RACE || s->violation == NO_EVENT)
		return;
	struct teller t;
	struct arena *a = arena_open();
	struct guided_run out;
	uint32_t last = s->event.at[s->violation].thread;
	struct guided_plan plan = {.turns = GUIDED_IN_TURN,
	                           .prefix = w->steps - 1,
	                           .hold = last,
	                           .tell = &t,
	                           .instructions = w->instructions + MORE_INSTRUCTIONS};
	tell_open(&t);
	guided_execute(w, &plan, a, &out);
	struct story *more = tell_close(&t);
	uint32_t from = 0;
	while (from < s->late && s->event.at[from].step < w->steps)
		from++;
	if (agree(s, more, from)) {
		append(s, more, from);
		forget_beyond(s);
	}
	story_close(more);
	arena_close(a);
}
