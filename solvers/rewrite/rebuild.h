/* solvers/rewrite/rebuild.h -- a term made again from other operands, for passes that walk terms.
 */
#ifndef SOLVERS_REWRITE_REBUILD_H
#define SOLVERS_REWRITE_REBUILD_H

#include "solvers/term/term.h"

/* The operation of t, which has operands, on these; they have the sorts of t's own. */
term term_rebuild(struct terms *, term t, const term *arg);

#endif
