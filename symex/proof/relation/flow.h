/* symex/proof/relation/flow.h -- how threads come from point to point, with the values of their
 * flags.
 *
 * A flag is an own part that is 0 or 1 wherever it is set: a local variable that remembers the
 * outcome of a test, or a pointer that is null or points to one object.  Up to MAX_FLAGS of a point
 * are told apart; their values are the bits of a number.
 */
#ifndef SYMEX_PROOF_RELATION_FLOW_H
#define SYMEX_PROOF_RELATION_FLOW_H

#include "symex/proof/relation/count.h"

struct flag_flow {
	uint32_t edge;
	uint32_t from, to; /* values of flags */
};

struct copied {  /* an own part is always set to the sum of a shared part and a constant */
	uint32_t of; /* NO_PART: it is not set; NOT_COPIED */
	int more;
};

#define NOT_COPIED (UINT32_MAX - 1)

struct flows {
	struct relation *r;
	bool *is_flag;        /* by part; also shared ones */
	struct weights *flag; /* by point; the weights are not used */
	struct copied *copy;  /* by own part */
	bool *is_live;        /* by point: a thread may come there */
	VEC(struct flag_flow) at;
};

void flows_open(struct flows *, struct relation *);
void flows_close(struct flows *);
/* May the step be taken, by its guard alone? */
bool flow_is_live(const struct flows *, uint32_t edge);
/* Does the step add a constant to the shared part, or to a copy that the thread has of it?  To one
 * that it does not change, it adds 0. */
bool flow_adds(const struct flows *, const struct flag_flow *, uint32_t part, int *by);
/* Is there a step that adds to the part, whatever it is? */
bool flows_count_in(const struct flows *, uint32_t part);

#endif
