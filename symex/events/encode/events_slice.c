/* Slicing: reads whose values nothing depends on are not encoded.
 *
 * Needed are the values that conditions, guards, offsets and waits mention.  If the value of a read
 * is needed, so are the values of the writes that it may find, and what these are computed from.
 * Everything else, such as the accesses to a counter that no assertion and no branch looks at,
 * keeps its place in the order but has no value.
 *
 * What no execution depends on is already gone (goto/slice/slice.h). This knows which terms are
 * left after symbolic execution, so it drops more, and only from this formula. */
#include "symex/events/encode/events_slice.h"

#include "solvers/term/term_walk.h"
#include "symex/events/execute/events_history.h"
#include "util/text/diag.h"

struct written_object { /* to one object */
	VEC(uint32_t) write;
};

struct slicer {
	struct events *e;
	struct map seen;   /* terms */
	struct map reader; /* variable -> read that it is the value of, or a part of it */
	VEC(term) todo;
	struct map of; /* object -> index in 'object' */
	VEC(struct written_object) object;
	size_t reads, needed;
};

static void push(struct slicer *s, term t) {
	if (t.ix && !map_get(&s->seen, t.ix, NULL)) {
		map_put(&s->seen, t.ix, 1);
		vec_push(&s->todo, t);
	}
}

static struct written_object *accesses_of(struct slicer *s, uint32_t object, bool make) {
	uint64_t ix;
	if (map_get(&s->of, object, &ix))
		return &s->object.at[ix];
	if (!make)
		return NULL;
	map_put(&s->of, object, s->object.n);
	vec_push(&s->object, ((struct written_object){0}));
	return &vec_last(&s->object);
}

/* Notes which variables the value of a read consists of: one, or those of a pointer. */
static void note_variables(struct slicer *s, uint32_t read) {
	struct term_walk w = {.terms = s->e->x->ts};
	term_walk_from(&w, s->e->event.at[read].value);
	for (term t; term_walk_next(&w, &t);)
		if (term_kind(w.terms, t) == TERM_VAR)
			map_put(&s->reader, t.ix, read);
	term_walk_end(&w);
}

static void push_term(void *context, term t) {
	push(context, t);
}

static void push_roots(struct slicer *s) {
	struct events *e = s->e;
	struct symex *x = e->x;
	for (size_t i = 0; i < e->node.n; i++) {
		push(s, e->node.at[i].guard);
		push(s, e->node.at[i].done);
	}
	for (size_t i = 0; i < e->event.n; i++) {
		push(s, e->event.at[i].guard);
		push(s, e->event.at[i].offset);
		push(s, e->event.at[i].pointer_guard);
	}
	for (size_t i = 0; i < e->stop.n; i++)
		push(s, e->stop.at[i].when);
	for (size_t i = 0; i < e->branches.frontier.n; i++)
		push(s, e->branches.frontier.at[i].when);
	for (size_t i = 0; i < e->branches.fork.n; i++) {
		push(s, e->branches.fork.at[i].guard);
		push(s, e->branches.fork.at[i].jumps);
	}
	for (size_t i = 0; i < e->condition.n; i++)
		push(s, e->condition.at[i].vc.violated);
	for (size_t i = 0; i < e->waiting.n; i++) {
		push(s, e->waiting.at[i].guard);
		push(s, e->waiting.at[i].condition);
		push(s, e->waiting.at[i].holder);
	}
	for (size_t i = 0; i < e->spin.n; i++)
		push(s, e->spin.at[i].when);
	history_roots(e, push_term, s);
	for (size_t i = 0; i < e->thread.n; i++)
		push(s, e->thread.at[i].ended);
	for (size_t i = 0; i < x->assumption.n; i++)
		push(s, x->assumption.at[i]);
	for (size_t i = 0; i < x->choice.n; i++)
		push(s, x->choice.at[i].guard);
	for (size_t i = 0; i < x->cut.n; i++)
		push(s, x->cut.at[i].guard);
}

/* The value of the read is needed. */
static void need(struct slicer *s, struct event *r) {
	if (!r->is_sliced)
		return;
	r->is_sliced = false;
	s->needed++;
	push(s, r->value);
	const struct written_object *a = accesses_of(s, r->object, false);
	for (size_t i = 0; a && i < a->write.n; i++) {
		const struct event *w = &s->e->event.at[a->write.at[i]];
		if (bytes_overlap(w->at, r->at))
			push(s, w->value);
	}
}

static void visit(struct slicer *s, term t) {
	struct terms *ts = s->e->x->ts;
	uint64_t read;
	if (term_kind(ts, t) == TERM_VAR && map_get(&s->reader, t.ix, &read))
		need(s, &s->e->event.at[read]);
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		push(s, term_arg(ts, t, i));
}

/* The content of a block of symbolic length is not the value of its event. */
static bool has_blocks(const struct events *e) {
	for (size_t i = 0; i < e->event.n; i++)
		if (!e->event.at[i].value.ix)
			return true;
	return false;
}

void slice(struct events *e) {
	struct slicer s = {.e = e};
	if (has_blocks(e))
		return;
	for (uint32_t i = 0; i < e->event.n; i++) {
		struct event *ev = &e->event.at[i];
		if (ev->kind == EVENT_WRITE) {
			struct written_object *a = accesses_of(&s, ev->object, true);
			vec_push(&a->write, i);
		} else {
			ev->is_sliced = true;
			s.reads++;
			note_variables(&s, i);
		}
	}
	push_roots(&s);
	while (s.todo.n)
		visit(&s, vec_pop(&s.todo));
	diag_say(2, "slicing: %zu of %zu reads are needed", s.needed, s.reads);
	for (size_t i = 0; i < s.object.n; i++)
		vec_free(&s.object.at[i].write);
	vec_free(&s.object);
	vec_free(&s.todo);
	map_free(&s.seen);
	map_free(&s.reader);
	map_free(&s.of);
}
