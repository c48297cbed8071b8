/* report/needs_text.h -- the table of --why-safe as text. */
#ifndef REPORT_NEEDS_TEXT_H
#define REPORT_NEEDS_TEXT_H

#include "report/paint.h"
#include "result/result.h"

void needs_print(const struct paint *, const struct result *);

#endif
