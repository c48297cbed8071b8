/* harness/signals.h -- signals, delivered where the schedule says.
 *
 * What the program sends, and what arrives from outside, reaches no thread by itself: when the
 * schedule lets a thread execute a handler, the thread sends itself the signal.
 *
 * With turns.lock held.
 */
#ifndef HARNESS_SIGNALS_H
#define HARNESS_SIGNALS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

void signals_deliver(int number); /* the handler is executed, without turns.lock */
/* Around what a call of the harness does: the errno of the program, or what a handler has made of
 * it meanwhile. */
int signals_save_errno(void);
void signals_restore_errno(int before);
void signals_begin_call(void);
bool signals_interrupted(void); /* a handler was executed since, so that the call may end early */

#pragma GCC visibility pop

#endif
