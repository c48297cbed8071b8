/* solvers/rewrite/prepare.h -- terms rewritten before they become circuits.
 *
 * The simplifier's constructors see one operation at a time and never make a term larger.  This
 * pass sees a whole query, pays once for what it makes, and remembers every term that it has seen:
 *
 *   - a comparison of a choice with a constant is a choice between comparisons, also where no
 * branch is a constant: words that are merged again and again (after each step of each thread) are
 *     compared often, and of most comparisons nothing is left;
 *   - the same for two choices by one condition, and for equality with a variable or a sum, where
 *     what is added to the choice moves to the other side first and often cancels;
 *   - a sum of choices between constants is a choice between constants: counters need no adder.
 *
 * The result is equal to what was asked for, whatever the variables are, except for those that
 * prepare_solve was told the values of: these are gone.
 */
#ifndef SOLVERS_REWRITE_PREPARE_H
#define SOLVERS_REWRITE_PREPARE_H

#include "solvers/term/term.h"

struct prepare;

struct prepare *prepare_open(struct terms *);
void prepare_close(struct prepare *); /* NULL is allowed */
term prepare_term(struct prepare *, term);

/* The facts hold from now on, for ever.  Where one says what a variable is (x, not x, x = t), the
 * variable is replaced in everything that is prepared later.  To be called before prepare_term. */
void prepare_solve(struct prepare *, const term *fact, size_t n);
/* The i-th variable that was replaced, and by what; false: no more. */
bool prepare_solved(struct prepare *, size_t i, term *var, term *value);

#endif
