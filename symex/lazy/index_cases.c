#include "symex/lazy/index_cases.h"

#include "solvers/term/range.h"
#include "symex/core/pointer.h"
#include "symex/memory/access_log.h"
#include "symex/step/wait.h"

/* An operation with a constant that has another result for each value of the other operand;
 * NO_TERM: it is none.  *scale: by how much its result grows with that. */
static term other_operand(struct symex *x, term t, uint64_t *scale) {
	struct terms *ts = x->ts;
	uint64_t k;
	if (term_nargs(ts, t) == 0)
		return NO_TERM;
	term a = term_arg(ts, t, 0), b = term_nargs(ts, t) > 1 ? term_arg(ts, t, 1) : NO_TERM;
	switch (term_kind(ts, t)) {
	case TERM_ZEXT:
	case TERM_SEXT: return a;
	case TERM_ADD: return term_is_const(ts, a) ? b : term_is_const(ts, b) ? a : NO_TERM;
	case TERM_MUL:
		if (!term_is_small(ts, a, &k) && !term_is_small(ts, b, &k))
			return NO_TERM;
		*scale *= k;
		return term_is_const(ts, a) ? b : a;
	case TERM_SHL:
		if (!term_is_small(ts, b, &k) || k > 16)
			return NO_TERM;
		*scale <<= k;
		return a;
	case TERM_CONCAT:
		if (!term_is_small(ts, b, &k) || term_width(ts, b) > 16)
			return NO_TERM;
		*scale <<= term_width(ts, b);
		return a;
	default: return NO_TERM;
	}
}

bool index_cases_find(struct symex *x, struct state *st, uint64_t most, struct index_cases *out) {
	const struct ins *wait = st->frame && !st->cut ? wait_ins(st) : NULL;
	if (!wait || !wait->nargs)
		return false;
	bool record = access_pause(x);
	term lock = wait_object(x, st), offset;
	access_resume(x, record);
	uint32_t object;
	if (!ptr_known(x, lock, &object, &offset) || !object || term_is_const(x->ts, offset))
		return false;
	uint64_t scale = 1, size;
	term index = offset;
	for (term next = index; next.ix; next = other_operand(x, index, &scale))
		index = next;
	struct range r;
	*out = (struct index_cases){.index = index};
	if (term_kind(x->ts, index) == TERM_ITE) {
		out->index = term_arg(x->ts, index, 0);
		out->n = 2;
		return most >= 2;
	}
	uint32_t width = term_width(x->ts, index);
	if (width > 64)
		return false;
	if (width < 32 && 1ull << width <= most) {
		out->n = 1ull << width;
		return true;
	}
	if (range_unsigned(x->ts, index, &r) && r.hi - r.lo < (__int128)most) {
		out->first = (uint64_t)r.lo;
		out->n = (uint64_t)(r.hi - r.lo) + 1;
		return true;
	}
	if (!term_get_u64(x->ts, x->object.at[object].size, &size) || !scale || size / scale > most)
		return false;
	out->n = size / scale;
	out->has_others = true;
	return out->n > 0 && (width == 64 || out->n < 1ull << width);
}

term index_case(struct symex *x, const struct index_cases *c, uint64_t i) {
	struct terms *ts = x->ts;
	if (term_sort(ts, c->index).kind == SORT_BOOL)
		return i ? c->index : term_not(ts, c->index);
	uint32_t width = term_width(ts, c->index);
	if (i < c->n)
		return term_equal(ts, c->index, term_u64(ts, width, c->first + i));
	return term_not(ts, term_ult(ts, c->index, term_u64(ts, width, c->n)));
}
