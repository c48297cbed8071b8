/* harness/accesses.h -- accesses to memory: points where threads change.
 *
 * An access is the next element if kind and memory are the same.  Memory of global variables is
 * known by name; that of blocks and of local variables from the first access to it, where the
 * source line decides.  Accesses that are no element, as those to memory that only one thread uses,
 * are made whenever their thread runs.
 */
#ifndef HARNESS_ACCESSES_H
#define HARNESS_ACCESSES_H

#include <stddef.h>

#include "harness/turns.h"

#pragma GCC visibility push(hidden)

/* The thread is about to access memory at 'caller': waits for its turn.  'how' is of enum access.
 */
void accesses_wait(unsigned how, const void *memory, size_t size, const void *caller);

/* AddressSanitizer, where it is linked, reports the access if it is wrong. */
void accesses_check(unsigned how, const void *memory, size_t size);

#pragma GCC visibility pop

#endif
