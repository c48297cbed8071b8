/* report/text/trace.h -- the steps of a counterexample, laid out for a terminal or an editor.
 *
 *   columns  report/text/columns.h
 *   lines    "a.c:7:2: note: step 3: T1 worker: x++ (x: 0 -> 1)", and a rule where another thread
 * goes on
 */
#ifndef REPORT_TEXT_TRACE_H
#define REPORT_TEXT_TRACE_H

#include "report/base/paint.h"
#include "report/story/interleaving.h"

enum trace_mode { TRACE_FULL, TRACE_COMPACT, TRACE_NONE };
enum trace_layout { LAYOUT_AUTO, LAYOUT_COLUMNS, LAYOUT_LINES };

struct trace_config {
	enum telling telling;
	enum trace_layout layout;
	unsigned width; /* of the terminal */
};

void trace_print(const struct paint *, const struct cex *, const struct interleaving *,
                 const struct trace_config *);

#endif
