/* goto/analysis/counted_loop.h -- loops that count up or down to a constant. */
#ifndef GOTO_ANALYSIS_COUNTED_LOOP_H
#define GOTO_ANALYSIS_COUNTED_LOOP_H

#include "goto/program/prog.h"

/* Is the loop left at its head when a local variable, which its iterations only count up or down,
 * compares so with a constant?  'for (i = 0; i < 10; i++)'  *last: the constant, 0 if it is less;
 * no promise about the number of iterations, since nothing is known about where the count begins.
 */
bool loop_counts_to(const struct function *, const struct loop *, uint32_t *last);

#endif
