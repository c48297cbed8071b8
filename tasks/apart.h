/* tasks/apart.h -- a variant of a run in a process of its own: the command of the user once more,
 * with something changed, and a time by which it has to be done.
 *
 * Whatever happens there, a crash or the end of memory, concerns the variant only.
 */
#ifndef TASKS_APART_H
#define TASKS_APART_H

#include "tasks/verify.h"
#include "util/files/bytes.h"

/* NULL: it did not end in time, or there is no result: it does not compile. */
struct result *verify_apart(const struct verification *, const struct variant *, double seconds);
/* What 'send' sends.  false: it did not end in time, or had nothing to say. */
bool verify_apart_bytes(const struct verification *, const struct variant *, double seconds,
                        byte_vec *);

#endif
