/* symex/step/value/small.h -- inputs that are taken for small numbers.
 *
 * Numbers from outside that steer loops (atoi(getenv("THREADS")), argv[1], scanf) leave a program
 * without an end: every unwinding has a larger one.  A search with config.small looks at the
 * executions in which these inputs are given numbers, "3" where they are text.  There the loops are
 * over constants.
 *
 * Sound: each such execution is one of the program, so a violation is one.  What holds in all of
 * them holds for these numbers, and nobody takes it for more (symex/portfolio/restricted.h).
 */
#ifndef SYMEX_STEP_VALUE_SMALL_H
#define SYMEX_STEP_VALUE_SMALL_H

#include "symex/core/state.h"

#define NOT_SMALL UINT32_MAX

/* The number that the input 'name' from 'from' is; NOT_SMALL: it is open. */
uint32_t small_value(struct symex *, const char *from, const char *name);
/* "scanf() at x.c:3": what the user's code calls there; NULL: an execution may come there more than
 * once, and one number would stand for several. */
const char *small_name(const struct symex *, const struct state *, const char *call);
/* The same of what a model reads: 'from' is a function, 'variable' what it is called or NULL, and
 * then the call of the user is the name, of which this is the number-th input. */
uint32_t small_input(struct symex *, struct state *, const char *from, term variable,
                     uint32_t number);

#endif
