/* fix/sync.h -- what proposers of synchronisation have in common: calls of locks and conditions in
 * the text, the names of objects in other functions, and statements that move.
 */
#ifndef FIX_SYNC_H
#define FIX_SYNC_H

#include "fix/candidate.h"

typedef bool name_test(const char *name); /* of functions; false for NULL */

name_test sync_is_lock, sync_is_unlock;
name_test sync_is_wait;   /* for a condition */
name_test sync_is_signal; /* or a broadcast */
name_test sync_is_semaphore_wait;
name_test sync_is_join;
name_test sync_may_block;
const char *sync_unlock_of(const char *lock); /* its name; NULL: no lock */

/* May it be replaced as a whole? */
bool sync_can_edit(const struct places *, uint32_t node);
/* The call of such a function at an event's place; NO_NODE: none. */
uint32_t sync_call(const struct candidates *, const struct cause_event *, name_test *);
/* The text of an argument; NULL: there is none. */
const char *sync_argument(const struct candidates *, uint32_t call, unsigned n);
/* Is the statement nothing but a call of such a function, with this first argument (NULL: any)? */
bool sync_is_call(const struct candidates *, uint32_t statement, name_test *, const char *argument);
/* The first such call inside; NO_NODE: none. */
uint32_t sync_inside(const struct places *, uint32_t node, name_test *);
/* The identity of the variable, or of the field, that an argument is (the address of). */
const char *sync_object(const struct places *, uint32_t argument);
/* How the object that an argument there points to is called as an argument here: "&m", "&q->m";
 * NULL: it cannot be. */
const char *sync_name_here(const struct candidates *, uint32_t argument, uint32_t here);

bool sync_is_in_block(const struct places *, uint32_t statement);
/* Statements that change places.  false: they cannot. */
bool sync_swap(struct candidates *, struct candidate *, uint32_t a, uint32_t b);
bool sync_move_before(struct candidates *, struct candidate *, uint32_t what, uint32_t before);
bool sync_move_after(struct candidates *, struct candidate *, uint32_t what, uint32_t after);

#endif
