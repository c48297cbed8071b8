/* Bounds of variables that every write keeps, as lemmas.
 *
 * A bound, such as 0 <= v, holds of every value that is ever read or written if it holds of the
 * initial value, and each thread that has only read values within the bound so far writes one that
 * is: the first write in the order of nodes that is not would contradict that.  Branches before a
 * write count, so a thread that decrements what it has found to be positive keeps 0 <= v, if a
 * lemma says that it has not changed since.
 *
 * Candidates are constants that values are compared with, and the initial values of these
 * variables.  All are assumed together, and those that a write may violate are dropped, until none
 * is.  For a write, only what the same thread has read before it may be assumed: later reads may
 * return what it has written.
 *
 * Another Houdini than those of sequential/invariant.h (one loop, executed again) and of
 * proof/search/candidate.c (views): here the induction is over the order of nodes. */
#include "solvers/term/term_walk.h"
#include "symex/events/encode/candidates.h"
#include "symex/events/local/derive.h"
#include "symex/events/local/local.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

enum {
	MOST_CELLS = 256,
	MOST_CONSTANTS = 6,           /* of a cell */
	FEW_WRITES = THRESHOLD(8, 1), /* of a cell, to drop most candidates soon */
	MOST_TERMS = 200000,          /* that are looked at for constants */
};

struct bounded_cell { /* bytes that are only accessed as a whole */
	uint32_t object;
	struct event_bytes at;
	bool is_none;
	VEC(uint32_t) read, write; /* events */
	VEC(int64_t) constant;
	VEC(uint32_t) candidate;
};

struct inductive {
	struct local_facts *l;
	struct events *e;
	VEC(struct bounded_cell) cell;
	struct map of;          /* object -> 1 + index of its last cell; the others are in 'next' */
	VEC(uint32_t) next;     /* by cell */
	VEC(uint32_t) by_event; /* 1 + cell; 0: none */
	struct map reader;      /* symbol -> cell */
	VEC(bool) is_possible;  /* by event: facts and candidates, at some time, allow the write */
};

/* --- Cells. --- */

static bool is_scalar(const struct event *ev) {
	return !ev->at.step && ev->at.n && ev->at.n <= 8 && ev->at.from != LIFETIME && ev->value.ix;
}

static bool has_width(const struct events *e, const struct event *ev) {
	return term_width(e->x->ts, ev->value) == ev->at.n * 8;
}

/* The cell of the event; 0: none.  Otherwise 1 + index. */
static uint32_t note_cell(struct inductive *d, const struct event *ev) {
	uint64_t first = 0;
	uint32_t found = 0;
	bool overlaps = !is_scalar(ev) || !has_width(d->e, ev);
	map_get(&d->of, ev->object, &first);
	for (uint32_t k = (uint32_t)first; k; k = d->next.at[k - 1])
		if (bytes_equal(d->cell.at[k - 1].at, ev->at))
			found = k;
	if (!found && d->cell.n < MOST_CELLS) {
		vec_push(&d->cell, ((struct bounded_cell){.object = ev->object, .at = ev->at}));
		vec_push(&d->next, (uint32_t)first);
		found = (uint32_t)d->cell.n;
		map_put(&d->of, ev->object, found);
	}
	for (uint32_t k = (uint32_t)first; k; k = d->next.at[k - 1]) {
		bool mixed = k != found && bytes_overlap(d->cell.at[k - 1].at, ev->at);
		d->cell.at[k - 1].is_none |= mixed;
		overlaps |= mixed;
	}
	if (found)
		d->cell.at[found - 1].is_none |= overlaps;
	return found;
}

static void collect_cells(struct inductive *d) {
	struct events *e = d->e;
	for (uint32_t i = 0; i < e->event.n; i++) {
		vec_push(&d->by_event, note_cell(d, &e->event.at[i]));
		vec_push(&d->is_possible, false);
	}
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *ev = &e->event.at[i];
		struct bounded_cell *c = d->by_event.at[i] ? &d->cell.at[d->by_event.at[i] - 1] : NULL;
		if (!c || c->is_none)
			continue;
		if (ev->kind == EVENT_WRITE)
			vec_push(&c->write, i);
		else if (!ev->is_sliced && term_kind(e->x->ts, ev->value) == TERM_VAR)
			vec_push(&c->read, i);
	}
	for (uint32_t k = 0; k < d->cell.n; k++)
		for (size_t i = 0; i < d->cell.at[k].read.n; i++)
			map_put(&d->reader, e->event.at[d->cell.at[k].read.at[i]].value.ix, k);
}

