/* report/text/columns.h -- an interleaving side by side: a column for each thread, time runs down,
 * and beside it what the steps did to memory.
 *
 *   step  main                T1 inc           T2 inc          values
 *      1  create T1  lost.c:14
 *      2                      x++ ...  lost.c:8                 x is 0
 *   >  3                                       x++  lost.c:8   x: 0 -> 1
 *      4                      ... x++  lost.c:8                 x: 1 -> 1
 *
 * Lines of the cause have a mark.  Columns are as wide as what is in them.  What does not fit into
 * the terminal is made to: positions lose the name of the file if there is only one; then columns
 * overlap, for in each line only one of them is used:
 *
 *   step  main  T1 inc  T2 inc                  values
 *      1  create T1                       :14
 *      2                x = balance + 1   :8    x: 0 -> 1
 *
 * and in the end texts are cut, down to where they could not be read.
 */
#ifndef REPORT_TEXT_COLUMNS_H
#define REPORT_TEXT_COLUMNS_H

#include "report/base/paint.h"
#include "report/story/interleaving.h"

/* false: it does not fit into 'width' columns, and nothing was printed.  0: any width will do. */
bool columns_print(const struct paint *, const struct cex *, const struct interleaving *,
                   unsigned width);

#endif
