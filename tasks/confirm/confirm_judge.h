/* tasks/confirm/confirm_judge.h -- is what a compiled program has shown the violation of the
 * report?
 *
 * It is if its kind and its place are: a crash elsewhere, or another error of the same line, is
 * none.  Which builds of the program are to be run, and what in them shows a violation, depends on
 * the class of the property.
 */
#ifndef TASKS_CONFIRM_CONFIRM_JUDGE_H
#define TASKS_CONFIRM_CONFIRM_JUDGE_H

#include "result/result.h"
#include "tasks/confirm/confirm_seen.h"

/* Ways to build the program (harness/build.sh). */
enum native_mode { NATIVE_PLAIN, NATIVE_ASAN, NATIVE_WHOLE, NATIVE_TSAN, NATIVE_MODE_N };
const char *native_mode_name(enum native_mode); /* "plain" */

/* In the order in which they are tried; returns how many.  0: no run shows such a violation, and
 * *why says why not. */
size_t judge_modes(const struct property_result *, enum native_mode to[NATIVE_MODE_N],
                   const char **why);

/* Does it show the violation?  Then tool, what and loc of the confirmation are set. */
bool judge_shows(const struct property_result *, const struct seen *, struct confirmation *);

/* Why not, of a run that did not: reason and detail.  code: the exit code of the program, -1: it
 * was ended by a signal. */
void judge_explains(const struct property_result *, const struct seen *, int code,
                    struct confirmation *);

#endif
