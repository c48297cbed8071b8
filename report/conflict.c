#include "report/conflict.h"

#include <string.h>

#include "report/interleaving.h"

struct conflict {
	const struct paint *paint;
	const struct cex *cex;
	struct arena *arena; /* of texts */
	struct loc shown;    /* the source line printed last */
};

static bool same_loc(struct loc a, struct loc b) {
	return a.file && b.file && !strcmp(a.file, b.file) && a.line == b.line && a.col == b.col;
}

static void print_source(struct conflict *c, struct loc loc) {
	if (!same_loc(loc, c->shown))
		paint_source(c->paint, loc);
	c->shown = loc;
}

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

static bool is_join(const struct cex_wait *w) {
	return w->what && !strcmp(w->what, "join");
}

/* "T1 a waits for mutex b" */
static const char *wait_text(const struct conflict *c, const struct cex_wait *w) {
	const char *who = label(c, w->thread);
	if (!is_join(w))
		return arena_printf(c->arena, "%s waits for %s", who, thing(c, w->what, w->object));
	if (w->holder == NO_THREAD)
		return arena_printf(c->arena, "%s waits for a thread to end", who);
	return arena_printf(c->arena, "%s waits for %s to end", who,
	                    w->holder == w->thread ? "itself" : label(c, w->holder));
}

static const char *holder_text(const struct conflict *c, const struct cex_wait *w) {
	if (is_join(w) || w->holder == NO_THREAD)
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

static void print_wait(struct conflict *c, const struct cex_wait *w) {
	FILE *out = c->paint->out;
	paint_note(c->paint, w->loc);
	fprintf(out, "%s%s\n", wait_text(c, w), holder_text(c, w));
	print_source(c, w->loc);
	struct cex_hold h;
	if (!find_hold(c, w, &h))
		return;
	paint_note(c->paint, h.loc);
	fprintf(out, "%s was taken here by %s\n", thing(c, h.what, h.object), label(c, h.thread));
	print_source(c, h.loc);
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
	struct conflict c = {NULL, cex, arena, {0}};
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

/* "T1 a waits for mutex b (held by T2 b), T2 b waits for mutex a (held by T1 a)" */
static void print_cycle(const struct conflict *c) {
	const struct cex_wait *start = find_cycle(c->cex), *w = start;
	if (!start)
		return;
	FILE *out = c->paint->out;
	fputs("  cycle: ", out);
	do {
		fputs(wait_text(c, w), out);
		if (!is_join(w))
			fprintf(out, " (held by %s)", label(c, w->holder));
		w = next_wait(c->cex, w);
		fputs(w == start ? "\n" : ", ", out);
	} while (w != start);
}

static void print_order(struct conflict *c, const struct cex_order *o) {
	FILE *out = c->paint->out;
	const char *held = thing(c, o->held.what, o->held.object);
	paint_note(c->paint, o->taken.loc);
	fprintf(out, "%s takes %s while it holds %s\n", label(c, o->taken.thread),
	        thing(c, o->taken.what, o->taken.object), held);
	print_source(c, o->taken.loc);
	paint_note(c->paint, o->held.loc);
	fprintf(out, "%s was taken here by %s\n", held, label(c, o->held.thread));
	print_source(c, o->held.loc);
}

static void print_access(struct conflict *c, const struct cex_access *a) {
	FILE *out = c->paint->out;
	paint_note(c->paint, a->loc);
	fprintf(out, "%s %s %s", label(c, a->thread), a->is_write ? "writes" : "reads",
	        a->place ? a->place : "memory");
	if (a->stack.n)
		fprintf(out, " in %s", a->stack.at[0].function);
	fputc('\n', out);
	print_source(c, a->loc);
	for (size_t i = 0; i < a->stack.n; i++) {
		const struct cex_frame *f = &a->stack.at[i];
		if (i == 0 && same_loc(f->loc, a->loc))
			continue;
		paint_note(c->paint, f->loc);
		fprintf(out, "  %s %s\n", i ? "called from" : "at", f->function);
		print_source(c, f->loc);
	}
}

void report_conflict(const struct paint *paint, const struct cex *cex, struct loc shown) {
	struct conflict c = {paint, cex, arena_open(), shown};
	for (size_t i = 0; i < cex->wait.n; i++)
		print_wait(&c, &cex->wait.at[i]);
	print_cycle(&c);
	for (size_t i = 0; i < cex->order.n; i++)
		print_order(&c, &cex->order.at[i]);
	for (size_t i = 0; i < cex->access.n; i++)
		print_access(&c, &cex->access.at[i]);
	arena_close(c.arena);
}
