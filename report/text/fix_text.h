/* report/text/fix_text.h -- changes of the source that were proved (--fix), for people. */
#ifndef REPORT_TEXT_FIX_TEXT_H
#define REPORT_TEXT_FIX_TEXT_H

#include "report/base/paint.h"
#include "result/result.h"

/* Each as a unified diff with what was verified; or how many were tried in vain. */
void fixes_print(const struct paint *, const struct result *);

#endif
