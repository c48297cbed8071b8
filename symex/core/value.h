/* symex/core/value.h -- values of expressions, of which constants are no terms.
 *
 * The term table only grows, so a concrete program must not leave a term for every intermediate
 * result.  A constant of at most 64 bits is computed in a machine word; its term is made when
 * something keeps it.
 */
#ifndef SYMEX_CORE_VALUE_H
#define SYMEX_CORE_VALUE_H

#include "solvers/term/term.h"

struct value {
	uint32_t width; /* of the constant, 1 to 64; 0: no constant */
	uint64_t bits;  /* of the constant; those above 'width' are zero */
	term term;      /* NO_TERM: a constant whose term was not made */
};

static inline struct value value_constant(uint32_t width, uint64_t bits) {
	return (struct value){.width = width, .bits = width < 64 ? bits & ((1ull << width) - 1) : bits};
}

static inline struct value value_read(const struct terms *ts, term t) {
	struct value v = {.term = t};
	if (term_is_small(ts, t, &v.bits))
		v.width = term_width(ts, t);
	return v;
}

static inline term value_term(struct terms *ts, const struct value *v) {
	return v->term.ix ? v->term : term_u64(ts, v->width, v->bits);
}

static inline int64_t value_signed(const struct value *v) {
	return (int64_t)(v->bits << (64 - v->width)) >> (64 - v->width);
}

/* The constant with another width: extended by its sign or by zeros, or truncated. */
static inline struct value value_resize(const struct value *v, bool is_signed, uint32_t width) {
	if (v->width == width)
		return *v;
	return value_constant(width, is_signed ? (uint64_t)value_signed(v) : v->bits);
}

#endif
