/* symex/step/check/lasso.h -- lassos: executions that never end, of programs without threads.
 *
 * If a path reaches the head of a loop twice in the same state, made of the same terms, then the
 * inputs of the iterations between can be repeated for ever: the inputs before the loop stay the
 * same, and those in the loop have the same values again.  So such a path, if it is feasible, is an
 * execution that does not end.  No other non-termination is reported.
 *
 * A path keeps one earlier state (same_state.h), and replaces it after 1, 2, 4, 8, ... iterations
 * of any loops, so that a cycle is found within a few times its length.  A replay keeps all of
 * them: where states were merged, it may count iterations differently.
 */
#ifndef SYMEX_STEP_CHECK_LASSO_H
#define SYMEX_STEP_CHECK_LASSO_H

#include "symex/core/state.h"

/* An assertion of the program in 'st'.  It is no property when termination is checked, but where it
 * fails (an overflow, a division by zero), the rest of the path has undefined behaviour and is no
 * lasso.  The path is still followed, so that a proof of termination holds for it, too. */
void lasso_assert(struct symex *, struct state *st, term condition);

/* 'st' is about to jump back to 'head' of a loop; false: this is a lasso, recorded as a violation.
 */
bool lasso_iteration(struct symex *, struct state *st, uint32_t head);
/* The same, with nothing recorded; true: this is a lasso.  A specification that goes on for ever (a
 * lock that spins) has no result. */
bool lasso_recurs(struct symex *, struct state *st, uint32_t head);

#endif
