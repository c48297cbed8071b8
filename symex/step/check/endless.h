/* symex/step/check/endless.h -- loops and recursion over constants that hardly end.
 *
 * A loop whose conditions all fold is simply executed, so one that does not end would keep the
 * search from everything else.  Therefore a thread stops after every 1024 iterations of any loops
 * and recursive calls without a switch point: the explorer sees whether the state recurs, and other
 * threads may run.  And each iteration of deepening has a budget: of iterations for one loop, of
 * calls for one recursion (x->loops.constant_iterations), and of both together between two switch
 * points (x->long_run.limit), which covers nested loops.  What exceeds its budget is cut, and is
 * explored again with a greater one after everything else.
 *
 * The user is told once about each loop that makes a million iterations; and when a limit ends the
 * run, the verdict names the loop with the most iterations.
 */
#ifndef SYMEX_STEP_CHECK_ENDLESS_H
#define SYMEX_STEP_CHECK_ENDLESS_H

#include "symex/core/state.h"

/* The running thread jumps back to the head of the loop for the n-th time; true: the budget of
 * iterations is used up. */
bool endless_iteration(struct symex *, struct state *, const struct loop *, uint32_t n);
/* A recursive call, with the frame 'fr'; true: this budget, or that of the recursion, is used up.
 */
bool endless_call(struct symex *, struct state *, const struct frame *fr);

#endif
