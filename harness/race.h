/* harness/race.h -- two accesses that race are brought next to each other.
 *
 * At the end of the schedule of such a test, the two threads go on, one at a time, until each is
 * about to make its access of the race.  There the program is ended; with the library of
 * ThreadSanitizer both accesses are made first, which it then reports.
 */
#ifndef HARNESS_RACE_H
#define HARNESS_RACE_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* With turns.lock held, at the end of the schedule: may this thread go on?  Does not return if both
 * threads are there. */
bool race_may_run(void);

/* Is the thread, which is in a call of the library, at its access, and does the schedule have
 * nothing more of it?  Then it stays there until the schedule has ended. */
bool race_is_in_call(void);

/* The thread does not come to its access: it waits for another thread, or ends. */
void race_check_reached(const char *happened);

#pragma GCC visibility pop

#endif
