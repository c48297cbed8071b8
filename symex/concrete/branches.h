/* symex/concrete/branches.h -- which lines and branches of the user's code concrete runs have
 * executed.
 */
#ifndef SYMEX_CONCRETE_BRANCHES_H
#define SYMEX_CONCRETE_BRANCHES_H

#include "result/result.h"
#include "symex/replay/run/run_trace.h"
#include "util/base/map.h"

struct branch_counts { /* of the instructions of a function, by index */
	const struct function *function;
	uint64_t *hits;
	uint64_t *way[2]; /* conditional jumps: how often the condition was false, was true */
};

struct branches {
	VEC(struct branch_counts) count; /* of the user's functions */
	struct map count_of;             /* function -> index in 'count' */
	uint64_t *memory;                /* of the counts; the number of runs comes first */
	size_t bytes;
};

/* Processes that are forked later count together. */
void branches_open(struct branches *, const struct goto_prog *);
uint32_t branches_runs(const struct branches *);
void branches_add(struct branches *, const struct run_trace *);
/* How many ways the branches of the program have, and how many of them runs have taken. */
void branches_count(const struct branches *, uint64_t *all, uint64_t *taken);
/* Fills the coverage of a result: what runs have executed, and the branches that none has taken.  A
 * way that only leads to a failed assertion does not count. */
void branches_report(const struct branches *, const struct goto_prog *, struct result *);
/* Fills what runs have executed only. */
void branches_lines(const struct branches *, const struct goto_prog *, struct result *);
void branches_free(struct branches *);

#endif
