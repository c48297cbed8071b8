/* report/html/html.h -- the results as one page for people: the schedule to step through, the
 * source beside it, what goes wrong drawn.
 *
 * The page is a single file that needs nothing else: style and scripts are in it (report/html/,
 * made into html_page by the build), the results are in it as the document of report/json/json.h,
 * and so are the sources that they speak about.
 */
#ifndef REPORT_HTML_HTML_H
#define REPORT_HTML_HTML_H

#include <stdio.h>

#include "result/result.h"

extern const char html_page[]; /* with @TITLE@ and @DATA@ where these belong */

void report_html(FILE *, const struct results *);

#endif
