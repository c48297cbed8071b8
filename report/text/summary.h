/* report/text/summary.h -- several runs of one command in words: a heading and a line for each, and
 * what they come to.
 *
 *   ==== parse ====
 *   (its report)
 *   parse: FAILED
 *
 *   ==== print ====
 *   print: SUCCESSFUL (within unwind 5)
 *
 *   1 of 2 functions failed
 *   VERIFICATION FAILED
 *
 * The last line is that of the worst run: our own bug, then a violation, then what is not known.
 * With property files the verdict for SV-COMP follows.
 */
#ifndef REPORT_TEXT_SUMMARY_H
#define REPORT_TEXT_SUMMARY_H

#include <stdio.h>

#include "result/result.h"

/* Of the worst: that of an error, which ended the command; 6, then 10, then 5, then 0. */
int results_exit_code(const struct results *);
/* "VERIFICATION SUCCESSFUL (within unwind 5)": all bounds that cut something in any of them. */
char *results_verdict_line(struct arena *, const struct results *);

void report_heading(FILE *, const char *name, bool colour);
/* "parse: FAILED"; "overflow.prp: FAILED, false(no-overflow)" */
void report_run_verdict(FILE *, const char *name, const struct result *, bool colour);
void report_summary(FILE *, const struct results *, const char *what, bool colour);
/* How the verdict compares with the one that a task expects: "expected: true, as found". */
void report_expected(FILE *, const struct result *, const char *expected);

#endif
