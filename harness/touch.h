/* harness/touch.h -- the memory that a call of the library is given is accessed here, so that
 * AddressSanitizer sees it: the call itself happens in the system, or does not happen at all. */
#ifndef HARNESS_TOUCH_H
#define HARNESS_TOUCH_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

void touch_arguments(const char *call, const uintptr_t *arg);

#pragma GCC visibility pop

#endif
