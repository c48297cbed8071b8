/* Waiting: rounds of a loop after which everything is as before.
 *
 * If a thread writes nothing in a round, and its registers have the values again that they had
 * before it, then the execution without that round is one, too: it has fewer reads, and all else is
 * the same, with no more order between accesses than before.  So a round is followed by another one
 * only if it has changed something, and busy waiting needs one round, however long it takes.
 *
 * Whether it has is a condition, so that loops around a compare-exchange, which writes or not, and
 * loops that remember what they have read come to an end, too.
 *
 * Only under models whose executions are not interleavings, since there is no search of states that
 * could take over where loops go on; and where it is asked whether threads end (spin.c).  There, a
 * round with a choice counts as a change: the environment may decide otherwise in the next one. */

#include "symex/events/execute/rounds.h"

#include "goto/analysis/live.h"
#include "symex/core/location.h"
#include "symex/core/value.h"
#include "symex/explore/dead.h"
#include "symex/memory/content.h"
#include "symex/memory/store.h"

struct round { /* how it was where the round began */
	struct pmap reg, mem;
	const struct guard *path;
	size_t events, choices;
	uint32_t nthreads;
	bool is_one; /* of one path */
};

void rounds_forget(struct events *e) {
	map_clear(&e->rounds.at);
	e->rounds.open.n = 0;
}

void rounds_begin(struct events *e, struct state *st) {
	struct symex *x = e->x;
	if (!e->execution.live)
		e->execution.live = live_open();
	dead_forget(x, e->execution.live, st);
	pmap_snapshot(&x->pool);
	struct round r = {.reg = st->reg,
	                  .mem = st->mem,
	                  .path = st->guard,
	                  .events = e->event.n,
	                  .choices = x->choice.n,
	                  .nthreads = st->nthreads,
	                  .is_one = true};
	uint32_t here = location_of(x, st);
	uint64_t known;
	if (!map_get(&e->rounds.at, here, &known)) {
		map_put(&e->rounds.at, here, e->rounds.open.n);
		vec_push(&e->rounds.open, r);
		return;
	}
	struct round *old = &e->rounds.open.at[known];
	r.is_one = old->is_one && guard_implies(st->guard, old->path);
	*old = r;
}

struct change {
	struct symex *x;
	term is;
};

static void each_register(void *context, uint32_t key, uint64_t before, uint64_t after) {
	struct change *d = context;
	struct terms *ts = d->x->ts;
	(void)key;
	if (reg_kind(before) >= REG_COUNT || reg_kind(after) >= REG_COUNT)
		return; /* counters of loops */
	term a = before ? reg_term(d->x, before) : NO_TERM, b = after ? reg_term(d->x, after) : NO_TERM;
	bool same_sort = a.ix && b.ix && term_width(ts, a) == term_width(ts, b);
	d->is = term_or(ts, d->is, same_sort ? term_not(ts, term_equal(ts, a, b)) : term_true(ts));
}

struct contents {
	struct change *d;
	const struct content *before, *after;
};

/* Do they differ in cells only? */
static bool have_cells(const struct content *a, const struct content *b) {
	return a && b && a->fill == b->fill && a->choice == b->choice && a->lazy == b->lazy &&
	       !a->elem && !b->elem;
}

static void each_cell(void *context, uint32_t at, uint64_t before, uint64_t after) {
	struct contents *c = context;
	struct symex *x = c->d->x;
	struct scalar s = cell_access(after ? after : before);
	if ((!before || !after) && c->before->fill != FILL_ZERO) {
		c->d->is = term_true(x->ts);
		return;
	}
	term a = content_read(x, c->before, at, s), b = content_read(x, c->after, at, s);
	c->d->is = term_or(x->ts, c->d->is, term_not(x->ts, term_equal(x->ts, a, b)));
}

static void each_object(void *context, uint32_t key, uint64_t before, uint64_t after) {
	struct change *d = context;
	struct content *initial = d->x->object.at[key].initial;
	struct contents c = {.d = d, .before = initial, .after = initial};
	if (before)
		c.before = (const struct content *)(uintptr_t)before;
	if (after)
		c.after = (const struct content *)(uintptr_t)after;
	if (have_cells(c.before, c.after))
		pmap_diff(&c.before->cells, &c.after->cells, each_cell, &c);
	else
		d->is = term_true(d->x->ts);
}

/* A read-modify-write may write what it has
 * read, as an exchange that finds a lock taken does; without it, who reads from it reads the same
 * from its source, with no more order than before. */
term rounds_writes(const struct events *e, size_t write) {
	struct terms *ts = e->x->ts;
	const struct event *w = &e->event.at[write];
	for (size_t i = write; e->node.at[w->node].is_operation && i-- > 0;) {
		const struct event *r = &e->event.at[i];
		if (r->node != w->node)
			break;
		if (r->kind == EVENT_READ && r->object == w->object && bytes_equal(r->at, w->at) &&
		    term_eq(r->offset, w->offset) && r->value.ix && w->value.ix &&
		    term_width(ts, r->value) == term_width(ts, w->value))
			return term_and(ts, w->guard, term_not(ts, term_equal(ts, r->value, w->value)));
	}
	return w->guard;
}

/* Is one of the choices from 'first' on the value of something else than a variable that is not
 * initialised? */
static bool has_chosen(const struct symex *x, size_t first) {
	for (size_t i = first; i < x->choice.n; i++)
		if (x->choice.at[i].kind != CHOICE_UNINIT)
			return true;
	return false;
}

size_t rounds_first_event(const struct events *e) {
	return e->rounds.first;
}

term rounds_changed(struct events *e, struct state *st, uint32_t head) {
	struct symex *x = e->x;
	struct state there = *st;
	struct change d = {x, term_true(x->ts)};
	uint64_t known;
	there.pc = head;
	pmap_snapshot(&x->pool);
	dead_forget(x, e->execution.live, &there);
	if (!map_get(&e->rounds.at, location_of(x, &there), &known))
		return d.is;
	const struct round *r = &e->rounds.open.at[known];
	if (!r->is_one || r->nthreads != st->nthreads || (spin_wanted(e) && has_chosen(x, r->choices)))
		return d.is;
	e->rounds.first = r->events;
	d.is = term_false(x->ts);
	pmap_diff(&r->mem, &st->mem, each_object, &d);
	pmap_diff(&r->reg, &there.reg, each_register, &d);
	for (size_t i = r->events; i < e->event.n && !term_is_true(x->ts, d.is); i++)
		if (e->event.at[i].kind == EVENT_WRITE && e->node.at[e->event.at[i].node].tid == st->tid)
			d.is = term_or(x->ts, d.is, rounds_writes(e, i));
	return d.is;
}
