/* goto/analysis/shared.h -- which memory more than one thread may access.
 *
 * An object is shared if two threads may access it, at least one of them writes (or ends it), and
 * both do so when there may be two threads at all.  A local, a heap block or a thread's variable
 * counts once per activation, so different threads meet in it only if it escapes: its address is
 * handed to a thread, or lies in memory that several threads access.
 */
#ifndef GOTO_ANALYSIS_SHARED_H
#define GOTO_ANALYSIS_SHARED_H

#include "goto/analysis/points_to.h"
#include "goto/analysis/threads.h"

struct shared_object {  /* by node of points_to */
	uint32_t all, late; /* threads that access it: ever; while another may exist */
	bool is_written;    /* in the latter time; ending counts */
	bool is_ended;      /* its life may end then */
	bool escapes;
	bool is_shared;
	bool reaches_shared, reaches_ended; /* a member of the node's set is (and may end) */
	bool is_followed;                   /* the members of the set escape */
};

struct shared {
	struct points_to pt;
	struct threads threads;
	struct shared_object *object;
};

/* again: passes have been at work since; then no more is shared than was.  false: the program has
 * no threads. */
bool shared_open(struct shared *, struct goto_prog *, bool again);
void shared_close(struct shared *);
/* Is one of the objects shared, so that other threads can observe this access? */
bool shared_notices(struct shared *, const struct pt_access *);

#endif
