/* harness/calls.h -- calls of functions that are scheduled.
 *
 * A function that is to be scheduled has a name in 'calls' of test.c and a definition here or in
 * threads.c, which calls calls_enter, turns_drain up to the element that is its effect, the real
 * function, and calls_leave.
 */
#ifndef HARNESS_CALLS_H
#define HARNESS_CALLS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Calls of the program are elements; those of libraries are none. */
bool calls_is_own(const void *caller);

/* The thread calls a function that is an element.  turns.lock is held from here to calls_leave. */
void calls_enter(const char *name, const void *caller);
void calls_leave(void);

/* Between them, the thread may have to wait in a function of the library. */
void calls_begin_blocking(void);
void calls_end_blocking(void);

#pragma GCC visibility pop

#endif
