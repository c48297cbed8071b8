/* report/base/execution_edges.h -- the relations of an execution as lists of edges, for drawings:
 * without those that follow from others.
 *
 *   sb   from an event to the next one of its thread, from a creation to the first event of the new
 *        thread, from the last one of a thread to its join
 *   rf   from a write to a read that finds it
 *   mo   from a write to the next one of a location; not of words of the library
 *   sw   between threads, library and atomic sections included; c11 only
 *
 * Checks of lifetimes, and what the library does to begin a thread, are left out.
 */
#ifndef REPORT_BASE_EXECUTION_EDGES_H
#define REPORT_BASE_EXECUTION_EDGES_H

#include "result/execution.h"

struct edge {
	uint32_t from, to; /* events */
};

struct edges {
	VEC(struct edge) at;
};

struct execution_edges {
	struct edges sb, rf, mo, sw;
};

bool edges_join(const struct execution_event *); /* is the event one that is drawn? */
void edges_init(struct execution_edges *, const struct execution *);
void edges_free(struct execution_edges *);

#endif
