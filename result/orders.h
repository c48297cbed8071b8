/* result/orders.h -- memory orders that a program could have instead: what --suggest-orders and
 * --relax have found. */
#ifndef RESULT_ORDERS_H
#define RESULT_ORDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/loc.h"
#include "util/base/vec.h"

struct order_change { /* at one place of the program */
	struct loc loc;
	const char *function;  /* that it is in */
	const char *access;    /* "the store to flag", "the fence" */
	const char *from, *to; /* "relaxed"; from NULL: a fence that is new, before the access; to NULL:
	                          a fence that is not needed */
	bool on_failure;       /* the order of a compare-exchange that fails, its last one */
};

enum trial_outcome { TRIAL_OPEN, TRIAL_HOLDS, TRIAL_VIOLATED };

struct order_trial { /* the program with some changes */
	struct order_change *change;
	size_t n;
	enum trial_outcome outcome;
	const char *why; /* VIOLATED: what is violated; OPEN: why it is not known; or NULL */
};

struct order_advice {
	bool relaxes; /* of --relax; otherwise of --suggest-orders */
	/* Repairs, each verified; none of them has more places or stronger orders than it needs.  With
	 * --relax: all weaker orders that hold together, as one. */
	VEC(struct order_trial) found;
	VEC(struct order_trial) tried; /* --relax: one place at a time */
	size_t verified;               /* programs that were verified for it */
	const char *remark;            /* why there is nothing, or not all; or NULL */
};

#endif
