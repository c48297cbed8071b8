/* goto/analysis/control.h -- which branches decide whether an instruction is executed.
 *
 * Postdominators of the instructions of a function.  The exit is its END; a loop without an exit
 * (or none but an assumption or assertion that fails) counts as if it could be left at its backward
 * jump, so that what follows, and the failure, depends on the branches in it.  That jump then
 * counts as a branch, too: another iteration depends on it.
 */
#ifndef GOTO_ANALYSIS_CONTROL_H
#define GOTO_ANALYSIS_CONTROL_H

#include "goto/program/prog.h"

struct control {
	const struct function *function;
	uint32_t *next;         /* by instruction: its immediate postdominator; that of END is END.
	                           NO_POSTDOMINATOR: no path from the entry goes there */
	uint32_t *first, *from; /* predecessors of i: from[first[i]] up to from[first[i + 1]] */
	bool *is_left;          /* by instruction: a backward jump that counts as a branch */
};

#define NO_POSTDOMINATOR UINT32_MAX

void control_open(struct control *, const struct function *);
void control_close(struct control *);
/* Is it a jump with a condition, or a backward jump that counts as a branch? */
bool control_is_branch(const struct control *, uint32_t ins);
/* Is an instruction with a mark control dependent on the branch? */
bool control_decides(const struct control *, uint32_t branch, const bool *mark);

/* Does the instruction lead to an assertion that fails, without a condition?  'assert (c)' is a
 * branch around one.  *at: that assertion. */
bool control_fails(const struct function *, uint32_t pc, uint32_t *at);

#endif
