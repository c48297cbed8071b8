/* report/text/needs_text.h -- the table of --why-safe as text. */
#ifndef REPORT_TEXT_NEEDS_TEXT_H
#define REPORT_TEXT_NEEDS_TEXT_H

#include "report/base/paint.h"
#include "result/result.h"

void needs_print(const struct paint *, const struct result *, unsigned width);
/* The row of the table in one line: "lock of m: needed; without it: data race on 'x' (a.c:7)". */
char *needs_line(struct arena *, const struct need *);

#endif
