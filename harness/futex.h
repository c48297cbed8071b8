/* harness/futex.h -- a lock and waiting for a change, by system calls: a sanitizer must not take
 * them for synchronisation of the program.
 */
#ifndef HARNESS_FUTEX_H
#define HARNESS_FUTEX_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

void futex_lock(uint32_t *);
bool futex_try_lock(uint32_t *); /* does not wait */
void futex_unlock(uint32_t *);

/* Waits while *word is 'seen', at most so many milliseconds; may return early. */
void futex_wait(uint32_t *word, uint32_t seen, unsigned milliseconds);
void futex_wake_all(uint32_t *word);

#pragma GCC visibility pop

#endif
