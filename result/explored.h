/* result/explored.h -- the tree of schedules as far as it was explored, as plain data.
 *
 * Kept only for --dot.  Explorations with growing bounds go over the
 * same tree again and again; what is kept is their union.
 */
#ifndef RESULT_EXPLORED_H
#define RESULT_EXPLORED_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/loc.h"
#include "util/base/vec.h"

#define NO_NODE UINT32_MAX

struct explored_node {
	uint32_t parent;     /* NO_NODE: a root */
	uint32_t thread;     /* whose step led here */
	struct loc loc;      /* where that step begins; NO_LOC: the thread begins or ends */
	const char *values;  /* "x = 0, y = ?": shared variables; ?: depends on inputs */
	const char *failure; /* the property that is violated here; or NULL */
	bool ended;          /* no thread goes on: the program has ended, or the path is infeasible */
	bool seen;           /* a state that was explored elsewhere */
	bool cut;            /* a bound left something out here */
};

struct explored {
	VEC(struct explored_node) node; /* parents come first */
	bool is_partial;                /* there were more nodes than are kept */
};

#endif
