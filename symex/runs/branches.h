/* symex/runs/branches.h -- which lines and branches of the user's code concrete runs have executed.
 */
#ifndef SYMEX_RUNS_BRANCHES_H
#define SYMEX_RUNS_BRANCHES_H

#include "report/result.h"
#include "symex/replay/run_trace.h"
#include "util/map.h"

struct branch_counts { /* of the instructions of a function, by index */
	const struct function *function;
	uint64_t *hits;
	uint64_t *way[2]; /* conditional jumps: how often the condition was false, was true */
};

struct branches { /* all-zero: no run so far */
	uint32_t runs;
	VEC(struct branch_counts) count;
	struct map count_of; /* function -> index in 'count' */
};

void branches_add(struct branches *, const struct run_trace *);
/* Fills the coverage of a result: what runs have executed, and the branches that none has taken.  A
 * way that only leads to a failed assertion does not count. */
void branches_report(const struct branches *, const struct goto_prog *, struct result *);
/* Fills what runs have executed only. */
void branches_lines(const struct branches *, const struct goto_prog *, struct result *);
void branches_free(struct branches *);

#endif
