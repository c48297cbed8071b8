/* symex/proof/relation/build.h -- the relation of a program, by executing a step from every point.
 */
#ifndef SYMEX_PROOF_RELATION_BUILD_H
#define SYMEX_PROOF_RELATION_BUILD_H

#include "symex/proof/relation/relation.h"

void relation_open(struct relation *, struct symex *);
/* Executes all points; false: r->failed says why it is not possible. */
bool relation_build(struct relation *);
void relation_close(struct relation *);
/* Does a thread stop before its next instruction, so that a point is there?  By the program alone,
 * so that it can be asked about any execution. */
bool relation_is_point(struct symex *, struct state *);
/* Prepares a state of a point to be executed. */
void relation_begin(struct relation *, struct state *);
/* Forgets what an execution has recorded. */
void relation_forget(struct symex *);

#endif
