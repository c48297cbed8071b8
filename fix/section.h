/* fix/section.h -- a lock around statements.
 *
 * The statements are siblings, or one that stands alone.  Sections of the same lock that lie in
 * them, or that begin or end in them, become one with the new one.  A declaration that is used
 * later makes the range grow, or is split.  Every way out gets the release.  Refused: labels and
 * cases that are jumped to from elsewhere, calls that do not come back or wait for threads.
 */
#ifndef FIX_SECTION_H
#define FIX_SECTION_H

#include "fix/locks.h"

struct section {
	uint32_t first, last; /* siblings; equal: one statement */
};

/* The smallest range of whole statements with all these nodes; false: they are in no function, or
 * in several. */
bool section_of(const struct places *, const uint32_t *node, size_t n, struct section *to);
/* Adds the edits to the candidate; false: it cannot be done, and the candidate is spoilt. */
bool section_hold(struct locks *, struct candidate *, struct section, const struct lock_text *);

#endif
