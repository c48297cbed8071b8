/* symex/core/invalid.h -- memory behind pointers that were never made to point anywhere.
 *
 * Only where nothing checks pointers (SV-COMP's unreach-call): a program that follows a pointer
 * from an unmodelled function or an uninitialised variable is taken to reach memory of its own
 * there, one block per such pointer, with arbitrary content.  Two of them might alias and never do
 * here, so a use of such memory leaves a hole: a violation is reported, safety never is.
 *
 * A null pointer, or one a few bytes away from null, reaches no memory on any system: following it
 * ends the execution there, which a proof then says.  What other threads do before the end still
 * counts, so with threads such an instruction is a point where others can come first.  Which ones
 * are is found out while exploring: as soon as a new one is met, exploration begins anew.
 */
#ifndef SYMEX_CORE_INVALID_H
#define SYMEX_CORE_INVALID_H

#include "symex/core/memory.h"

/* Replaces wild pointees by their blocks; returns the condition under which the access has no
 * meaning at all. */
term invalid_pointees(struct symex *, struct state *, struct pointees *);

/* Is it null, or so close to it that nothing can be there?  Only where nothing checks pointers. */
bool invalid_is_null(const struct symex *, const struct pointee *);
/* Executions of 'st' in which 'is_null' holds end here. */
void invalid_end(struct symex *, struct state *, term is_null);
/* The execution may end at this instruction, so threads stop before it. */
bool invalid_stops(const struct symex *, const struct ins *);
/* Threads stop from now on where a null pointer was followed; false: they already do. */
bool invalid_restart(struct symex *);

#endif
