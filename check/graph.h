/* check/graph.h -- nodes in a total order, edges that always hold, edges that a literal imposes,
 * and reads whose source no rival follows before the read.
 *
 * An edge of a watch stands for its condition: the literal is false, so what must be so does not
 * put 'to' before 'from'.  That is less than the opposite order, hence a cycle may have one such
 * edge.
 */
#ifndef CHECK_GRAPH_H
#define CHECK_GRAPH_H

#include "check/base.h"

struct graph_edge {
	uint32_t from, to;
	int literal;
	bool is_watch;
};

struct graph_access { /* a source or a rival */
	uint32_t read, node;
	int literal; /* 0: always */
	bool is_own;
};

struct graph { /* all-zero: an empty one */
	struct numbers node;
	/* These are numbered from 1; whoever adds to the first of them says so in 'outdated'. */
	LIST(struct graph_edge) fixed, edge;
	LIST(uint32_t) read; /* nodes */
	LIST(struct graph_access) source, rival;

	bool outdated;              /* fixed edges came since what is below was made */
	bool is_cyclic;             /* fixed edges have a cycle, so there is no order at all */
	uint32_t n, nchains;        /* n: nodes that there were */
	uint32_t *chain, *position; /* by node; NO_NUMBER: no fixed edge has it */
	uint32_t *clock;            /* n rows of nchains */
};

void graph_free(struct graph *);

struct graph_path { /* numbers of edges */
	const uint32_t *at;
	size_t n;
};
struct graph_clause {
	int *at;
	size_t n, cap;
};
/* The clause that holds because the edges, one after the other, and fixed edges between them form a
 * cycle.  NULL: it was made; otherwise why they do not. */
const char *graph_cycle(struct graph *, struct graph_path, struct graph_clause *);
/* The clause that holds because the paths lead from the source to the rival and from there to the
 * read. */
const char *graph_between(struct graph *, uint32_t source, uint32_t rival, struct graph_path there,
                          struct graph_path on, struct graph_clause *);

#endif
