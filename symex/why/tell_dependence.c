/* What depends on what in a story: the uses of its events, and the branches that decide them. */
#include <stdlib.h>

#include "symex/replay/trace/depend.h"
#include "symex/replay/trace/depend_impl.h"
#include "symex/why/tell.h"

struct walk {
	struct teller *t;
	struct map seen;    /* records */
	struct map event;   /* record -> its first event that has a value */
	VEC(uint32_t) next; /* event -> the next such event of the same record; or NO_EVENT */
	VEC(uint32_t) todo;
};

enum { MOST_USES = 64 };

static bool has_value(const struct story_event *e) {
	return e->kind == STORY_READ || e->kind == STORY_INPUT ||
	       (e->kind == STORY_CALL && e->bits.width);
}

/* Adds the events with values of the record, as many as count; false: there are none, so it is what
 * the record uses that counts. */
static bool add_values(struct walk *w, uint32_t record, uint32_t event, story_indices *to) {
	uint64_t first;
	bool any = false;
	if (!map_get(&w->event, record, &first))
		return false;
	for (uint32_t i = (uint32_t)first; i != NO_EVENT && to->n < MOST_USES; i = w->next.at[i])
		if (i != event) {
			vec_push(to, i);
			any = true;
		}
	return any;
}

static void use_records(struct walk *w, uint32_t record) {
	const struct depend *d = w->t->depend;
	size_t end = record + 1 < d->record.n ? d->record.at[record + 1].use : d->use.n;
	for (size_t i = d->record.at[record].use; i < end; i++) {
		uint32_t used = d->use.at[i].record;
		if (map_get(&w->seen, used, NULL))
			continue;
		map_put(&w->seen, used, 1);
		vec_push(&w->todo, used);
	}
}

static int by_index(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

static void find_uses(struct walk *w, uint32_t event, uint32_t record) {
	struct story_event *e = &w->t->story->event.at[event];
	bool is_value = has_value(e);
	if (record == NO_RECORD || record >= w->t->depend->record.n)
		return;
	map_clear(&w->seen);
	w->todo.n = 0;
	map_put(&w->seen, record, 1);
	/* What a write stores, or a branch tests, may have been read by the same instruction. */
	bool own = !is_value && add_values(w, record, event, &e->uses);
	use_records(w, record);
	/* assert (c) is a branch around one that fails. */
	if (e->kind == STORY_VIOLATION && !own && !w->todo.n)
		use_records(w, w->t->depend->record.at[record].parent);
	while (w->todo.n && e->uses.n < MOST_USES) {
		uint32_t next = vec_pop(&w->todo);
		if (!add_values(w, next, event, &e->uses))
			use_records(w, next);
	}
	if (e->uses.n > 1)
		qsort(e->uses.at, e->uses.n, sizeof *e->uses.at, by_index);
}

/* What the violated assertion has read itself: its condition may be a branch around it. */
static void add_own_reads(struct story *s) {
	struct story_event *v = &s->event.at[s->violation];
	for (uint32_t i = s->violation; i-- > 0 && v->uses.n < MOST_USES;) {
		const struct story_event *e = &s->event.at[i];
		if (e->thread != v->thread)
			continue;
		if (e->function != v->function || e->loc.line != v->loc.line)
			return;
		bool known = e->kind != STORY_READ;
		for (size_t n = 0; n < v->uses.n && !known; n++)
			known = v->uses.at[n] == i;
		if (!known) {
			vec_push(&v->uses, i);
			qsort(v->uses.at, v->uses.n, sizeof *v->uses.at, by_index);
		}
	}
}

/* The branch of the user's code that decided that the event happens. */
static uint32_t find_control(const struct teller *t, const struct map *branch, uint32_t event) {
	const struct depend *d = t->depend;
	uint64_t known;
	uint32_t record = t->record.at[event];
	if (record >= d->record.n)
		return NO_EVENT;
	for (record = d->record.at[record].parent; record != NO_RECORD;
	     record = d->record.at[record].parent)
		if (map_get(branch, record, &known))
			return t->story->event.at[known].thread == t->story->event.at[event].thread
			           ? (uint32_t)known
			           : NO_EVENT;
	return NO_EVENT;
}

void tell_dependences(struct teller *t) {
	struct walk w = {.t = t};
	struct map branch = {0};
	for (size_t i = 0; i < t->story->event.n; i++)
		vec_push(&w.next, NO_EVENT);
	for (size_t i = t->story->event.n; i-- > 0;) {
		const struct story_event *e = &t->story->event.at[i];
		uint64_t next;
		if (has_value(e)) {
			if (map_get(&w.event, t->record.at[i], &next))
				w.next.at[i] = (uint32_t)next;
			map_put(&w.event, t->record.at[i], i);
		}
		if (e->kind == STORY_BRANCH && !map_get(&branch, t->record.at[i], NULL))
			map_put(&branch, t->record.at[i], i);
	}
	for (uint32_t i = 0; i < t->story->event.n; i++) {
		uint32_t record = t->record.at[i];
		find_uses(&w, i, record);
		/* assert(0) behind a branch, which is the condition. */
		if (i == t->story->violation && !t->story->event.at[i].uses.n &&
		    record < t->depend->record.n)
			find_uses(&w, i, t->depend->record.at[record].parent);
		t->story->event.at[i].control = find_control(t, &branch, i);
	}
	if (t->story->violation != NO_EVENT && t->story->class == PROPERTY_ASSERTION)
		add_own_reads(t->story);
	map_free(&branch);
	map_free(&w.seen);
	map_free(&w.event);
	vec_free(&w.todo);
	vec_free(&w.next);
}
