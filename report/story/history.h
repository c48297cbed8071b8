/* report/story/history.h -- the calls of a library's operations (result/history.h) as a chart: a
 * lane for each thread, time runs to the right, a bar for each call from where it begins to where
 * it returns.
 *
 *   T1  |== enqueue(1) -> true ==|       |-- enqueue(2) -------...
 *   T2                             |== dequeue() -> false ==|
 *
 * Bars of '=' are in conflict; one that ends in dots is of a call that has not returned.  Where
 * that is too wide, bars have numbers, and below is what they mean.
 */
#ifndef REPORT_STORY_HISTORY_H
#define REPORT_STORY_HISTORY_H

#include "report/base/paint.h"
#include "result/result.h"

/* Why no order of the calls works, with a full stop; NULL: the counterexample has no history, or
 * it is in no conflict. */
char *history_sentence(struct arena *, const struct cex *);

/* "T1 enqueue(1) -> true", "T2 dequeue() has not returned" */
char *history_call_text(struct arena *, const struct cex *, const struct history_call *);

/* An order that was tried, and its end: "T1 enqueue(1), T2 dequeue(): the specification returns
 * true, v = 1, not false". */
char *history_try_text(struct arena *, const struct cex *, const struct history_try *);

/* Where the bars are drawn: each call from 'begins' to 'ends', in columns of any unit.  Bars keep
 * what real time says, i before j iff ends[i] < begins[j], and are at least as wide as 'least'
 * says.  Returns the last column. */
size_t history_place(const struct history *, const size_t *least, size_t *begins, size_t *ends);

/* The chart, and the orders that were tried if no sentence says why; returns how many lines.  0
 * columns: as many as usual. */
size_t history_print(const struct paint *, const struct cex *, unsigned width);

#endif
