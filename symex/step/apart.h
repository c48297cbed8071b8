/* symex/step/apart.h -- paths that are not merged before the program has tested a result.
 *
 * A call into the system returns -1 or, say, a descriptor, and the program looks at once which of
 * the two it was.  Were the two paths merged where the call returns, the descriptor would be an
 * if-then-else, and with it the table of open files, the object behind a pointer, the bound of a
 * loop.  So a path on which a call has failed is kept apart from the others until it has passed a
 * few conditional jumps of the user's code: a function around the call often tests first, its
 * caller again.  If nothing takes the result, the path is not kept apart any longer.
 *
 * Which paths are merged is a matter of speed alone.  All paths of a call go on from its return
 * together (waits_for_others in explore.c), instruction by instruction, so that they merge where
 * they may.  Of the latest calls that failed, each has one path at most: there are no more of them
 * at a place than KEPT_TESTS + 1.
 *
 * Where objects and choices are named by location, all paths merge, as ever: two paths would make
 * the same ones. */
#ifndef SYMEX_STEP_APART_H
#define SYMEX_STEP_APART_H

#include "symex/core/state.h"

/* The path is one on which the call of a model from user code has failed. */
void step_keep_apart(struct symex *, struct state *);
/* It is the one in which a choice has this value; kept apart up to the next switch point, so that
 * the value is a constant in the states that are explored. */
void step_choose_apart(struct symex *, struct state *, uint32_t value);
/* The path comes to a conditional jump. */
void step_tests_apart(struct state *);
/* A call returns to the frame above; its result is taken or not. */
void step_returns_apart(struct state *, bool is_taken);

#endif
