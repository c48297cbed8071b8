/* symex/lazy/states/symmetry.h -- states that are equal up to the numbers of threads are one.
 *
 * Threads other than main are interchangeable: what a thread does depends on its registers and
 * frames, on memory, and not on its number, unless the number is stored somewhere and used.  Let p
 * be a permutation of the threads other than main, and p(S) the state S with every number of a
 * thread replaced by its image: as the owner of registers, frames, locks and thread-local objects,
 * and wherever the number itself is stored.  A step of thread t from S to S' corresponds to one of
 * p(t) from p(S) to p(S'), which fails the same assertions at the same instructions, and waits,
 * deadlocks and races correspond.  So if S was explored, p(S) has nothing new.
 *
 * The key of a state (key.c) orders the threads by what they are doing, and names each by its
 * position in that order; of threads that are doing the same, those in the sleep set come first,
 * and otherwise they stay in the order of their numbers, which may keep equal states apart, but is
 * no error.  The sleep set and the footprints of a visit are kept by position, or translated
 * (renaming.h), and so is the running thread, which the bounds depend on.
 *
 * Where numbers are stored:
 *   - in registers of models, which thread_ids.h finds;
 *   - in memory: the owner of a mutex, the sets of threads that wait on a condition variable, and
 *     the identifiers that pthread_create returns.  Such a
 *     location is recorded when a model stores there.  Any other access to it may turn the number
 *     into a plain value (a copy, a comparison, arithmetic) or a plain value into a number; as soon
 *     as one is made, symmetry_lost becomes true and the search starts again without it.  Until
 *     then no number was used in another way, so the states explored before were compared rightly.
 *
 * In general an array of identifiers tells the threads apart; joins.h says where it does not.
 *
 * If a location or a register holds a value that is not constant, the threads of that state are not
 * permuted.  Inputs are named after the thread that reads them; an input that neither an assumption
 * nor another term mentions is renamed (shape.h), other terms match only if they are the same.
 */
#ifndef SYMEX_LAZY_STATES_SYMMETRY_H
#define SYMEX_LAZY_STATES_SYMMETRY_H

#include "symex/lazy/states/shape.h"
#include "symex/lazy/states/thread_ids.h"

struct symmetry;
struct symmetry *symmetry_open(struct symex *, struct shapes *); /* NULL: it does not apply */
void symmetry_close(struct symmetry *);
bool symmetry_lost(const struct symmetry *);
/* If that is only because an array of identifiers is read otherwise than joins.h wants: from here
 * on such arrays tell threads apart.  false: nothing can be done. */
bool symmetry_keep_orders(struct symmetry *);

/* An access of the running thread. */
void symmetry_access(struct symmetry *, struct state *, const struct access *);

/* The registers of the running thread, with numbers of threads marked (REG_THREAD, shape.h). */
struct pmap symmetry_registers(struct symmetry *, const struct state *);

/* The content of an object in which there are locations (shape_is_marked). */
struct shape symmetry_content(struct symmetry *, uint32_t object, const struct content *);
/* The static objects among them. */
uint32_t symmetry_statics(const struct symmetry *, const uint32_t **object);

#endif
