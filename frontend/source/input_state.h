/* frontend/source/input_state.h -- has a file changed since it was read?
 *
 * Its times and its size tell at once that it has not; otherwise its content is compared.  Of a
 * folder, the names in it count, but for those that builds and editors leave behind.
 */
#ifndef FRONTEND_SOURCE_INPUT_STATE_H
#define FRONTEND_SOURCE_INPUT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/files/sha256.h"

struct input_state { /* plain data, without padding: written to files as it is */
	uint64_t exists; /* or 0, and all else is */
	uint64_t is_folder;
	uint64_t device, inode, size;
	int64_t changed, touched;  /* ctime, mtime in nanoseconds; changed 0: look at the content */
	uint8_t sum[SHA256_BYTES]; /* of the content, or of the names in it */
};

int64_t input_state_now(void);
struct input_state input_state_of(const char *path);          /* all but the sum */
bool input_state_sum(const char *path, struct input_state *); /* false: it cannot be read */
/* What is known of a file, so that its content need not be summed up again while its times are the
 * same. */
void input_state_remember(const char *path, const struct input_state *);
bool input_state_same_times(const struct input_state *, const struct input_state *);
/* Did it change since then, or so shortly before that it may change again without another time to
 * show for it? */
bool input_state_is_fresh(const struct input_state *, int64_t since);
/* Is it as it was?  'was' gets the times of today, if its content is the same. */
bool input_state_holds(const char *path, struct input_state *was);

#endif
