/* symex/core/numsets.h -- sets of numbers that are united again and again.
 *
 * A set is a number itself: equal sets have equal numbers, and the union of two sets is computed
 * once.  A set with more members than the limit is NUMSET_TOO_LARGE, and so is every union with it.
 */
#ifndef SYMEX_CORE_NUMSETS_H
#define SYMEX_CORE_NUMSETS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/map.h"

#define NUMSET_EMPTY     0u
#define NUMSET_TOO_LARGE UINT32_MAX

struct canon;

struct numsets {
	struct canon *canon;
	struct map unions;
	uint32_t limit;
};

void numsets_open(struct numsets *, uint32_t limit);
void numsets_close(struct numsets *);

/* The set of a list, which is sorted here and may have members several times. */
uint32_t numset_make(struct numsets *, uint32_t *number, size_t n);
uint32_t numset_union(struct numsets *, uint32_t, uint32_t);
/* In ascending order, until the next set is made; NULL: there are none, or too many. */
const uint32_t *numset_members(const struct numsets *, uint32_t set, uint32_t *n);
/* Have they a common member?  A set that is too large may have any. */
bool numset_intersect(const struct numsets *, uint32_t, uint32_t);

#endif
