/* harness/library.h -- the functions of the C library that the harness stands in for, and its
 * messages.
 *
 * All declarations of these headers are hidden: the harness becomes part of the user's program,
 * whose names may be the same (cbmc-mt-harness makes them local).
 */
#ifndef HARNESS_LIBRARY_H
#define HARNESS_LIBRARY_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* A line on stderr; one call of write, as several threads may speak. */
__attribute__((format(printf, 1, 2))) void library_say(const char *format, ...);

/* A list of n elements with room for one more; aborts if there is no memory. */
void *library_grow(void *list, size_t n, size_t size);

void *library_find(const char *name); /* aborts if there is none */
void library_prepare(void);           /* before there are threads */

/* The function of the library: the one of the same name in the harness comes first. */
#define REAL(name) ((__typeof__(&name))library_find(#name))

#define CALLER __builtin_return_address(0)

#pragma GCC visibility pop

#endif
