/* symex/sequential/sequential.h -- programs without threads: executes everything within the bounds,
 * asks the solver once, deepens if a loop was cut, and tries to prove loops that no unwinding
 * exhausts (induct.h). */
#ifndef SYMEX_SEQUENTIAL_SEQUENTIAL_H
#define SYMEX_SEQUENTIAL_SEQUENTIAL_H

#include "symex/core/execution.h"

extern const struct engine sequential_engine;

/* Explores everything within the bounds; fills the result.  What has decided, for people, if the
 * verdict is known: "k-induction, k = 2". */
const char *sequential_search(struct symex *);
/* One execution from the start, within x->loops.unwind, by x->engine. */
void sequential_execute(struct symex *);

#endif
