/* symex/proof/relation/array.h -- arrays with computed indices, of which one element stands for
 * all.
 *
 * An array that steps write at computed indices has too many elements for a part each.  Instead,
 * its position is an offset that no step changes and that may be any, and its cell is the element
 * there: two shared parts.  What is proved about them holds of every element, since the position is
 * arbitrary.
 *
 * A step that reads at offset i gets the cell if i is the position, and a variable otherwise.  That
 * variable is not arbitrary: the invariant holds with the position i as well, of the same state of
 * the threads.  So whoever asks about a step may add each fact about the state before it once more,
 * with i for the position and the variable for the cell.  This needs that all else in the facts is
 * the same whatever the position is, so both parts are always symbolic, and no predicate or counter
 * is about them.
 *
 * All accesses have the same size and lie at multiples of it; one that does not makes the array an
 * ordinary summary.
 */
#ifndef SYMEX_PROOF_RELATION_ARRAY_H
#define SYMEX_PROOF_RELATION_ARRAY_H

#include "solvers/rewrite/substitute.h"
#include "symex/proof/relation/relation.h"

/* Makes the object an array, if this write asks for it. */
void array_find(struct relation *, const struct access *, bool is_pointer);
bool object_is_array(const struct relation *, uint32_t object);
/* It is an ordinary summary from now on. */
void array_drop(struct relation *, uint32_t object);
/* After a pass: those that turned out to be several objects become summaries. */
void arrays_check(struct relation *);
/* NO_TERM, or false: the access is not one of an element. */
term array_read(struct relation *, struct state *, const struct access *, bool is_pointer);
bool array_write(struct relation *, struct state *, const struct access *, term value);

/* Is it the cell or the position of an array? */
bool part_is_of_array(const struct relation *, uint32_t part);

/* The position and the cell become the offset and the value of an access. */
struct array_instance {
	term position, offset, cell, value;
};
struct substitution array_instantiate(struct terms *, const struct array_instance *);

#endif
