#include "report/story/cause_notes.h"

#include <string.h>

#include "report/story/cause.h"
#include "result/cause.h"
#include "util/text/same.h"

struct event_list {
	VEC(const struct cause_event *) event;
};

static bool is_same(const struct cause_event *a, const struct cause_event *b) {
	return a->kind == b->kind && a->thread == b->thread && a->step == b->step &&
	       a->loc.line == b->loc.line && a->loc.col == b->loc.col &&
	       same_text_or_none(a->loc.file, b->loc.file) && same_text_or_none(a->object, b->object);
}

/* The violation has a position of its own in every format. */
static void add(struct event_list *list, const struct cause_event *e) {
	if (e->kind == CAUSE_EVENT_NONE || e->kind == CAUSE_EVENT_VIOLATION || !e->loc.file)
		return;
	for (size_t i = 0; i < list->event.n; i++)
		if (is_same(list->event.at[i], e))
			return;
	vec_push(&list->event, e);
}

/* By insertion: an event whose step is not known stays where it is. */
static void sort(struct event_list *list) {
	for (size_t i = 1; i < list->event.n; i++) {
		const struct cause_event *e = list->event.at[i];
		size_t k = i;
		for (; k && e->step != NO_CAUSE_STEP && list->event.at[k - 1]->step != NO_CAUSE_STEP &&
		       list->event.at[k - 1]->step > e->step;
		     k--)
			list->event.at[k] = list->event.at[k - 1];
		list->event.at[k] = e;
	}
}

static bool is_noted(const struct conflict_notes *notes, const struct cause_event *e) {
	for (size_t i = 0; i < notes->n; i++) {
		const struct conflict_note *note = &notes->at[i];
		if (note->thread == e->thread && note->loc.line == e->loc.line &&
		    note->loc.col == e->loc.col && same_text_or_none(note->loc.file, e->loc.file))
			return true;
	}
	return false;
}

void cause_notes(struct arena *arena, const struct property_result *p,
                 struct conflict_notes *notes) {
	const struct cause *c = p->cause;
	struct event_list list = {0};
	for (size_t i = 0; c && i < c->role.n; i++)
		add(&list, &c->role.at[i]);
	for (size_t i = 0; c && !list.event.n && i < c->fact.n; i++) {
		add(&list, &c->fact.at[i].first);
		add(&list, &c->fact.at[i].second);
	}
	sort(&list);
	struct conflict_notes noted = *notes; /* not those that are added */
	for (size_t i = 0; i < list.event.n; i++) {
		noted.at = notes->at; /* adding may move the list */
		if (is_noted(&noted, list.event.at[i]))
			continue;
		const char *text = cause_event_text(arena, p, list.event.at[i]);
		struct conflict_note note = {list.event.at[i]->thread, list.event.at[i]->loc, text};
		if (text && *text)
			vec_push(notes, note);
	}
	vec_free(&list.event);
}

char *cause_claim(struct arena *arena, const struct property_result *p) {
	const char *more = p->cex ? conflict_summary(arena, p->cex) : NULL;
	return arena_printf(arena, "%s%s%s", p->text, more ? ": " : "", more ? more : "");
}

char *cause_reason(struct arena *arena, const struct property_result *p) {
	const char *why = cause_sentence(arena, p);
	const char *holds_if = why ? cause_holds_if(arena, p) : NULL;
	if (!why)
		return NULL;
	const char *how = p->cex && p->cex->history ? cause_of_schedule(arena, p) : NULL;
	if (how && strcmp(how, why) != 0)
		why = arena_printf(arena, "%s How: %s", why, how);
	return arena_printf(arena, "Why: %s%s%s%s", why, holds_if ? " It holds if " : "",
	                    holds_if ? holds_if : "", holds_if ? "." : "");
}

char *cause_message(struct arena *arena, const struct property_result *p) {
	const char *why = cause_reason(arena, p);
	return arena_printf(arena, "%s%s%s", cause_claim(arena, p), why ? ". " : "", why ? why : "");
}
