#include "report/story/conflict.h"

#include <string.h>

#include "report/story/interleaving.h"
#include "report/story/reason.h"
#include "util/text/path.h"
#include "util/text/same.h"

#define MAX_CALLS 3 /* in one line */

struct conflict {
	const struct cex *cex;
	struct arena *arena; /* of texts */
	struct conflict_notes *notes;
};

static const char *label(const struct conflict *c, uint32_t thread) {
	return cex_thread_label(c->arena, c->cex, thread);
}

static const char *thing(const struct conflict *c, const char *what, const char *object) {
	if (!what)
		what = "something";
	if (!object)
		return what;
	return arena_printf(c->arena, "%s %s", what, object[0] == '&' ? object + 1 : object);
}

/* "T1 a waits for mutex b" */
static const char *wait_text(const struct conflict *c, const struct cex_wait *w) {
	const char *who = label(c, w->thread);
	if (!w->is_join)
		return arena_printf(c->arena, "%s waits for %s", who, thing(c, w->what, w->object));
	if (w->holder == NO_THREAD)
		return arena_printf(c->arena, "%s waits for a thread to end", who);
	return arena_printf(c->arena, "%s waits for %s to end", who,
	                    w->holder == w->thread ? "itself" : label(c, w->holder));
}

static const char *holder_text(const struct conflict *c, const struct cex_wait *w) {
	if (w->is_join || w->holder == NO_THREAD)
		return "";
	if (w->holder == w->thread)
		return ", which it holds itself";
	return arena_printf(c->arena, ", held by %s", label(c, w->holder));
}

/* Where a thread that has ended took what it still holds: the call around its last such step. */
static bool find_taken(const struct conflict *c, const struct cex_wait *w, struct cex_hold *hold) {
	bool found = false;
	struct loc call = {0};
	for (size_t i = 0; i < c->cex->step.n; i++) {
		const struct step *s = &c->cex->step.at[i];
		if (s->thread != w->holder)
			continue;
		if (!s->in_model)
			call = s->loc;
		if (s->kind != STEP_ACQUIRE || !s->lhs || !w->object || strcmp(s->lhs, w->object) != 0)
			continue;
		*hold = (struct cex_hold){s->thread, s->text, s->lhs, call};
		found = true;
	}
	return found;
}

static bool find_hold(const struct conflict *c, const struct cex_wait *w, struct cex_hold *hold) {
	for (size_t i = 0; i < c->cex->hold.n; i++) {
		const struct cex_hold *h = &c->cex->hold.at[i];
		if (h->thread == w->holder && h->object && w->object && !strcmp(h->object, w->object)) {
			*hold = *h;
			return true;
		}
	}
	return find_taken(c, w, hold);
}

static void add(const struct conflict *c, uint32_t thread, struct loc loc, const char *text) {
	struct conflict_note note = {thread, loc, text};
	vec_push(c->notes, note);
}

static void add_taken(const struct conflict *c, const struct cex_hold *h) {
	add(c, h->thread, h->loc,
	    arena_printf(c->arena, "%s was taken here by %s", thing(c, h->what, h->object),
	                 label(c, h->thread)));
}

static void add_wait(const struct conflict *c, const struct cex_wait *w) {
	add(c, w->thread, w->loc, arena_printf(c->arena, "%s%s", wait_text(c, w), holder_text(c, w)));
	struct cex_hold h;
	if (find_hold(c, w, &h))
		add_taken(c, &h);
}

static const struct cex_wait *wait_of(const struct cex *cex, uint32_t thread) {
	for (size_t i = 0; i < cex->wait.n; i++)
		if (cex->wait.at[i].thread == thread)
			return &cex->wait.at[i];
	return NULL;
}

static const struct cex_wait *next_wait(const struct cex *cex, const struct cex_wait *w) {
	return w->holder == NO_THREAD ? NULL : wait_of(cex, w->holder);
}

/* The first wait of a cycle of at least two threads; NULL: there is none. */
static const struct cex_wait *find_cycle(const struct cex *cex) {
	for (size_t i = 0; i < cex->wait.n; i++) {
		const struct cex_wait *start = &cex->wait.at[i], *w = next_wait(cex, start);
		for (size_t n = 0; w && w != start && n < cex->wait.n; n++)
			w = next_wait(cex, w);
		if (w == start && start->holder != start->thread)
			return start;
	}
	return NULL;
}

static const char *cycle_summary(const struct conflict *c, const struct cex_wait *start) {
	const char *text = label(c, start->thread);
	for (const struct cex_wait *w = next_wait(c->cex, start); w != start;) {
		const struct cex_wait *next = next_wait(c->cex, w);
		const char *between = next == start ? " and " : ", ";
		text = arena_printf(c->arena, "%s%s%s", text, between, label(c, w->thread));
		w = next;
	}
	return arena_printf(c->arena, "%s wait for each other", text);
}

