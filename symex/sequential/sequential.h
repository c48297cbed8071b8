/* symex/sequential/sequential.h -- programs without threads: executes everything within the bounds,
 * asks the solver once, deepens if a loop was cut, and tries to prove loops that no unwinding
 * exhausts (induct.h). */
#ifndef SYMEX_SEQUENTIAL_SEQUENTIAL_H
#define SYMEX_SEQUENTIAL_SEQUENTIAL_H

#include "symex/core/execution.h"

extern const struct engine sequential_engine;

/* Explores everything within the bounds; fills the result. */
void sequential_search(struct symex *);
/* What has decided, for people: "k-induction, k = 2". */
const char *sequential_decider(const struct symex *);
/* One execution from the start, within x->unwind, by x->engine. */
void sequential_execute(struct symex *);

#endif
