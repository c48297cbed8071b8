/* symex/explore/deepen.h -- loops are unwound deeper and deeper, in rounds. */
#ifndef SYMEX_EXPLORE_DEEPEN_H
#define SYMEX_EXPLORE_DEEPEN_H

#include "symex/core/execution.h"

struct deepening {
	uint32_t unwind;          /* rounds of loops in which something is not decided */
	uint64_t constant_rounds; /* rounds of a loop over constants, before others are looked at */
};

/* 'constant_rounds': to begin with, unless the user bounds loops. */
struct deepening deepen_first(const struct symex *, uint64_t constant_rounds);
/* This round is executed next. */
void deepen_begin(struct symex *, const struct deepening *);
/* The round cut what x->too_short says.  false: deepening ends here, and a gap says so. */
bool deepen_next(struct symex *, struct deepening *);

#endif
