/* symex/proof/check/inhabited.h -- has the invariant states where runs of the program come?
 *
 * All claims of check.h are implications: an invariant without any state would fulfil them.  They
 * exclude it by 'begin' and by following the edges, but an edge rests on what its step assumes
 * (execution.h, symex_cut), and where that contradicts the states before it, nothing is beyond it,
 * and everything holds there.  So, in the end, a few short runs are made by the engine of runs,
 * which assumes nothing of the kind: at each location where a thread of a run stops, and the
 * relation has points, a solver must find a state of the invariant; and a run must not violate what
 * was proved.
 *
 * This shows no proof right, but a wrong one of this kind wrong: at no cost that counts, as a
 * question is about one node, without a step.
 */
#ifndef SYMEX_PROOF_CHECK_INHABITED_H
#define SYMEX_PROOF_CHECK_INHABITED_H

#include "symex/proof/check/claim.h"

void inhabited_check(struct claim *);

#endif
