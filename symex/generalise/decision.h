/* symex/generalise/decision.h -- the decisions of threads at conditional jumps, as locations and
 * ways. */
#ifndef SYMEX_GENERALISE_DECISION_H
#define SYMEX_GENERALISE_DECISION_H

#include "symex/events/record/events.h"
#include "symex/replay/run/run_trace.h"

struct decision {
	uint32_t location; /* symex/core/location.h */
	bool jumps;
};

struct decisions { /* in the order in which they are made */
	VEC(struct decision) at;
};

void decisions_free(struct decisions *);
void decisions_copy(struct decisions *to, const struct decisions *from); /* adds them */
/* Is there a decision at this location?  Then *jumps is which one. */
bool decisions_find(const struct decisions *, uint32_t location, bool *jumps);
bool decisions_have(const struct decisions *, struct decision);
/* Those of a run in the user's code: of one thread, or of all in the order of the run. */
void decisions_of_thread(const struct run_trace *, uint32_t tid, struct decisions *out);
void decisions_of_run(const struct run_trace *, struct decisions *out);

/* The conditions under which executions decide: of a formula of symex/events. */
struct ways {
	struct map jumps, goes_on; /* location -> term */
};

void ways_find(struct ways *, struct events *);
void ways_free(struct ways *);
/* The condition that the decision is made; NO_TERM: there is none at this location, or the formula
 * has one way only. */
term ways_condition(const struct ways *, struct decision);

#endif
