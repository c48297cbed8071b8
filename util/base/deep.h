/* util/base/deep.h -- recursion as deep as the input nests.
 *
 * A program may nest a million operators, and clang, the passes and symbolic execution recurse over
 * them.  They run in a thread whose stack is large; pages it does not touch cost nothing.  What
 * nests deeper still runs into a guard region, and the handler of the fault can tell.
 */
#ifndef UTIL_BASE_DEEP_H
#define UTIL_BASE_DEEP_H

#include <stdbool.h>

/* Calls f(data), at once if the caller already runs in such a thread; false: not enough memory. */
bool deep_run(void (*f)(void *), void *data);

/* Is this address, at which the calling thread faulted, in the guard region of its deep stack? */
bool deep_overflowed(const void *address);

#endif