/* --- Candidates. --- */

static int64_t number(const struct bounded_cell *c, uint64_t bits) {
	uint32_t unused = 64 - c->at.n * 8;
	return (int64_t)(bits << unused) >> unused;
}

static void add_constant(struct bounded_cell *c, int64_t value) {
	for (size_t i = 0; i < c->constant.n; i++)
		if (c->constant.at[i] == value)
			return;
	if (c->constant.n < MOST_CONSTANTS && value == number(c, (uint64_t)value))
		vec_push(&c->constant, value);
}

/* A comparison of what was read with a constant. */
static void note_comparison(struct inductive *d, term t) {
	struct terms *ts = d->e->x->ts;
	for (uint32_t i = 0; i < 2; i++) {
		uint64_t bits, cell;
		if (!map_get(&d->reader, term_arg(ts, t, i).ix, &cell) ||
		    !term_get_u64(ts, term_arg(ts, t, 1 - i), &bits))
			continue;
		struct bounded_cell *c = &d->cell.at[cell];
		int64_t value = number(c, bits);
		add_constant(c, value);
		if (term_kind(ts, t) != TERM_EQ && value < INT64_MAX && value > INT64_MIN)
			add_constant(c, i ? value + 1 : value - 1);
	}
}

static void find_constants(struct inductive *d) {
	struct events *e = d->e;
	struct terms *ts = e->x->ts;
	struct term_walk w = {.terms = ts};
	for (size_t i = 0; i < e->event.n; i++) {
		term_walk_from(&w, e->event.at[i].guard);
		if (e->event.at[i].kind == EVENT_WRITE && e->event.at[i].value.ix)
			term_walk_from(&w, e->event.at[i].value);
	}
	for (size_t i = 0; i < e->condition.n; i++)
		term_walk_from(&w, e->condition.at[i].vc.violated);
	for (size_t i = 0; i < e->x->cut.n; i++)
		term_walk_from(&w, e->x->cut.at[i].guard);
	size_t n = 0;
	for (term t; n < MOST_TERMS && term_walk_next(&w, &t); n++) {
		enum term_kind kind = term_kind(ts, t);
		if (kind == TERM_EQ || kind == TERM_ULT || kind == TERM_SLT)
			note_comparison(d, t);
	}
	term_walk_end(&w);
}

static bool satisfies(const struct bounded_cell *c, enum side side, int64_t bound, int64_t value) {
	uint64_t mask = UINT64_MAX >> (64 - c->at.n * 8);
	switch (side) {
	case AT_LEAST: return value >= bound;
	case AT_MOST: return value <= bound;
	default: return bound >= 0 && ((uint64_t)value & mask) <= (uint64_t)bound;
	}
}

static term within(const struct inductive *d, const struct bound_candidate *k, term value) {
	struct terms *ts = d->e->x->ts;
	term bound = term_u64(ts, term_width(ts, value), (uint64_t)k->bound);
	switch (k->side) {
	case AT_LEAST: return term_sle(ts, bound, value);
	case AT_MOST: return term_sle(ts, value, bound);
	default: return term_ule(ts, value, bound);
	}
}

static void add_candidate(struct inductive *d, struct bound_candidate k) {
	struct bounded_cell *c = &d->cell.at[k.cell];
	vec_push(&d->l->candidate, k);
	vec_push(&c->candidate, (uint32_t)d->l->candidate.n - 1);
	for (size_t i = 0; i < c->read.n; i++) {
		term value = d->e->event.at[c->read.at[i]].value;
		local_add(d->l, c->read.at[i], within(d, &k, value), (uint32_t)d->l->candidate.n);
	}
}

static void add_candidates(struct inductive *d, uint32_t cell) {
	struct events *e = d->e;
	struct bounded_cell *c = &d->cell.at[cell];
	uint64_t bits;
	if (c->is_none || !c->read.n || !c->write.n || !c->constant.n ||
	    !term_get_u64(e->x->ts, read_initial(e, c->read.at[0]), &bits))
		return;
	int64_t initial = number(c, bits);
	add_constant(c, initial);
	for (size_t i = 0; i < c->constant.n; i++)
		for (int side = 0; side < SIDES; side++)
			if (satisfies(c, side, c->constant.at[i], initial))
				add_candidate(d, (struct bound_candidate){cell, side, c->constant.at[i], false});
}

