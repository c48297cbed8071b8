/* symex/wild.h -- memory behind pointers that were never made to point anywhere.
 *
 * Only where nothing checks pointers (SV-COMP's unreach-call): a program that follows a pointer
 * from an unmodelled function or an uninitialised variable is taken to reach memory of its own
 * there, one block per such pointer, with arbitrary content.  Two of them might alias and never do
 * here, so a use of such memory leaves a hole: a violation is reported, safety never is.
 */
#ifndef SYMEX_WILD_H
#define SYMEX_WILD_H

#include "symex/memory.h"

/* Replaces wild pointees by their blocks; returns the condition under which the access has no
 * meaning at all. */
term wild_pointees(struct symex *, struct state *, struct pointees *);

#endif