const char *conflict_summary(struct arena *arena, const struct cex *cex) {
	struct conflict c = {cex, arena, NULL};
	const struct cex_wait *cycle = find_cycle(cex);
	if (cycle)
		return cycle_summary(&c, cycle);
	for (size_t i = 0; i < cex->wait.n; i++)
		if (cex->wait.at[i].holder == cex->wait.at[i].thread)
			return arena_printf(arena, "%s%s", wait_text(&c, &cex->wait.at[i]),
			                    holder_text(&c, &cex->wait.at[i]));
	if (cex->wait.n == 1)
		return arena_printf(arena, "%s for ever", wait_text(&c, &cex->wait.at[0]));
	return cex->wait.n ? arena_printf(arena, "%zu threads wait for ever", cex->wait.n) : NULL;
}

/* "T1 a waits for mutex b (held by T2 b), T2 b waits for ..."; NULL: there is no circle. */
static const char *cycle_text(struct arena *arena, const struct cex *cex) {
	struct conflict c = {cex, arena, NULL};
	const struct cex_wait *start = find_cycle(cex), *w = start;
	if (!start)
		return NULL;
	const char *text = "";
	do {
		text = arena_printf(arena, "%s%s%s", text, w == start ? "" : ", ", wait_text(&c, w));
		if (!w->is_join)
			text = arena_printf(arena, "%s (held by %s)", text, label(&c, w->holder));
		w = next_wait(cex, w);
	} while (w != start);
	return text;
}

static void add_order(const struct conflict *c, const struct cex_order *o) {
	add(c, o->taken.thread, o->taken.loc,
	    arena_printf(c->arena, "%s takes %s while it holds %s", label(c, o->taken.thread),
	                 thing(c, o->taken.what, o->taken.object),
	                 thing(c, o->held.what, o->held.object)));
	add_taken(c, &o->held);
}

static void add_access(const struct conflict *c, const struct cex_access *a) {
	const char *in = a->stack.n ? a->stack.at[0].function : NULL;
	const char *what = a->is_past    ? a->is_write ? "has written" : "has read"
	                   : a->is_write ? "writes"
	                                 : "reads";
	add(c, a->thread, a->loc,
	    arena_printf(c->arena, "%s %s %s%s%s%s", label(c, a->thread), what,
	                 a->lvalue ? a->lvalue : "memory", in ? " in " : "", in ? in : "",
	                 a->is_past ? ", and nothing orders the two" : ""));
}

static void add_calls(const struct conflict *c, uint32_t thread, struct loc loc,
                      const struct cex_frame *stack, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (i || !same_place(stack[i].loc, loc))
			add(c, thread, stack[i].loc,
			    arena_printf(c->arena, "%s %s", i ? "called from" : "at", stack[i].function));
}

/* The calls around the note that was added last, in its own line: ", called at a.c:9". */
static void join_calls(const struct conflict *c, const struct cex_frame *stack, size_t n) {
	struct conflict_note *note = &vec_last(c->notes);
	for (size_t i = 1; i < n && i <= MAX_CALLS; i++)
		if (stack[i].loc.file && stack[i].loc.line)
			note->text =
			    arena_printf(c->arena, "%s%s %s:%u", note->text, i == 1 ? ", called at" : ",",
			                 path_base(stack[i].loc.file), stack[i].loc.line);
}

static const char *place_text(const struct conflict *c, const struct cex_place *p) {
	const char *object = p->object ? p->object : "it";
	switch (p->kind) {
	case PLACE_FREED: return "the block was freed here";
	case PLACE_ALLOCATED:
		return arena_printf(c->arena, "the block of %llu byte%s was allocated here",
		                    (unsigned long long)p->bytes, p->bytes == 1 ? "" : "s");
	case PLACE_ENDED: return arena_printf(c->arena, "'%s' went out of scope here", object);
	case PLACE_DECLARED: return arena_printf(c->arena, "'%s' is declared here", object);
	case PLACE_OVERWRITTEN:
		return arena_printf(c->arena, "the last pointer to it, '%s', was overwritten here", object);
	case PLACE_LOST:
		return arena_printf(c->arena, "the last pointer to it, '%s', went out of scope here",
		                    object);
	case PLACE_DROPPED:
		return arena_printf(c->arena, "the last pointer to it, '%s', was freed here", object);
	case PLACE_KEPT:
		return arena_printf(c->arena, "'%s' still points to it when the program ends", object);
	case PLACE_UNSET:
		return arena_printf(c->arena, "'%s' is read before it has a value; declared here", object);
	case PLACE_UNSET_BLOCK:
		return arena_printf(c->arena, "'%s' is read before it has a value; allocated here", object);
	}
	return "here";
}

