/* harness/replies.h -- what the environment gave the run of the test, given to the compiled
 * program.
 *
 *   reply     of a call: its result, errno, and what it left in memory.  Calls get the replies of
 *             their function in their thread one after the other.
 *
 * Functions of the library that have replies, and functions without a body, are defined by stubs.c,
 * which stubs.sh makes of the test; they come here.  Variables that no file defines get their
 * values, and main its arguments.  What cannot be set is said in the outcome ('input').
 */
#ifndef HARNESS_REPLIES_H
#define HARNESS_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

void replies_read(const char *path); /* of the test; after the points */
bool replies_has(const char *call);  /* has the library function a reply somewhere? */

/* malloc and its kin: does the run let this call succeed?  And then: bytes of the block that the
 * run has read before they were set. */
bool replies_allocates(const char *call);
void replies_fill(void *block, size_t size);

/* The arguments of main; NULL: the test has none. */
char **replies_arguments(int *argc);

#pragma GCC visibility pop

#endif
