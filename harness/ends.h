/* harness/ends.h -- how the program ends: a failed assertion, abort, exit, a signal, the report of
 * a sanitizer.  The outcome (outcome.h) then says what became of the schedule, and how it ended.
 */
#ifndef HARNESS_ENDS_H
#define HARNESS_ENDS_H

#pragma GCC visibility push(hidden)

void ends_watch(void); /* from here on */
/* A function that stands for an error is called, as reach_error: the program is aborted. */
_Noreturn void ends_error(const char *name, const void *caller);

#pragma GCC visibility pop

#endif
