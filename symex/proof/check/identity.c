#include "symex/proof/check/identity.h"

#include "symex/proof/relation/part.h"

uint32_t identity_part(const struct claim *c, uint32_t point) {
	const struct template *t = &c->r->template.at[c->r->point.at[point].tid];
	return t->is_many ? t->number : NO_PART;
}

term identity_new(struct claim *c, const struct arrival *a, uint32_t mover) {
	uint32_t part = identity_part(c, a->point);
	for (uint32_t i = 0; part != NO_PART && i < a->nown; i++)
		if (a->own[i].part == part)
			return claim_of_mover(c, a->own[i].value, mover);
	return NO_TERM;
}

void identity_add_new(struct claim *c, struct facts *f, const struct arrival *a, uint32_t mover,
                      struct seat other, uint32_t point) {
	term number = identity_new(c, a, mover);
	uint32_t part = identity_part(c, point);
	if (number.ix && part != NO_PART)
		facts_add(f, term_implies(c->ts, claim_is_at(c, other, point),
		                          term_distinct(c->ts, number, claim_part(c, part, other))));
}

/* --- Words that hold numbers. --- */

enum word_kind { WORD_UNSET, WORD_CONSTANT, WORD_NUMBER, WORD_OTHER };

/* What a thread at the point sets the part to; a number: *more is added to it. */
static enum word_kind read_value(const struct claim *c, uint32_t part, uint32_t point, term value,
                                 term *more) {
	if (term_eq(value, c->r->part.at[part].var[FIRST]))
		return WORD_UNSET;
	if (term_is_const(c->ts, value))
		return WORD_CONSTANT;
	uint32_t number = point == NO_POINT ? NO_PART : identity_part(c, point);
	if (number == NO_PART)
		return WORD_OTHER;
	*more = term_sub(c->ts, value, part_many_number(c->ts, c->r->part.at[number].var[FIRST]));
	return term_is_const(c->ts, *more) ? WORD_NUMBER : WORD_OTHER;
}

/* Can the value be in such a word?  The first number says what is added to numbers. */
static bool may_hold(const struct claim *c, uint32_t part, uint32_t point, term value,
                     bool has_more, term *more) {
	term added;
	if (term_kind(c->ts, value) == TERM_ITE)
		return may_hold(c, part, point, term_arg(c->ts, value, 1), has_more, more) &&
		       may_hold(c, part, point, term_arg(c->ts, value, 2), has_more, more);
	switch (read_value(c, part, point, value, &added)) {
	case WORD_UNSET: return true;
	case WORD_CONSTANT:
		return !has_more ||
		       term_is_false(c->ts, part_is_many_number(c->ts, term_sub(c->ts, value, *more)));
	case WORD_NUMBER:
		if (!has_more && !more->ix)
			*more = added;
		return term_eq(added, *more);
	case WORD_OTHER: break;
	}
	return false;
}

static bool edge_keeps_word(const struct claim *c, uint32_t part, const struct edge *e,
                            bool has_more, term *more) {
	for (uint32_t i = 0; i < e->nshared; i++)
		if (e->shared[i].part == part)
			return may_hold(c, part, e->from, e->shared[i].value, has_more, more);
	return e->from != NO_POINT; /* the beginning sets it */
}

/* The constant that is added to numbers in the word; NO_TERM: it is none. */
static term word_of(const struct claim *c, uint32_t part) {
	const struct part *p = &c->r->part.at[part];
	term more = NO_TERM;
	if (p->kind != PART_CELL || !p->is_shared || p->is_pointer || p->width != 32 ||
	    c->v->x->object.at[p->owner].kind != OBJECT_STATIC)
		return NO_TERM;
	for (int has_more = 0; has_more < 2; has_more++) {
		for (size_t i = 0; i < c->r->edge.n; i++)
			if (!edge_keeps_word(c, part, &c->r->edge.at[i], has_more, &more))
				return NO_TERM;
		if (!more.ix)
			return NO_TERM;
	}
	for (size_t i = 0; i < c->r->begin.n; i++)
		if (!edge_keeps_word(c, part, &c->r->begin.at[i], true, &more))
			return NO_TERM;
	return more;
}

void identity_add_fresh(struct claim *c, struct facts *f, const struct arrival *a, uint32_t mover) {
	term number = identity_new(c, a, mover);
	for (uint32_t i = 0; number.ix && i < c->r->part.n; i++) {
		term more = word_of(c, i);
		if (!more.ix)
			continue;
		term word = term_add(c->ts, part_many_number(c->ts, number), more);
		facts_add(f, term_distinct(c->ts, c->r->part.at[i].var[SHARED], word));
	}
}
