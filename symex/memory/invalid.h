/* symex/memory/invalid.h -- accesses through invalid pointers, where no assertion checks pointers.
 *
 * Without such assertions (SV-COMP's unreach-call), a pointer of unknown origin, from an unmodelled
 * function or an uninitialised variable, is assumed to point to a block of memory of its own, with
 * arbitrary content.  Two such pointers might alias and never do here, so an access to such a block
 * records GAP_UNSUPPORTED: a violation is reported, but the verdict is never SUCCESSFUL.  The gap
 * is recorded before it is assumed that the blocks are apart, and above the lowest addresses.
 * A number that was read from shared memory under a name of its own (symex/events) has no block:
 * another name may stand for the same address, and to assume that both are apart would exclude
 * every execution.  Such an access ends the execution with the gap, or as a null pointer does.
 *
 * An access to an object that has ended, or may have, records the same gap and ends the execution:
 * what it reads is not known.
 *
 * A null pointer, or one a few bytes away from null, points to no memory on any system: an access
 * through it ends the execution, and a proof states this assumption.  Steps of other threads before
 * the end may violate a property, so with threads such an instruction is a switch point.  These
 * instructions are found while exploring: when a new one is found, exploration starts again.  Where
 * runs follow models of a formula (symex/generalise), later runs stop there: a model may have
 * another thread step first.
 *
 * The same holds for a hidden check that fails where every property is asked for: the execution
 * ends at it, and what other threads do between the last switch point and the check may violate
 * another property.
 */
#ifndef SYMEX_MEMORY_INVALID_H
#define SYMEX_MEMORY_INVALID_H

#include "symex/memory/store.h"

/* Replaces pointees of unknown origin by their blocks, where these are known, and ends the
 * executions in which others are null and 'accessed' holds; returns the condition under which the
 * access has no meaning at all. */
term invalid_pointees(struct symex *, struct state *, struct pointees *, term accessed);

/* Is the address null, or so close to null that no object is there?  false if assertions check
 * pointers. */
bool invalid_is_null(const struct symex *, const struct pointee *);
/* Ends the executions of 'st' in which 'is_null' holds. */
void invalid_end(struct symex *, struct state *, term is_null);
/* The pointee is a number that is not constant: ends the executions of 'st' in which it is null and
 * 'accessed' holds.  Afterwards its guard says that it is not null.  Does nothing to others. */
void invalid_end_number(struct symex *, struct state *, struct pointee *, term accessed);
/* A property was violated.  If others are still asked for, its check is a switch point, too. */
void invalid_failed(struct symex *, uint32_t property);
/* Is the instruction a switch point because the execution may end at it? */
bool invalid_stops(const struct symex *, const struct ins *);
/* Makes switch points of all instructions that followed a null pointer, or failed; false: they
 * already are. */
bool invalid_restart(struct symex *);

#endif
