/* report/columns.h -- an interleaving side by side: a column for each thread, time runs down.
 *
 *   step  main                      T1 inc
 *      1  create T1 inc         :6
 *      2                            x = 1 (was 0)         :3
 *
 * Lines of the file that the error is in are given without its name.
 */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include "report/interleaving.h"
#include "report/paint.h"

/* The width of a column; 0: the threads do not fit side by side into 'width' characters. */
unsigned columns_width(const struct cex *, unsigned width);

void columns_header(const struct paint *, const struct cex *, unsigned column);
void columns_row(const struct paint *, const struct told *, const char *file, size_t number,
                 unsigned column);

#endif
