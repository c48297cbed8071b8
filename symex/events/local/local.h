/* symex/events/local/local.h -- facts that hold in every execution and mention no order of nodes.
 *
 * They decide many conditions one by one, from what is near in the same thread, where the formula
 * of all schedules would be too large: a violation is refuted by the last branches of its path, and
 * by facts about the values that were read there.  Queries that differ only in the names of
 * variables, such as those of the iterations of a loop, are decided once.
 */
#ifndef SYMEX_EVENTS_LOCAL_LOCAL_H
#define SYMEX_EVENTS_LOCAL_LOCAL_H

#include "symex/events/encode/section.h"

enum side { AT_LEAST, AT_MOST, AT_MOST_UNSIGNED, SIDES };

struct bound_candidate { /* a bound that every write of a variable may keep: inductive.c */
	uint32_t cell;
	enum side side;
	int64_t bound;
	bool is_dropped;
};

struct fact {
	term holds;         /* if the read happens */
	uint32_t candidate; /* 1 + index of what is assumed for an induction; 0: it is a fact */
	uint32_t next;      /* 1 + index; 0: none */
	bool is_bound;      /* an induction has shown it */
};

struct object_writes {
	VEC(uint32_t) write; /* events */
};

struct local_facts {
	struct events *e;
	struct map reader; /* symbol -> read event */
	struct map of;     /* object -> index in 'object' */
	VEC(struct object_writes) object;
	VEC(struct fact) fact;
	VEC(uint32_t) first; /* by event: 1 + index of a fact about it; 0: none */
	VEC(struct bound_candidate) candidate;
	bool trusts_candidates; /* queries take all candidates that are left for facts */
	struct solver *solver;
	unsigned asked; /* queries */
};

void local_add(struct local_facts *, uint32_t read, term holds, uint32_t candidate);
/* The object is written by these events; NULL: by none. */
const struct object_writes *local_writes(const struct local_facts *, uint32_t object);
/* Is it impossible that an execution takes the path, and the claim holds at its end?  write: its
 * thread has only read what the candidates say before the event; or NO_EVENT. */
bool local_refute(struct local_facts *, const struct guard *path, term claim, uint32_t write);

/* Would the candidates that are left exclude anything, if all of them held? */
bool local_may_exclude(struct local_facts *);

/* The path is not taken, or does not end with a violation, whose condition is a part of 'all'. */
bool local_excludes(struct local_facts *, const struct guard *path, term all);
/* Is nothing cut on any path? */
bool local_excludes_cuts(struct local_facts *);

#endif
