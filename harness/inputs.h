/* harness/inputs.h -- values of the test for functions without a body. */
#ifndef HARNESS_INPUTS_H
#define HARNESS_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The next value that the function returns in this thread; false: the test has none, and it is 0.
 */
bool inputs_take(const char *call, uint64_t *value);

#pragma GCC visibility pop

#endif
