/* symex/step/value/calculate.h -- the intrinsics __mc_calculate*: functions of numbers that no
 * plain C in a model could compute exactly: pow and its kin (util/number/fp_function.h), numbers
 * that are read and written as decimal text (util/number/fp_decimal.h).
 *
 * Where all arguments are constants, the result is what the real function may return: one number,
 * or any of a range.  Where they are not, any number, of which the model assumes bounds, and for
 * which all facts hold that are known: "pow(2, 3) is 8".  If each argument is one of a few
 * constants, the result is one of theirs.  Calls with the same arguments have the same value.
 *
 * Facts come from concrete executions, in which all arguments are constants.  A replay takes the
 * value that the solver chose only if it is in the range, and learns the fact otherwise; so no
 * violation is confirmed that depends on a wrong value.  One that such a value has made up is
 * refuted, and the search is made again with what was learned (symex/refine.h).
 *
 * A fact is true of every program: the table is one for the process, and only grows.
 */
#ifndef SYMEX_STEP_VALUE_CALCULATE_H
#define SYMEX_STEP_VALUE_CALCULATE_H

#include "symex/core/state.h"

/* Executes the call; 'function' is the text of its first argument. */
void calculate(struct symex *, struct state *, const struct ins *, const char *function);

size_t calculate_facts(void); /* how many are known */
/* How often a concrete execution had to take another value than was chosen for it. */
size_t calculate_corrections(void);
/* The last fact that was learned, "pow(3.0, 2.0) is 9.0". */
const char *calculate_last_fact(void);

#endif
