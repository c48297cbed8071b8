/* What a thread has written and nobody else can have changed since: the number of the owner of a
 * lock, also if it is only known at run time which lock of an array it is.
 *
 * A thread writes a constant, and reads the same word later.  A write of another thread cannot come
 * between the two if its node has found a different constant in the word: at the first such write,
 * the word would still have the constant of the reader.  The model of a mutex is used like that, if
 * the use of locks is checked: a lock finds 0, and an unlock the number of its thread. */
#include "symex/events/encode/lock_owner.h"

#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"

enum { MOST_BETWEEN = 4, MOST_CONDITIONS = 20 };

/* Both are to the same bytes whenever they happen. */
static bool same_word(const struct event *a, const struct event *b) {
	return a->object == b->object && bytes_equal(a->at, b->at) && term_eq(a->offset, b->offset) &&
	       term_eq(a->pointer_guard, b->pointer_guard);
}

/* If they overlap, they are to the same bytes. */
static bool is_aligned(const struct event *a, const struct event *b) {
	uint64_t n = a->at.n;
	return b->at.n == n && a->at.step % n == 0 && b->at.step % n == 0 &&
	       (a->at.from - b->at.from) % n == 0;
}

/* Is the condition, or a part of it, that the variable is a constant? */
static bool says_value(const struct terms *ts, term condition, term var, uint64_t *value,
                       unsigned depth) {
	enum term_kind kind = term_kind(ts, condition);
	if (kind != TERM_EQ && (kind != TERM_AND || !depth))
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		term a = term_arg(ts, condition, i);
		if (kind == TERM_AND
		        ? says_value(ts, a, var, value, depth - 1)
		        : term_eq(a, var) && term_get_u64(ts, term_arg(ts, condition, 1 - i), value))
			return true;
	}
	return false;
}

/* The read of the word in the node of the write, with no write between them; NULL: there is none.
 */
static const struct event *read_for(const struct events *e, uint32_t write) {
	const struct event *w = &e->event.at[write];
	for (uint32_t i = write; i-- > 0 && e->event.at[i].node == w->node;) {
		const struct event *r = &e->event.at[i];
		if (r->object != w->object || !bytes_overlap(r->at, w->at))
			continue;
		if (r->kind == EVENT_WRITE)
			return NULL;
		if (same_word(r, w) && r->value.ix && guard_implies(w->path, r->path))
			return r;
	}
	return NULL;
}

/* Does the write happen only if the word has a certain value? */
static const struct replaced *replaced_by(struct events *e, uint32_t write) {
	struct sections *s = e->sections;
	if (!s->replaced)
		s->replaced = mem_alloc((e->event.n + 1) * sizeof *s->replaced);
	struct replaced *v = &s->replaced[write];
	if (v->is_looked_up)
		return v;
	v->is_looked_up = true;
	const struct event *r = read_for(e, write);
	unsigned n = 0;
	for (const struct guard *g = e->event.at[write].path; r && g && n++ < MOST_CONDITIONS;
	     g = g->up)
		v->is_known |= !v->is_known && says_value(e->x->ts, g->condition, r->value, &v->value, 3);
	return v;
}

/* The last write of its thread before the read that must be to its word.  *unless: the condition
 * that one after that is to it, too.  NO_EVENT: not found. */
static uint32_t own_write(struct events *e, uint32_t read, term *unless) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	unsigned between = 0;
	*unless = term_false(ts);
	for (uint32_t i = read; i-- > 0 && same_thread(e, &e->event.at[i], r);) {
		const struct event *w = &e->event.at[i];
		if (w->kind != EVENT_WRITE || w->object != r->object || !bytes_overlap(w->at, r->at))
			continue;
		if (!w->value.ix || !is_aligned(w, r))
			return NO_EVENT;
		if (same_word(w, r) && guard_implies(r->path, w->path))
			return i;
		if (between++ == MOST_BETWEEN)
			return NO_EVENT;
		term same = term_equal(ts, w->offset, r->offset);
		*unless = term_or(ts, *unless, term_and(ts, w->guard, same));
	}
	return NO_EVENT;
}

/* Is the access sequentially consistent? */
static bool is_consistent(const struct events *e, uint32_t event) {
	return model_interleaves(e->model) || e->node.at[e->event.at[event].node].in_model;
}

/* Can the write of another thread not come between the two? */
static bool stays_out(struct events *e, uint32_t write, uint32_t first, uint32_t read,
                      uint64_t value) {
	const struct event *w = &e->event.at[write], *r = &e->event.at[read];
	if (!bytes_overlap(w->at, r->at) || same_thread(e, w, r) ||
	    memory_before(e, w->node, e->event.at[first].node) || memory_before(e, r->node, w->node))
		return true;
	const struct replaced *v = is_aligned(w, r) ? replaced_by(e, write) : NULL;
	return v && v->is_known && v->value != value;
}

bool owner_finds(struct events *e, uint32_t read, const uint32_t *write, size_t n, term *holds,
                 bool *is_all) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	uint64_t value;
	term unless;
	if (!r->value.ix || !r->offset.ix || r->at.from == LIFETIME)
		return false;
	uint32_t first = is_consistent(e, read) ? own_write(e, read, &unless) : NO_EVENT;
	if (first == NO_EVENT || !term_get_u64(ts, e->event.at[first].value, &value) ||
	    term_width(ts, e->event.at[first].value) != term_width(ts, r->value))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!is_consistent(e, write[i]) || !stays_out(e, write[i], first, read, value))
			return false;
	*holds = term_or(ts, unless, term_equal(ts, r->value, e->event.at[first].value));
	*is_all = term_is_false(ts, unless);
	return true;
}
