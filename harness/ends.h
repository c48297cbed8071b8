/* harness/ends.h -- how the program ends: a failed assertion, abort, exit, a signal, the report of
 * a sanitizer.  The outcome (outcome.h) then says what became of the schedule, and how it ended.
 */
#ifndef HARNESS_ENDS_H
#define HARNESS_ENDS_H

#pragma GCC visibility push(hidden)

void ends_watch(void); /* from here on */

#pragma GCC visibility pop

#endif
