/* Intervals of what reads return, as lemmas.
 *
 * A read returns the initial value or one that is written to its bytes: it is in the hull of the
 * intervals of all these.  What a write computes from other reads has an interval if they have one;
 * intervals grow from those of the initial values until nothing changes, and those that go on
 * growing are dropped.
 *
 * Intervals of operations are those of solvers/term/range.h. solvers/order/order_range.c bounds
 * reads by their place in the order, which is only known once the formula is made. */
#include "solvers/term/range.h"
#include "symex/events/encode/candidates.h"
#include "symex/events/local/derive.h"
#include "symex/events/local/local.h"

enum { MOST_CELLS = 64, MOST_GROWTH = 8, MOST_OPERATIONS = 60 };

struct interval_cell { /* bytes that are written */
	struct event_bytes at;
	VEC(uint32_t) write; /* events */
	bool is_empty;       /* so far, no write has an interval */
	bool is_unknown;
	struct range range;
};

struct cells { /* of an object */
	VEC(struct interval_cell) at;
};

struct intervals {
	struct local_facts *l;
	struct events *e;
	struct map of; /* object -> index in 'object' */
	VEC(struct cells) object;
};

static struct cells *cells_of(const struct intervals *v, uint32_t object) {
	uint64_t ix;
	return map_get(&v->of, object, &ix) ? &v->object.at[ix] : NULL;
}

static struct interval_cell *cell_of(struct cells *o, struct event_bytes at) {
	for (size_t i = 0; i < o->at.n; i++)
		if (bytes_equal(o->at.at[i].at, at))
			return &o->at.at[i];
	vec_push(&o->at, ((struct interval_cell){.at = at, .is_empty = true}));
	return &vec_last(&o->at);
}

static void collect(struct intervals *v) {
	for (uint32_t i = 0; i < v->e->event.n; i++) {
		const struct event *ev = &v->e->event.at[i];
		if (ev->kind == EVENT_READ)
			continue;
		struct cells *o = cells_of(v, ev->object);
		if (!o) {
			map_put(&v->of, ev->object, v->object.n);
			vec_push(&v->object, ((struct cells){0}));
			o = &vec_last(&v->object);
		}
		if (o->at.n <= MOST_CELLS)
			vec_push(&cell_of(o, ev->at)->write, i);
	}
}

static void forget(struct intervals *v) {
	for (size_t i = 0; i < v->object.n; i++) {
		for (size_t k = 0; k < v->object.at[i].at.n; k++)
			vec_free(&v->object.at[i].at.at[k].write);
		vec_free(&v->object.at[i].at);
	}
	vec_free(&v->object);
	map_free(&v->of);
}

/* Are the bytes elements of one size, which never overlap in part? */
static bool is_aligned(struct event_bytes a, struct event_bytes b) {
	return a.n == b.n && a.n && !(a.step % a.n) && !(b.step % a.n) && !((a.from - b.from) % a.n);
}

static void widen(struct range *r, bool *is_empty, struct range by) {
	if (*is_empty || by.lo < r->lo)
		r->lo = by.lo;
	if (*is_empty || by.hi > r->hi)
		r->hi = by.hi;
	*is_empty = false;
}

/* What the read returns, as far as it is known yet; false: it may be anything. */
static bool returned(const struct intervals *v, uint32_t read, struct range *r) {
	struct events *e = v->e;
	const struct event *ev = &e->event.at[read];
	const struct cells *o = cells_of(v, ev->object);
	bool is_empty = false;
	if (ev->at.from == LIFETIME || (o && o->at.n > MOST_CELLS) ||
	    !range_signed(e->x->ts, read_initial(e, read), r))
		return false;
	for (size_t i = 0; o && i < o->at.n; i++) {
		const struct interval_cell *c = &o->at.at[i];
		if (!bytes_overlap(c->at, ev->at))
			continue;
		if (c->is_unknown || !is_aligned(c->at, ev->at))
			return false;
		if (!c->is_empty)
			widen(r, &is_empty, c->range);
	}
	return true;
}

/* Implements 'of' of struct range_given. */
static bool range_of_variable(void *context, term var, struct range *r) {
	const struct intervals *v = context;
	uint64_t read;
	return map_get(&v->l->reader, var.ix, &read) && returned(v, (uint32_t)read, r);
}

/* true: the interval has grown. */
static bool grow(struct intervals *v, struct interval_cell *c) {
	struct events *e = v->e;
	struct range_given given = {range_of_variable, v, MOST_OPERATIONS};
	struct range old = c->range;
	bool was_empty = c->is_empty;
	for (size_t i = 0; i < c->write.n && !c->is_unknown; i++) {
		term value = e->event.at[c->write.at[i]].value;
		struct range r;
		if (!value.ix || term_width(e->x->ts, value) != c->at.n * 8 ||
		    !range_signed_given(e->x->ts, value, &given, &r))
			c->is_unknown = true;
		else
			widen(&c->range, &c->is_empty, r);
	}
	return c->is_unknown || c->is_empty != was_empty ||
	       (!was_empty && (c->range.lo < old.lo || c->range.hi > old.hi));
}

/* Grows all intervals once; gives_up: those that still grow are dropped. */
static bool grow_all(struct intervals *v, bool gives_up) {
	bool any = false;
	for (size_t i = 0; i < v->object.n; i++)
		for (size_t k = 0; k < v->object.at[i].at.n; k++) {
			struct interval_cell *c = &v->object.at[i].at.at[k];
			if (c->is_unknown || !grow(v, c))
				continue;
			c->is_unknown |= gives_up;
			any = true;
		}
	return any;
}

static term within(struct terms *ts, term value, struct range r) {
	uint32_t width = term_width(ts, value);
	term low = term_u64(ts, width, (uint64_t)r.lo), high = term_u64(ts, width, (uint64_t)r.hi);
	return term_and(ts, term_sle(ts, low, value), term_sle(ts, value, high));
}

static void add_interval(struct intervals *v, uint32_t read, term within) {
	local_add(v->l, read, within, 0);
	vec_push(&v->e->facts.interval, ((struct interval){read, within}));
}

static void add_intervals(struct intervals *v) {
	struct events *e = v->e;
	struct terms *ts = e->x->ts;
	for (unsigned n = 0; grow_all(v, n >= MOST_GROWTH);)
		n++;
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *r = &e->event.at[i];
		struct range range;
		if (r->kind == EVENT_READ && !r->is_sliced && r->value.ix &&
		    term_kind(ts, r->value) == TERM_VAR && term_width(ts, r->value) == r->at.n * 8 &&
		    r->at.n <= 8 && returned(v, i, &range))
			add_interval(v, i, within(ts, r->value, range));
	}
}

void interval_derive(struct local_facts *l) {
	struct intervals v = {.l = l, .e = l->e};
	collect(&v);
	add_intervals(&v);
	forget(&v);
}
