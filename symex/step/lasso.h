/* symex/step/lasso.h -- executions that never end, of programs without threads.
 *
 * If a path comes back to the head of a loop in the very state in which it was there before, made
 * of the same terms, then whatever inputs led round once lead round for ever: the inputs before the
 * loop stay, those asked for inside are given the same answers again.  So such a path, if some
 * input takes it, is an execution that does not end; nothing else is called one.
 *
 * Two states are the same if the registers that will be read again and all memory are; what was
 * allocated since does not count, for if it were in reach, a pointer would differ.  A path
 * remembers one earlier state, and replaces it after 1, 2, 4, 8, ... rounds of any loops, so that a
 * circle of any length is found within a few times its length.  A replay remembers all of them:
 * where states were merged, it may count rounds otherwise.
 */
#ifndef SYMEX_STEP_LASSO_H
#define SYMEX_STEP_LASSO_H

#include "symex/core/state.h"

/* An assertion of the program in 'st': not a property here, but where it fails (an overflow, a
 * division by zero) nothing that comes later is an execution of the program.  Such paths are still
 * followed, so that what ends does so however overflows are taken. */
void lasso_assert(struct symex *, struct state *st, term condition);

/* 'st' is about to go back to 'head' of a loop; false: it goes round for ever, which is recorded
 * as a violation. */
bool lasso_round(struct symex *, struct state *st, uint32_t head);

#endif
