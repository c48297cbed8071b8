/* Conflicting accesses that nothing orders, as a formula.
 *
 * Two threads are about to access the same bytes if one access happens first and, when it does,
 * the other thread has come to its own: the node before that happens before the first access.
 *
 * explore/race.h has the definition, over states.  Under C11, and where the program has weaker
 * orders (explore/vector_clock.h), the two need not meet: neither happens before the other. */

#include "symex/events/encode/events_race.h"

#include "symex/config.h"
#include "symex/events/encode/happens_before.h"
#include "symex/events/record/before.h"
#include "symex/explore/race.h"
#include "symex/step/value/access.h"

static bool counts(struct events *e, const struct event *ev) {
	const struct object *o = &e->x->object.at[ev->object];
	if (!ev->is_user || o->kind == OBJECT_INTERNAL)
		return false;
	/* The end of a block conflicts with accesses to it; that of a variable is no access. */
	if (ev->at.from == LIFETIME)
		return ev->kind == EVENT_WRITE && ev->ins->kind == INS_CALL && o->kind == OBJECT_HEAP;
	return !(o->symbol && o->symbol->is_model && !o->symbol->is_hidden_state);
}

static term conflict(struct events *e, const struct event *a, const struct event *b) {
	bool ends = a->at.from == LIFETIME || b->at.from == LIFETIME;
	return ends ? term_true(e->x->ts) : event_overlap(e, a, b);
}

/* The condition that the node 'first' happens when the thread of 'second' has come there. */
static term meets(struct events *e, uint32_t first, uint32_t second) {
	const struct event_node *n = &e->node.at[second];
	uint32_t up = e->thread.at[n->tid].node.at[n->index - 1];
	if (memory_before(e, first, up))
		return term_false(e->x->ts);
	term ready =
	    memory_before(e, up, first) ? term_true(e->x->ts) : order_before(e->order, up, first);
	return term_and(e->x->ts, ready, order_before(e->order, first, second));
}

static bool is_part_of(const struct expr *e, const struct symbol *s) {
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL && e->symbol == s;
}

/* The lvalue below 'e' that is read; with a symbol, one of that variable.  NULL: none. */
static const struct expr *find_lvalue(const struct expr *e, const struct symbol *s) {
	if (!e || (expr_is_lvalue(e) && (!s || is_part_of(e, s))))
		return e;
	const struct expr *found = NULL;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = find_lvalue(e->arg[i], s);
	return found;
}

static const struct expr *lvalue_of(const struct events *e, const struct event *ev) {
	const struct symbol *s = e->x->object.at[ev->object].symbol;
	const struct ins *i = ev->ins;
	if (ev->kind == EVENT_WRITE)
		return i->lhs;
	const struct expr *found = find_lvalue(i->rhs, s);
	return found ? found : find_lvalue(i->lhs, s);
}

static struct next_access access_of(struct events *e, const struct event *ev) {
	struct next_access a = {.tid = e->node.at[ev->node].tid, .ins = ev->ins};
	term offset = ev->at.from == LIFETIME ? term_u64(e->x->ts, e->x->address_bits, 0) : ev->offset;
	a.pointer = ptr_make(e->x, ev->object, offset);
	a.lvalue = ev->in_section ? NULL : lvalue_of(e, ev);
	return a;
}

/* Do creation or join see to it that the accesses of different threads never meet? */
static bool are_ordered(const struct events *e, uint32_t a, uint32_t b) {
	return model_allows(e->model, LEMMA_ORDERED_PAIR) &&
	       (issue_before(e, a, b) || issue_before(e, b, a));
}

/* The condition that nothing orders the accesses of a C11 program. */
static term races(struct events *e, uint32_t a, uint32_t b) {
	struct terms *ts = e->x->ts;
	return term_not(ts, term_or(ts, hb_ordered(e, a, b), hb_ordered(e, b, a)));
}

/* Are they in one order anyway?  An atomic section of the user is none for what is outside of it
 * under C11. */
static bool are_atomic(const struct events *e, const struct event *a, const struct event *b) {
	return e->hb ? a->order != MEM_PLAIN && b->order != MEM_PLAIN : a->is_atomic && b->is_atomic;
}

/* The condition that the threads come to the two accesses at the same time. */
static term meet(struct events *e, const struct event *a, const struct event *b) {
	/* What a section accesses may depend on the other access; and a freed block has no accesses. */
	bool a_first = !b->in_section && (a->at.from != LIFETIME || b->at.from == LIFETIME);
	bool b_first = !a->in_section && (b->at.from != LIFETIME || a->at.from == LIFETIME);
	term met = term_false(e->x->ts);
	if (a_first)
		met = term_or(e->x->ts, met, meets(e, a->node, b->node));
	if (b_first)
		met = term_or(e->x->ts, met, meets(e, b->node, a->node));
	return met;
}

static void check_pair(struct events *e, uint32_t i, uint32_t k) {
	struct terms *ts = e->x->ts;
	const struct event *a = &e->event.at[i], *b = &e->event.at[k];
	if (a->kind == EVENT_READ && b->kind == EVENT_READ)
		return;
	if (are_atomic(e, a, b) || e->node.at[a->node].tid == e->node.at[b->node].tid ||
	    are_ordered(e, a->node, b->node))
		return;
	if (!a->value.ix || !b->value.ix) {
		events_unsupported(e, a->value.ix ? b->loc : a->loc,
		                   "a block of symbolic length in shared memory");
		return;
	}
	term both = term_and(ts, term_and(ts, a->guard, b->guard), conflict(e, a, b));
	if (term_is_false(ts, both))
		return;
	term met = e->hb ? races(e, i, k) : meet(e, a, b);
	struct condition c = {.node = NO_NODE, .first = i, .second = k};
	c.vc.violated = term_and(ts, both, met);
	if (term_is_false(ts, c.vc.violated))
		return;
	struct next_access na = access_of(e, a), nb = access_of(e, b);
	const struct event *at = a->kind == EVENT_WRITE ? a : b;
	c.vc.loc = at->in_section ? e->node.at[at->node].loc : at->loc;
	c.vc.property = race_property(e->x, at->function, c.vc.loc, &na, &nb);
	vec_push(&e->condition, c);
}

void race_encode(struct events *e) {
	if (!events_check_races(e))
		return;
	for (uint32_t i = 0; i < e->event.n; i++)
		for (uint32_t k = i + 1; k < e->event.n && counts(e, &e->event.at[i]); k++)
			if (e->event.at[k].object == e->event.at[i].object && counts(e, &e->event.at[k]))
				check_pair(e, i, k);
}
