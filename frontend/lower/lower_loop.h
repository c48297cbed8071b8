/* frontend/lower/lower_loop.h -- loops that have a contract, where --apply-loop-contracts asks for
 * it.
 *
 * Instead of all its iterations, the loop has one, from any state that the invariant allows:
 *
 *   assert invariant            (it holds at the beginning)
 *   what the loop assigns becomes arbitrary
 *   assume invariant
 *   if (!condition) goto out
 *   body, increment             ('break' and 'return' leave as they do)
 *   assert invariant            (it is preserved), and that what decreases did
 *   the execution ends
 *   out:
 *
 * This stands for the loop if everything that an iteration may change became arbitrary: variables
 * that it writes by name do, in any case; a write through a pointer has to lie in a target of
 * __CPROVER_loop_assigns, which is asserted, or without that clause, in an object that a variable
 * points to which the loop does not change: then all of the object becomes arbitrary.  What cannot
 * be told is UNSUPPORTED (also contract_loops.c, when all functions are there).
 */
#ifndef FRONTEND_LOWER_LOWER_LOOP_H
#define FRONTEND_LOWER_LOWER_LOOP_H

#include "frontend/code/lower_body.h"

struct lw_loop_contract;

/* Does a contract stand before the body?  Then *body is what follows it.  NULL: none. */
struct lw_loop_contract *lw_loop_clauses(struct lw *, CXCursor loop, CXCursor *body);
void lw_loop_begin(struct lw *, struct lw_loop_contract *); /* before the first condition */
void lw_loop_again(struct lw *, struct lw_loop_contract *); /* instead of the jump back */
void lw_loop_end(struct lw *, struct lw_loop_contract *);   /* behind the loop */
/* __CPROVER_loop_entry(e) in a clause: the value before the loop. */
const struct expr *lw_loop_entry(struct lw *, CXCursor call);

#endif
