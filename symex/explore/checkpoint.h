/* symex/explore/checkpoint.h -- where a search of bounds begins that goes on with an earlier one,
 * and what the next one may begin with (--save, --resume).
 *
 * Bounds contain each other: whatever a bound allows, every later one allows as well, and the
 * search looks at all of it again.  So a search may begin at any bound; what it establishes does
 * not depend on what a checkpoint says.  Only what is said to be established so far comes from
 * there.
 *
 * The cache of visited states (lazy/states/cache.h) is not part of it.  A state there is a number,
 * which stands for other numbers (core/canon.h) and in the end for terms, variables and objects as
 * this process has numbered them; and a visit is of use to partial-order reduction only with the
 * footprints of all steps below it, which name objects and terms as well.  A file would have to
 * hold all of that, with names that another process gives to the same inputs and objects whatever
 * it has explored before: nearly the memory of the search.  Hashes of states instead are short, but
 * a collision would leave out a state unseen, and a damaged file would make a verdict wrong; now it
 * can only make the search begin at another bound.
 *
 * process/journal.h keeps work of another kind, a list of items that are done or open, and only
 * appends; this is one point in a sequence of bounds, which replaces the one before
 * (cli/session/state_file.h writes it).
 */
#ifndef SYMEX_EXPLORE_CHECKPOINT_H
#define SYMEX_EXPLORE_CHECKPOINT_H

#include "result/search_progress.h"

struct symex;
struct deepening; /* symex/explore/deepen.h */

struct checkpoint {
	uint32_t unwind; /* bounds of loops to begin with; 0: the first ones */
	uint64_t constant_iterations;
	uint32_t switches;                        /* bound of switches to begin with */
	struct established fact[MAX_ESTABLISHED]; /* before them */
	uint32_t nfacts;
	char within[sizeof((struct search_progress *)0)->within];
	void (*save)(struct checkpoint *);
};

/* The bounds of loops to begin with: those of the checkpoint, or else 'first'.  What was
 * established before is established. */
struct deepening checkpoint_begin(struct symex *, struct deepening first);
/* The bound of switches to begin with. */
uint32_t checkpoint_switches(const struct symex *);
/* No violation was found within the bounds before these, which come next. */
void checkpoint_reached(struct symex *, const struct deepening *, uint32_t switches);

#endif
