/* symex/explore/checkpoint.h -- where a search of bounds begins that goes on with an earlier one,
 * and what the next one may begin with (--save, --resume).
 *
 * Bounds contain each other: whatever a bound allows, every later one allows as well, and the
 * search looks at all of it again.  So a search may begin at any bound; what it establishes does
 * not depend on what a checkpoint says.  Only what is said to be established so far comes from
 * there.
 */
#ifndef SYMEX_EXPLORE_CHECKPOINT_H
#define SYMEX_EXPLORE_CHECKPOINT_H

#include "symex/explore/deepen.h"

/* The bounds of loops to begin with: those of the checkpoint, or else 'first'.  What was
 * established before is established. */
struct deepening checkpoint_begin(struct symex *, struct deepening first);
/* The bound of switches to begin with. */
uint32_t checkpoint_switches(const struct symex *);
/* No violation was found within the bounds before these, which come next. */
void checkpoint_reached(struct symex *, const struct deepening *, uint32_t switches);

#endif
