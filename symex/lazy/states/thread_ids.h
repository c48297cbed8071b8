/* symex/lazy/states/thread_ids.h -- where a program keeps the numbers of threads.
 *
 * A thread's number comes from the intrinsics __mc_self and __mc_spawn, which only models call.
 * From there it flows through the registers of models: as the number itself, as the number + 1,
 * where 0 means nobody, or as a bit of a set.  In memory, models store the number + 1 in two
 * places: the owner of a mutex, and the identifier that pthread_create returns; and sets in two:
 * those of the threads that wait on a condition variable, and that have been woken.  The user hands
 * an identifier back to a model by an argument of a call that reads it from memory, or by a
 * temporary variable where that is an instruction by itself.
 *
 * This analysis follows the numbers through the registers of models, without regard to the order of
 * instructions.  It finds that a program does with them only what is independent of which thread
 * has which number: copy, compare for equality, tell main from the others, look up the data of the
 * thread; and with sets: unite, cut, complement, compare with the empty one, tell if there are
 * several threads in it, choose one.  If it finds anything else (the number is returned to the
 * user, is stored elsewhere), the numbers may be anywhere.
 *
 * That no other instruction accesses these places in memory is checked while exploring
 * (symmetry.h).
 */
#ifndef SYMEX_LAZY_STATES_THREAD_IDS_H
#define SYMEX_LAZY_STATES_THREAD_IDS_H

#include "goto/program/prog.h"

enum id_tag {
	ID_UNSET,  /* no value was found so far */
	ID_ZERO,   /* the constant 0 */
	ID_NONE,   /* no number of a thread */
	ID_NUMBER, /* the number of a thread */
	ID_NEXT,   /* that + 1; 0: nobody */
	ID_SET,    /* of threads: bit n stands for thread n */
};

struct thread_ids;
struct thread_ids *thread_ids_open(const struct goto_prog *); /* NULL: they may be anywhere */
void thread_ids_close(struct thread_ids *);

enum id_tag thread_ids_local(const struct thread_ids *, const struct symbol *local);
/* Has the function a local for which that is NUMBER, NEXT or SET? */
bool thread_ids_in(const struct thread_ids *, const struct function *);
/* Has it an instruction for which one of the following is true? */
bool thread_ids_used_in(const struct thread_ids *, const struct function *);
/* An instruction of a model that accesses an owner or a set, or stores an identifier.  *stores:
 * NEXT or SET if it is an assignment to one of these, else NONE. */
bool thread_ids_uses(const struct thread_ids *, const struct ins *, enum id_tag *stores);
/* A call by the user whose one access to memory reads an identifier; or the assignment to a
 * temporary variable that does so for it. */
bool thread_ids_passes(const struct thread_ids *, const struct ins *);

#endif
