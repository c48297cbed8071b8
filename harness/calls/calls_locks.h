/* harness/calls/calls_locks.h -- what calls on several kinds of objects share: mutexes and times.
 *
 * With turns.lock held.
 */
#ifndef HARNESS_CALLS_CALLS_LOCKS_H
#define HARNESS_CALLS_CALLS_LOCKS_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "harness/locks.h"

#pragma GCC visibility push(hidden)

struct cbmc_mt_lock *locks_mutex(const pthread_mutex_t *); /* also a mtx_t */
int locks_take_mutex(pthread_mutex_t *);                   /* at its element; waits */
int locks_drop_mutex(struct cbmc_mt_lock *, pthread_mutex_t *);

bool locks_is_time(const struct timespec *);
int locks_c11(int error); /* an error number of POSIX as a result of C11's functions */

#pragma GCC visibility pop

#endif