/* --- Induction. --- */

/* Does the write keep what is claimed of its value, if the candidates hold before?  Most values are
 * constants, which violate the claim if the write happens at all: candidates are only dropped, so a
 * write that can happen need not be looked at again. */
static bool keeps(struct inductive *d, uint32_t write, term claim) {
	struct terms *ts = d->e->x->ts;
	const struct event *w = &d->e->event.at[write];
	bool is_certain = term_is_false(ts, claim);
	if (is_certain && d->is_possible.at[write])
		return false;
	term violates = term_and(ts, w->pointer_guard, term_not(ts, claim));
	bool kept = local_refute(d->l, w->path, violates, write);
	d->is_possible.at[write] |= is_certain && !kept;
	return kept;
}

/* Drops the candidates that the write may violate; false: there are none. */
static bool drop_violated(struct inductive *d, const struct bounded_cell *c, uint32_t write) {
	struct terms *ts = d->e->x->ts;
	term value = d->e->event.at[write].value, all = term_true(ts);
	bool dropped = false;
	for (size_t i = 0; i < c->candidate.n; i++) {
		const struct bound_candidate *k = &d->l->candidate.at[c->candidate.at[i]];
		if (!k->is_dropped)
			all = term_and(ts, all, within(d, k, value));
	}
	if (keeps(d, write, all))
		return false;
	for (size_t i = 0; i < c->candidate.n; i++) {
		struct bound_candidate *k = &d->l->candidate.at[c->candidate.at[i]];
		if (k->is_dropped || keeps(d, write, within(d, k, value)))
			continue;
		k->is_dropped = dropped = true;
	}
	return dropped;
}

/* Looks at so many writes of each cell; false: no candidate was dropped. */
static bool drop_some(struct inductive *d, size_t most) {
	bool dropped = false;
	for (size_t k = 0; k < d->cell.n; k++) {
		const struct bounded_cell *c = &d->cell.at[k];
		size_t step = c->write.n > most ? c->write.n / most : 1;
		for (size_t i = 0; i < c->write.n && c->candidate.n && !symex_stop; i += step)
			dropped |= drop_violated(d, c, c->write.at[i]);
	}
	return dropped;
}

/* Looks at the last write of each cell, which shows most of the useless candidates to be wrong. */
static void drop_first(struct inductive *d) {
	for (size_t k = 0; k < d->cell.n && !symex_stop; k++)
		if (d->cell.at[k].candidate.n)
			drop_violated(d, &d->cell.at[k], vec_last(&d->cell.at[k].write));
}

/* What is left holds; true: something is. */
static bool keep_rest(struct inductive *d) {
	struct local_facts *l = d->l;
	size_t n = 0;
	for (size_t i = 0; i < l->candidate.n; i++)
		n += !l->candidate.at[i].is_dropped;
	for (size_t i = 0; i < l->fact.n; i++)
		if (l->fact.at[i].candidate && !l->candidate.at[l->fact.at[i].candidate - 1].is_dropped) {
			l->fact.at[i].candidate = 0;
			l->fact.at[i].is_bound = true;
		}
	diag_say(2, "induction: %zu of %zu bounds hold", n, l->candidate.n);
	return n > 0;
}

static void forget(struct inductive *d) {
	for (size_t i = 0; i < d->cell.n; i++) {
		vec_free(&d->cell.at[i].read);
		vec_free(&d->cell.at[i].write);
		vec_free(&d->cell.at[i].constant);
		vec_free(&d->cell.at[i].candidate);
	}
	vec_free(&d->cell);
	vec_free(&d->next);
	vec_free(&d->by_event);
	vec_free(&d->is_possible);
	map_free(&d->of);
	map_free(&d->reader);
}

bool inductive_derive(struct local_facts *l) {
	struct inductive d = {.l = l, .e = l->e};
	collect_cells(&d);
	find_constants(&d);
	for (uint32_t k = 0; k < d.cell.n; k++)
		add_candidates(&d, k);
	drop_first(&d);
	bool found = l->candidate.n && local_may_exclude(l);
	while (found && (drop_some(&d, FEW_WRITES) || drop_some(&d, SIZE_MAX)))
		continue;
	found = found && !symex_stop && keep_rest(&d);
	forget(&d);
	return found;
}
