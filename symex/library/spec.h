/* symex/library/spec.h -- runs the specification of a library's operations.
 *
 * The specification of operation K is the function __mt_spec_K of the program, which has the
 * arguments of the call and ends with __mt_result.  It is executed in a memory of its own: a pair
 * of maps, which began as those of the state at __mt_begin.  It has no switch points, nobody hears
 * of its accesses, and what it reads and writes is never the memory of the program.  A path that
 * ends without a result is no outcome: the operation cannot happen now.
 *
 * Several outcomes are several results that the specification allows; an outcome whose condition is
 * not true needs that the inputs of the arguments satisfy it.  Inputs of its own would have to mean
 * "for some value", which no query says; they are refused, as is a property that it violates.
 */
#ifndef SYMEX_LIBRARY_SPEC_H
#define SYMEX_LIBRARY_SPEC_H

#include "symex/core/state.h"

struct spec_memory {
	struct pmap mem, ended; /* as in struct state */
};

struct spec_outcome {
	struct spec_memory memory;
	term guard; /* over the inputs of the arguments and of the memory before */
	struct library_call result;
	uint32_t made; /* as before, and what this run made */
};

struct spec_outcomes {
	VEC(struct spec_outcome) at;
	const char *refused; /* why the run says nothing; NULL: 'at' are all outcomes */
};

/* NULL: there is no specification of the operation. */
struct function *spec_function(const struct symex *, uint32_t op);

/* The outcomes of a call by thread 'tid' in this memory, in the order of the paths.  made: objects
 * and choices that the calls of the thread have made before; they are named after the thread and
 * this number, so that they have the same names in whatever order calls are explained.  Conditions
 * that are cut remain in x->cut, and make it 'refused'. */
void spec_run(struct symex *, const struct state *, const struct spec_memory *, uint32_t tid,
              uint32_t made, const struct library_call *, struct spec_outcomes *);
void spec_outcomes_free(struct spec_outcomes *);

/* Has the program a specification? */
bool spec_exists(const struct symex *);

#endif
