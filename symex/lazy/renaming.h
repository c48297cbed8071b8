/* symex/lazy/renaming.h -- canonical names of the dynamic objects of a state.
 *
 * Which numbers dynamic objects have depends on the path: on the order in which schedules allocate
 * them, and on the choices made before.  States that differ only in these numbers have the same
 * future up to names.  So the key of a state (key.c) names a dynamic object by the order in which a
 * traversal reaches it, which begins at the static objects and the threads.  An object that the
 * traversal does not reach is not part of the key: no pointer leads to it, so no step can access it
 * again.  Exceptions:
 *
 *   - An object in a term from which its number cannot be separated is pinned: it keeps its number
 *     (shape.h).  So is one whose base address occurs in a term.
 *   - Once an integer that mentions base addresses, but is none, became a pointer, it may be one to
 *     any object whose address was converted to an integer (x->address.any).  The search begins
 *     again, and from then on all these objects are roots, and pinned.
 *   - A block of the heap that was not freed is a leak at the end of the program.  If leaks are
 *     checked, what the check sees of the blocks that are not reached is part of the key.
 *
 * An object that has ended is reached as long as a pointer to it exists, and the key says that it
 * has ended.  What steps depend on besides the content of an object (size, kind, ...) is part of
 * the key as well.
 *
 * The assumptions that place the base address of an object (core/pointer.c) are no part of the key.
 * Between objects that are reached they are the same in equal states, as soon as the addresses are
 * used.  Those about another object can be satisfied whatever else is assumed about addresses,
 * since there is room for it, so they exclude nothing.  Other assumptions about its address make it
 * a root, unless they are irrelevant (relevant.h).
 *
 * The variables of fresh memory are named after a choice.  A choice none of whose variables occurs
 * in the state or in the assumptions of the path is named by the traversal, too.
 *
 * Summaries.  A visit of the cache has the footprints of the steps below it (cache.h), by object.
 * If a state is found in the cache that has the same key under another renaming, the footprints are
 * translated: the k-th object of one state is the k-th of the other.  The objects that are made
 * below the state have numbers that may mean another object, long gone, to the steps above the
 * state that is found.  For accesses this adds a dependence, which costs a schedule but loses none.
 * A lock in such an object must not count as a common one: it is removed from the set of locks.
 */
#ifndef SYMEX_LAZY_RENAMING_H
#define SYMEX_LAZY_RENAMING_H

#include "symex/explore/footprint.h"
#include "symex/lazy/private.h"
#include "symex/lazy/states/shape.h"
#include "symex/lazy/states/symmetry.h"

struct renaming;
struct renaming *renaming_open(struct symex *, struct canon *, struct shapes *);
/* Whether an object is published is part of the key; NULL: it is not. */
void renaming_set_private(struct renaming *, const struct private *);
/* Threads are renamed as well; NULL: they are not. */
void renaming_use(struct renaming *, struct symmetry *);
void renaming_close(struct renaming *);
void renaming_forget(struct renaming *); /* the footprints begin anew */

/* renaming_begin, then renaming_shape for each root, then renaming_objects.  If that returns false,
 * a pinned name was found too late: the same calls again, from renaming_again on. */
void renaming_begin(struct renaming *);
void renaming_again(struct renaming *);
/* Are there no bounds, so that joins.h applies? */
void renaming_set_unbounded(struct renaming *, bool);
/* The order of the threads, given by a word for each, where these are equal by whether the thread
 * is in a set; by their numbers if one of them must not be renamed.  order[k] is the k-th. */
const uint32_t *renaming_order(struct renaming *, const uint64_t *word, uint64_t set,
                               uint32_t nthreads);
/* Instead of all that: everything keeps its name.  Returns what renaming_list then would. */
uint32_t renaming_none(struct renaming *);
uint32_t renaming_position(const struct renaming *, uint32_t tid);
uint32_t renaming_thread(const struct renaming *, uint32_t position);
/* The positions of a set of threads, by bit. */
uint64_t renaming_threads(const struct renaming *, uint64_t threads);
/* The number of a shape, or of several, with the names replaced by canonical ones. */
uint32_t renaming_shape(struct renaming *, struct shape);
uint32_t renaming_shapes(struct renaming *, const struct shape *, uint32_t n);
/* The number of the content of a marked object (shape.h). */
uint32_t renaming_marked(struct renaming *, struct shape);
void renaming_pin(struct renaming *, uint32_t object);
/* The number of everything that the roots reach in 'st'. */
bool renaming_objects(struct renaming *, struct state *st, uint32_t *number);
/* The dynamic objects and the threads in the order of their canonical names, as a list of the
 * struct canon. */
uint32_t renaming_list(struct renaming *);

/* The summary of a state with the renaming 'from', for one with the renaming 'to'.  lasting: locks
 * in objects that neither names are the same in both states. */
uint32_t renaming_summary(struct renaming *, struct footprints *, uint32_t summary, uint32_t from,
                          uint32_t to, bool lasting);
/* The same for a set of threads. */
uint64_t renaming_translate(const struct renaming *, uint64_t threads, uint32_t from, uint32_t to);

#endif
