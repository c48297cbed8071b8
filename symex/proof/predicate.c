#include "symex/proof/predicate.h"

#include <string.h>

static const struct new_value *change_of(const struct edge *e, uint32_t part) {
	for (uint32_t i = 0; i < e->nshared; i++)
		if (e->shared[i].part == part)
			return &e->shared[i];
	return NULL;
}

static bool mentions(const struct terms *ts, term t, term atom, int depth) {
	if (term_eq(t, atom))
		return true;
	enum term_kind k = term_kind(ts, t);
	if (!depth || (k != TERM_AND && k != TERM_NOT))
		return false;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (mentions(ts, term_arg(ts, t, i), atom, depth - 1))
			return true;
	return false;
}

/* The constant that a step sets the part to, and that another step waits for; NO_TERM: none. */
static term free_value(const struct relation *r, uint32_t part) {
	struct terms *ts = r->x->ts;
	term var = r->part.at[part].var[0];
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct new_value *c = change_of(&r->edge.at[i], part);
		if (!c || !term_is_const(ts, c->value))
			continue;
		term is = term_equal(ts, var, c->value);
		for (size_t k = 0; k < r->edge.n; k++) {
			const struct new_value *taken = change_of(&r->edge.at[k], part);
			if (taken && !term_is_const(ts, taken->value) &&
			    mentions(ts, r->edge.at[k].to.guard, is, 12))
				return c->value;
		}
	}
	return NO_TERM;
}

/* Does the condition say what the part is equal to? */
static bool tests(const struct terms *ts, term t, term var) {
	if (term_kind(ts, t) == TERM_AND)
		return tests(ts, term_arg(ts, t, 0), var) || tests(ts, term_arg(ts, t, 1), var);
	return term_kind(ts, t) == TERM_EQ &&
	       (term_eq(term_arg(ts, t, 0), var) || term_eq(term_arg(ts, t, 1), var));
}

/* The constant by which a compare-and-swap takes the part, where others count in it; NO_TERM: none
 * does. */
static term taken_value(const struct relation *r, uint32_t part) {
	struct terms *ts = r->x->ts;
	term value = NO_TERM;
	bool counts = false;
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct new_value *c = change_of(&r->edge.at[i], part);
		counts |= c && !term_is_const(ts, c->value);
		if (c && term_is_const(ts, c->value) &&
		    tests(ts, r->edge.at[i].to.guard, r->part.at[part].var[0]))
			value = c->value;
	}
	return counts ? value : NO_TERM;
}

static void add_to_edge(struct relation *r, const struct predicate *p, struct edge *e) {
	struct terms *ts = r->x->ts;
	const struct new_value *c = change_of(e, p->of);
	if (!c)
		return;
	struct new_value *shared = arena_array(r->x->pool.arena, struct new_value, e->nshared + 1);
	memcpy(shared, e->shared, e->nshared * sizeof *shared);
	shared[e->nshared] =
	    (struct new_value){p->part, term_bool_to_bv(ts, term_equal(ts, c->value, p->value), 1)};
	e->shared = shared;
	e->nshared++;
}

bool predicates_add(struct relation *r, const bool *symbolic, struct predicates *all) {
	size_t n = r->part.n;
	for (uint32_t i = 0; i < n && all->n < MAX_PREDICATES; i++) {
		const struct part *p = &r->part.at[i];
		if (p->kind != PART_CELL || p->is_pointer || !symbolic[i] || !part_is_used(r, i))
			continue;
		term value = free_value(r, i);
		if (!value.ix)
			value = taken_value(r, i);
		if (value.ix)
			all->at[all->n++] = (struct predicate){part_predicate(r, i), i, value};
	}
	for (uint32_t i = 0; i < all->n; i++) {
		for (size_t k = 0; k < r->edge.n; k++)
			add_to_edge(r, &all->at[i], &r->edge.at[k]);
		for (size_t k = 0; k < r->begin.n; k++)
			add_to_edge(r, &all->at[i], &r->begin.at[k]);
	}
	return all->n != 0;
}

term predicate_holds(const struct relation *r, const struct predicate *p, bool value) {
	term is = term_equal(r->x->ts, r->part.at[p->of].var[0], p->value);
	return value ? is : term_not(r->x->ts, is);
}
