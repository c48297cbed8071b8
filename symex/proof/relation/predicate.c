#include "symex/proof/relation/predicate.h"

#include <string.h>

#include "symex/proof/relation/array.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"

enum { MAX_TESTED = 2 }; /* constants that a number is compared with */

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

static void add(struct relation *r, struct predicates *all, uint32_t of, term value) {
	all->at[all->n] = (struct predicate){part_predicate(r, all->n), of, value};
	all->n++;
}

/* Adds the predicates from 'first' on to the edges. */
static void add_to_edges(struct relation *r, const struct predicates *all, uint32_t first) {
	for (uint32_t i = first; i < all->n; i++) {
		for (size_t k = 0; k < r->edge.n; k++)
			add_to_edge(r, &all->at[i], &r->edge.at[k]);
		for (size_t k = 0; k < r->begin.n; k++)
			add_to_edge(r, &all->at[i], &r->begin.at[k]);
	}
}

static bool is_number(const struct relation *r, const bool *symbolic, uint32_t part) {
	const struct part *p = &r->part.at[part];
	return p->kind == PART_CELL && !p->is_pointer && symbolic[part] && part_is_used(r, part) &&
	       !part_is_of_array(r, part);
}

/* The constants of a word that says who has set it. */
static bool add_owner(struct relation *r, struct predicates *all, const struct owners *owners,
                      uint32_t part) {
	for (uint32_t i = 0; i < owners->n; i++) {
		const struct owner_word *o = &owners->at[i];
		for (uint32_t k = 0; o->part == part && k < o->nconstants && all->n < MAX_PREDICATES; k++)
			add(r, all, part, o->constant[k]);
		if (o->part == part)
			return true;
	}
	return false;
}

bool predicates_add(struct relation *r, const bool *symbolic, const struct owners *owners,
                    struct predicates *all) {
	size_t n = r->part.n;
	for (uint32_t i = 0; i < n && all->n < MAX_PREDICATES; i++) {
		if (!is_number(r, symbolic, i) || add_owner(r, all, owners, i))
			continue;
		term value = free_value(r, i);
		if (!value.ix)
			value = taken_value(r, i);
		if (value.ix)
			add(r, all, i, value);
	}
	add_to_edges(r, all, 0);
	return all->n != 0;
}

/* --- Values that are tested. --- */

static bool has_predicate(const struct predicates *all, uint32_t of) {
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].of == of)
			return true;
	return false;
}

static bool has_value(const struct predicates *all, uint32_t of, term value) {
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].of == of && term_eq(all->at[i].value, value))
			return true;
	return false;
}

/* Adds the constants that the condition compares the part with. */
static void add_tested(struct relation *r, struct predicates *all, uint32_t part, term t,
                       uint32_t most) {
	struct terms *ts = r->x->ts;
	term var = r->part.at[part].var[0];
	enum term_kind kind = term_kind(ts, t);
	for (uint32_t i = 0; i < 2 && kind == TERM_EQ; i++) {
		term value = term_arg(ts, t, 1 - i);
		if (term_eq(term_arg(ts, t, i), var) && term_is_const(ts, value) &&
		    !has_value(all, part, value) && all->n < most)
			add(r, all, part, value);
	}
	for (uint32_t i = 0; i < term_nargs(ts, t) && (kind == TERM_AND || kind == TERM_NOT); i++)
		add_tested(r, all, part, term_arg(ts, t, i), most);
}

bool predicates_add_tests(struct relation *r, const bool *symbolic, struct predicates *all) {
	size_t n = r->part.n;
	uint32_t first = all->n;
	for (uint32_t i = 0; i < n && all->n + MAX_TESTED < MAX_PREDICATES; i++) {
		const struct new_value *start = r->begin.n ? change_of(&r->begin.at[0], i) : NULL;
		if (!is_number(r, symbolic, i) || has_predicate(all, i) || !start ||
		    !term_is_const(r->x->ts, start->value) ||
		    r->x->object.at[r->part.at[i].owner].kind != OBJECT_STATIC)
			continue;
		uint32_t before = all->n;
		add(r, all, i, start->value);
		for (size_t k = 0; k < r->edge.n; k++)
			add_tested(r, all, i, r->edge.at[k].to.guard, before + 1 + MAX_TESTED);
		if (all->n == before + 1)
			all->n = before; /* nothing is tested */
	}
	add_to_edges(r, all, first);
	return all->n != first;
}

term predicate_holds(const struct relation *r, const struct predicate *p, bool value) {
	term is = term_equal(r->x->ts, r->part.at[p->of].var[0], p->value);
	return value ? is : term_not(r->x->ts, is);
}
