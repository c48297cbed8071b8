#include "symex/step/check/lock_order.h"

#include "symex/core/pointer.h"
#include "symex/observer.h"
#include "symex/step/check/condition.h"
#include "symex/step/value/show.h"
#include "util/base/intern.h"

static const struct lock_edge *next_edge(const struct state *st, uint32_t *at) {
	uint64_t value;
	if (!pmap_next(&st->order, *at, at, &value))
		return NULL;
	++*at;
	return (const struct lock_edge *)(uintptr_t)value;
}

/* Does the list contain a lock that no thread can hold while another one holds h? */
static bool excludes(const struct held *list, const struct held *h) {
	for (; list; list = list->up)
		if (term_eq(list->object, h->object) && !list->released.ix && !h->released.ix &&
		    (sync_is_exclusive(list->kind) || sync_is_exclusive(h->kind)))
			return true;
	return false;
}

/* Does a lock other than those of the two edges exclude that both are waited at together? */
static bool have_gate_lock(const struct lock_edge *a, const struct lock_edge *b) {
	for (const struct held *h = a->held; h; h = h->up)
		if (!term_eq(h->object, a->from) && !term_eq(h->object, a->to) && excludes(b->held, h))
			return true;
	return false;
}

enum { LONGEST_CYCLE = 8 };

struct lock_cycle {
	const struct lock_edge *edge[LONGEST_CYCLE]; /* the youngest first */
	uint32_t n;
};

/* Can a thread wait at the edge while others wait at those of the cycle? */
static bool fits(const struct lock_cycle *c, const struct lock_edge *e) {
	for (uint32_t i = 0; i < c->n; i++)
		if (c->edge[i]->tid == e->tid || have_gate_lock(c->edge[i], e))
			return false;
	return true;
}

static uint32_t order_property(struct symex *x, const struct state *st, term a, term b) {
	const struct type *pointer = type_void_pointer(x->prog->types);
	struct arena *arena = x->prog->arena;
	const struct observer *observer = x->observation.observer;
	x->observation.observer =
	    NULL; /* it may name the locks otherwise, but the property must be the same */
	const char *text =
	    intern_printf("locks %s and %s are taken in different orders",
	                  show_value(x, arena, pointer, a), show_value(x, arena, pointer, b));
	x->observation.observer = observer;
	return properties_get(x->properties, text, st->frame->function, PROPERTY_LOCK_ORDER,
	                      state_user_loc(st), text);
}

static bool holds(const struct held *list, term lock) {
	for (; list; list = list->up)
		if (term_eq(list->object, lock) && !list->released.ix)
			return true;
	return false;
}

/* An equal edge that the thread made before covers a new one, if all locks that it held then are
 * held now: fewer gate locks exclude the old edge. */
static bool covers(const struct lock_edge *e, const struct state *st) {
	for (const struct held *h = e->held; h; h = h->up)
		if (!holds(st->held, h->object))
			return false;
	return true;
}

static const struct lock_edge *add_edge(struct symex *x, struct state *st, term from,
                                        enum sync_kind kind, term to, term when) {
	const struct lock_edge *e;
	uint32_t last = 0;
	for (uint32_t i = 0; (e = next_edge(st, &i)); last = i)
		if (term_eq(e->from, from) && term_eq(e->to, to) && e->tid == st->tid &&
		    (term_is_true(x->ts, e->when) || term_eq(e->when, when)) && covers(e, st))
			return NULL;
	struct lock_edge *new = arena_new(x->pool.arena, struct lock_edge);
	*new = (struct lock_edge){from, to, when, st->tid, st->held, kind, state_user_loc(st)};
	pmap_set(&x->pool, &st->order, last, (uint64_t)(uintptr_t) new);
	return new;
}

/* Shows the cycle in the counterexample, if this is a replay. */
static void observe_cycle(struct symex *x, struct state *st, const struct lock_cycle *c) {
	for (uint32_t i = 0; i < c->n; i++)
		observe(x, lock_edge, st, c->edge[i], i == 0);
}

/* Searches for paths of edges from the end of the last edge to the start of the first.  false: the
 * path of the execution ends. */
static bool check_cycles(struct symex *x, struct state *st, struct lock_cycle *c, term when) {
	const struct lock_edge *first = c->edge[0], *e;
	term at = c->edge[c->n - 1]->to;
	bool goes_on = true;
	for (uint32_t i = 0; goes_on && c->n < LONGEST_CYCLE && (e = next_edge(st, &i));) {
		if (!term_eq(e->from, at) || !fits(c, e))
			continue;
		term both = term_and(x->ts, when, e->when);
		c->edge[c->n++] = e;
		if (term_eq(e->to, first->from) && !term_is_false(x->ts, both)) {
			observe_cycle(x, st, c);
			goes_on = step_check(x, st, order_property(x, st, first->from, first->to),
			                     term_not(x->ts, both));
		} else {
			goes_on = check_cycles(x, st, c, both);
		}
		c->n--;
	}
	return goes_on;
}

static bool check_edge(struct symex *x, struct state *st, enum sync_kind kind,
                       const struct pointee *from, const struct pointee *to, term held) {
	term when = term_and(x->ts, held, term_and(x->ts, from->guard, to->guard));
	if (!from->object || !to->object || term_is_false(x->ts, when))
		return true;
	if (!term_is_const(x->ts, from->offset) || !term_is_const(x->ts, to->offset)) {
		symex_unsupported(x, st, when, "order of locks in an array that inputs choose from");
		return true;
	}
	term p = ptr_make(x, from->object, from->offset), q = ptr_make(x, to->object, to->offset);
	struct lock_cycle c = {.n = 1};
	c.edge[0] = term_eq(p, q) ? NULL : add_edge(x, st, p, kind, q, when);
	return !c.edge[0] || check_cycles(x, st, &c, when);
}

bool lock_order_taken(struct symex *x, struct state *st, enum sync_kind kind, term lock) {
	bool goes_on = true;
	struct pointees to;
	ptr_targets(x, lock, &to);
	for (const struct held *h = st->held; h && goes_on; h = h->up) {
		struct pointees from;
		ptr_targets(x, h->object, &from);
		term held = h->released.ix ? term_not(x->ts, h->released) : term_true(x->ts);
		for (size_t i = 0; i < from.list.n; i++)
			for (size_t k = 0; k < to.list.n && goes_on; k++)
				goes_on = check_edge(x, st, kind, &from.list.at[i], &to.list.at[k], held);
		vec_free(&from.list);
	}
	vec_free(&to.list);
	return goes_on;
}