const char *conflict_place(struct arena *arena, const struct cex *cex, const struct cex_place *p) {
	struct conflict c = {cex, arena, NULL};
	const char *text = place_text(&c, p), *in = p->stack.n > 1 ? p->stack.at[0].function : NULL;
	if (p->thread == NO_THREAD)
		return text;
	if (cex->thread.n > 1)
		text = arena_printf(arena, "%s by %s", text, label(&c, p->thread));
	return in ? arena_printf(arena, "%s in %s", text, in) : text;
}

static void add_event(const struct conflict *c, uint32_t event, const char *text) {
	const struct execution_event *e = &c->cex->execution->event.at[event];
	if (text)
		add(c, e->thread, e->loc, text);
}

static bool is_race_told(const struct cex *cex) {
	return cex->access.n == 2;
}

/* What the memory model allows, why, and what would forbid it.  Of a race that is the violation,
 * the accesses have been told; where something else is violated, nothing is defined any more. */
static void add_reasons(const struct conflict *c) {
	struct reasons reasons;
	reasons_find(&reasons, c->arena, c->cex);
	for (size_t i = 0; i < reasons.at.n; i++) {
		const struct reason *r = &reasons.at.at[i];
		if (r->kind == REASON_RACE && !is_race_told(c->cex))
			add_event(
			    c, r->later,
			    arena_printf(c->arena, "%s, so that the behaviour is undefined anyway", r->claim));
		else if (r->kind != REASON_RACE)
			add_event(c, r->later, r->claim);
		for (size_t k = 0; k < r->part.n; k++)
			add_event(c, r->part.at[k].event, r->part.at[k].text);
		if (r->why == WHY_NO_SYNC)
			add_event(c, r->weak_store.event, r->weak_store.text);
		if (r->why == WHY_NO_ORDER)
			add_event(c, r->repair.event, r->repair.text);
	}
	reasons_free(&reasons);
}

void conflict_list(struct arena *arena, const struct cex *cex, enum conflict_calls calls,
                   struct conflict_notes *notes) {
	struct conflict c = {cex, arena, notes};
	for (size_t i = 0; i < cex->wait.n; i++)
		add_wait(&c, &cex->wait.at[i]);
	for (size_t i = 0; i < cex->order.n; i++)
		add_order(&c, &cex->order.at[i]);
	for (size_t i = 0; i < cex->access.n; i++) {
		add_access(&c, &cex->access.at[i]);
		const struct cex_access *a = &cex->access.at[i];
		if (calls == CALLS_APART)
			add_calls(&c, a->thread, a->loc, a->stack.at, a->stack.n);
		if (calls == CALLS_INSIDE)
			join_calls(&c, a->stack.at, a->stack.n);
	}
	add_reasons(&c);
	for (size_t i = 0; i < cex->guess.n; i++)
		add(&c, cex->guess.at[i].thread, cex->guess.at[i].loc,
		    arena_printf(arena, "the violation depends on a guess: %s",
		                 guess_text(arena, &cex->guess.at[i])));
	for (size_t i = 0; i < cex->place.n; i++) {
		const struct cex_place *p = &cex->place.at[i];
		add(&c, p->thread, p->loc, conflict_place(arena, cex, p));
		if (calls == CALLS_APART)
			add_calls(&c, p->thread, p->loc, p->stack.at, p->stack.n);
		if (calls == CALLS_INSIDE)
			join_calls(&c, p->stack.at, p->stack.n);
	}
}

size_t conflict_count(const struct cex *cex) {
	struct arena *arena = arena_open();
	struct conflict_notes notes = {0};
	conflict_list(arena, cex, CALLS_INSIDE, &notes);
	size_t n = notes.n;
	vec_free(&notes);
	arena_close(arena);
	return n;
}

void report_conflict(const struct paint *paint, const struct cex *cex, struct loc shown,
                     bool is_brief) {
	struct arena *arena = arena_open();
	struct conflict_notes notes = {0};
	conflict_list(arena, cex, is_brief ? CALLS_INSIDE : CALLS_APART, &notes);
	for (size_t i = 0; i < notes.n; i++) {
		const struct conflict_note *note = &notes.at[i];
		paint_note(paint, note->loc);
		fprintf(paint->out, "%s\n", note->text);
		if (!same_place(note->loc, shown) && !is_brief)
			paint_source(paint, note->loc);
		shown = note->loc;
	}
	const char *cycle = is_brief ? NULL : cycle_text(arena, cex);
	if (cycle)
		fprintf(paint->out, "  cycle: %s\n", cycle);
	vec_free(&notes);
	arena_close(arena);
}
