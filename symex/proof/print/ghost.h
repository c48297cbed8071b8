/* symex/proof/print/ghost.h -- counters of threads as ghost variables: which lines change them.
 *
 * A witness changes a ghost variable together with a statement, whenever that is executed.  So a
 * counter can be told if every way through a line changes it by the same number.  The text of the
 * program is known to report/ only; there it is decided whether the line is one statement.
 */
#ifndef SYMEX_PROOF_PRINT_GHOST_H
#define SYMEX_PROOF_PRINT_GHOST_H

#include "result/result.h"
#include "symex/proof/relation/count.h"

/* Fills the initial value and the updates of 'to', or leaves it without any. */
void ghost_record(const struct relation *, const struct ghost_counter *, struct arena *,
                  struct proof_counter *to);

#endif
