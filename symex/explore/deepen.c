#include "symex/explore/deepen.h"

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/symex_stats.h"
#include "util/text/diag.h"

enum { MANY_ITERATIONS = 200000, MODEL_UNWIND = 2000 };

struct deepening deepen_first(const struct symex *x, uint64_t constant_iterations) {
	const struct bounds *b = &x->config->bounds;
	bool deepens = b->unwind == NO_BOUND;
	uint32_t first = deepens ? b->first_unwind : b->unwind;
	return (struct deepening){.unwind = first ? first : 1,
	                          .constant_iterations =
	                              deepens ? constant_iterations : MANY_ITERATIONS};
}

struct deepening deepen_below(struct symex *x, uint64_t constant_iterations, uint32_t least,
                              uint32_t until) {
	uint32_t given = x->config->bounds.unwind;
	x->loops.below_bound = given != NO_BOUND && given >= least;
	if (!x->loops.below_bound)
		return deepen_first(x, constant_iterations);
	return (struct deepening){1, constant_iterations, until < given ? until : given - 1};
}

void deepen_end(struct symex *x) {
	if (x->loops.below_bound)
		x->stats->unwind = x->config->bounds.unwind;
	x->loops.below_bound = false;
}

void deepen_begin(struct symex *x, const struct deepening *d) {
	x->loops.unwind = d->unwind;
	x->stats->unwind = d->unwind;
	x->loops.constant_iterations =
	    d->constant_iterations < UINT32_MAX ? (uint32_t)d->constant_iterations : UINT32_MAX;
	progress_unwind(x);
}

void deepen_constants(struct deepening *d) {
	d->constant_iterations *= d->constant_iterations < UINT32_MAX ? 8 : 1;
}

/* Under --unwind only loops of library models are deepened, and only up to MODEL_UNWIND: a run with
 * a bound has to end.  Under --depth loops of the user end by themselves, after fewer iterations
 * than that; those of models do not count for it. */
static uint32_t deepest(const struct bounds *b) {
	if (b->unwind != NO_BOUND)
		return MODEL_UNWIND;
	if (b->depth == NO_BOUND)
		return NO_BOUND;
	return b->depth > MODEL_UNWIND ? b->depth : MODEL_UNWIND;
}

bool deepen_further(const struct symex *x, struct deepening *d) {
	const struct bounds *b = &x->config->bounds;
	uint64_t next = d->unwind < 4 ? d->unwind + 1ull : d->unwind + d->unwind / 2ull;
	if (next <= b->max_unwind && next <= deepest(b)) {
		d->unwind = (uint32_t)next;
		deepen_constants(d);
		return true;
	}
	return false;
}

bool deepen_next(struct symex *x, struct deepening *d) {
	if (x->loops.below_bound && (!deepen_further(x, d) || d->unwind > d->until)) {
		x->loops.below_bound = x->loops.tests_end_loops = false;
		*d = deepen_first(x, d->constant_iterations);
		return true;
	}
	if (x->loops.below_bound || deepen_further(x, d))
		return true;
	result_gap(x->result, GAP_UNWIND, NO_LOC, "%s", x->loops.too_short);
	result_remark(x->result, GAP_UNWIND, x->loops.goes_on);
	return false;
}
