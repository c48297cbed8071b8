/* harness/watch.h -- a thread of the harness that ends a program which does not go on: threads that
 * wait for each other, and a step that takes longer than its limit.
 */
#ifndef HARNESS_WATCH_H
#define HARNESS_WATCH_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

void watch_start(void);

/* Return addresses of the callers, the inner one first; how many there are. */
int watch_stack(const void **to, int room);

/* "a.c:31 a.c:12": the places of the program that this thread is in, the inner one first. */
void watch_places(char *to, size_t room);

/* With turns.lock held: does the thread, which is blocked, wait for itself in the end?  Then the
 * program is ended once the others have come somewhere. */
void watch_cycle(void);

#pragma GCC visibility pop

#endif
