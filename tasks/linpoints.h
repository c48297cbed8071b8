/* tasks/linpoints.h -- proofs of linearizability for any number of threads: which linearization
 * points are tried (goto/passes/linpoint.h).
 *
 * A guess is one choice for each operation whose points are not in the source.  The program is
 * verified with one after the other, the likely ones first, until the assertions at the returns are
 * proved.  Which guess it was does not matter for the verdict: whatever points there are, they
 * prove it.
 */
#ifndef TASKS_LINPOINTS_H
#define TASKS_LINPOINTS_H

#include "goto/passes/linpoint.h"
#include "result/result.h"
#include "tasks/verify.h"

struct linpoint_search {
	struct linpoint_sites sites; /* of the program, once it was loaded */
	VEC(uint32_t) guess;         /* by operation: index in its choices */
	uint32_t tried;
	const char *refused; /* why there are none in the program; or NULL */
};

/* Is the strategy one that only proves? */
bool linpoints_apply(const struct symex_config *);
/* The points of the guess become part of the program.  false: it is no client with a specification.
 */
bool linpoints_take(struct linpoint_search *, struct goto_prog *);
/* What was proved, or tried, in a sentence of the result. */
void linpoints_tell(const struct linpoint_search *, struct result *);

/* With one guess after the other; once, where the strategy does not prove. */
struct result *linpoints_verify(struct verification *);

#endif
