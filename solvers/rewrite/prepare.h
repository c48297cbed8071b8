/* solvers/rewrite/prepare.h -- terms rewritten before they become circuits.
 *
 * The simplifier's constructors see one operation at a time and never make a term larger.  This
 * pass sees a whole query, may make terms larger, and rewrites each term once:
 *
 *   - a comparison of an ITE with a constant becomes an ITE of comparisons, also where no branch is
 *     a constant: values that are merged after each step of each thread are compared often, and
 *     most of these comparisons fold;
 *   - the same for two ITEs on one condition, and for equality with a variable or a sum, where what
 *     is added to the ITE moves to the other side first and often cancels;
 *   - a sum of ITEs of constants becomes an ITE of constants: counters need no adder.
 *
 * The result is equivalent to the term, except that variables which prepare_solve has solved for
 * are replaced.
 */
#ifndef SOLVERS_REWRITE_PREPARE_H
#define SOLVERS_REWRITE_PREPARE_H

#include "solvers/term/term.h"

struct prepare;

struct prepare *prepare_open(struct terms *);
void prepare_close(struct prepare *); /* NULL is allowed */
term prepare_term(struct prepare *, term);

/* The assertions hold in all later queries.  Where one defines a variable (x, not x, x = t), the
 * variable is replaced in all terms that are prepared later.  Called before prepare_term. */
void prepare_solve(struct prepare *, const term *assertion, size_t n);
/* The i-th variable that was replaced, and by what; false: no more. */
bool prepare_solved(struct prepare *, size_t i, term *var, term *value);

#endif
