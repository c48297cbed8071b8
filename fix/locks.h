/* fix/locks.h -- the calls in the sources that take and release locks, and who holds what where.
 *
 * By the text alone: a lock is held at a statement if a statement before it in its block, or in a
 * block around that, takes it and none between releases it.  Good enough to propose something, for
 * whatever is proposed is proved.
 */
#ifndef FIX_LOCKS_H
#define FIX_LOCKS_H

#include "fix/candidate.h"

struct lock_call {
	uint32_t node;      /* the call */
	uint32_t statement; /* that it stands in */
	uint32_t function;  /* around it */
	bool takes;         /* else it releases */
	bool is_read;       /* of a read-write lock: takes it for reading */
	const char *object; /* the argument without blanks, interned: "&m"; "": a wrapper without one */
};

struct locks {
	struct candidates *all;
	VEC(struct lock_call) call; /* in the order of the text */
};

struct lock_text {              /* a lock as it can be written at some place */
	const char *object;         /* "&pool->lock" */
	const char *name;           /* for people: "pool->lock" */
	const char *take, *release; /* statements: "pthread_mutex_lock(&m);" */
	uint32_t from;              /* the call that it is like, index in locks.call */
};

void locks_find(struct locks *, struct candidates *);
void locks_free(struct locks *);
/* The call; NULL: the node is none, or around none. */
const struct lock_call *locks_at(const struct locks *, uint32_t node);
/* Is it a call that does something to the same object, by its text, in the same function? */
bool locks_match(const struct lock_call *, const struct lock_call *);
/* The calls by which locks are held at the node, at most n; outermost first. */
size_t locks_held(const struct locks *, uint32_t node, const struct lock_call **to, size_t n);
/* The lock that this call takes, as it is written at 'here', where what is accessed at 'access' is
 * to be under it (NO_NODE: not known).  false: it cannot be named there. */
bool locks_name(const struct locks *, const struct lock_call *, uint32_t here, uint32_t access,
                struct lock_text *to);

#endif
