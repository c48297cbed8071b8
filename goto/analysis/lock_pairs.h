/* goto/analysis/lock_pairs.h -- which unlock calls may release what a lock call took.
 *
 * From each lock call all paths are followed, into the functions of the user that are called and,
 * from the end of the function that has the call, back to whoever calls it.  A path ends at an
 * unlock of the same lock.  Only if these do not release it on all paths, calls that may be about
 * it belong to it, too, and the path goes on.  Where the lock call says that it failed, the path is
 * not followed.
 */
#ifndef GOTO_ANALYSIS_LOCK_PAIRS_H
#define GOTO_ANALYSIS_LOCK_PAIRS_H

#include "goto/analysis/sync_calls.h"
#include "goto/program/prog.h"

struct lock_site { /* a lock or unlock call, of the library or of a function that only does that */
	uint32_t function, pc;
	const struct sync_call *call;
	const struct expr *object; /* points to it */
	uint32_t group;            /* sites with the same number belong together */
	bool is_cut;               /* of a lock: not all of its paths were followed */
};

struct lock_pairs {
	VEC(struct lock_site) site; /* by function and instruction */
};

void lock_pairs_find(struct lock_pairs *, const struct goto_prog *); /* fills an empty one */
void lock_pairs_free(struct lock_pairs *);

#endif
