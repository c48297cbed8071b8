/* symex/runs/branches.h -- which branches of the user's code concrete runs have taken. */
#ifndef SYMEX_RUNS_BRANCHES_H
#define SYMEX_RUNS_BRANCHES_H

#include "report/result.h"
#include "symex/replay/run_trace.h"
#include "util/map.h"

struct branches { /* all-zero: no run so far */
	uint32_t runs;
	struct map taken; /* instruction -> ways: 1 if its condition was false, 2 if it was true */
};

void branches_add(struct branches *, const struct run_trace *);
/* Fills the coverage of a result.  A way that only leads to a failed assertion does not count. */
void branches_report(const struct branches *, const struct goto_prog *, struct result *);
void branches_free(struct branches *);

#endif
