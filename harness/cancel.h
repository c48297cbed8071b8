/* harness/cancel.h -- cancellation: a request is noted, and the thread ends at its next
 * cancellation point; the library does not know of it.
 *
 * With turns.lock held.
 */
#ifndef HARNESS_CANCEL_H
#define HARNESS_CANCEL_H

#include <pthread.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

bool cancel_is_over(int number);  /* the lifetime of the identifier; NOBODY: false */
bool cancel_is_due(void);         /* of this thread, which is at a cancellation point */
_Noreturn void cancel_self(void); /* releases turns.lock */
void cancel_point(void);          /* ends the thread if that is due */

/* Before there is another thread: sanitizers begin threads by calls that come to the harness. */
void keys_prepare(void);

/* What ends after the thread's function: destructors of its keys.  Without turns.lock. */
void keys_end_thread(void);
/* A new thread: detached or not. */
void cancel_begin_thread(int number, const pthread_attr_t *);

#pragma GCC visibility pop

#endif
