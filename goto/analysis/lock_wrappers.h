/* goto/analysis/lock_wrappers.h -- functions of the user that do nothing but lock or unlock.
 *
 *   static void enter(struct box *b) { pthread_mutex_lock(&b->lock); }
 *
 * A call of such a function is a lock call: what a program does by place is seen where it is
 * called, not in the one place that all callers share.
 */
#ifndef GOTO_ANALYSIS_LOCK_WRAPPERS_H
#define GOTO_ANALYSIS_LOCK_WRAPPERS_H

#include "goto/analysis/sync_calls.h"
#include "goto/program/prog.h"

/* The one call of the library that the function consists of; NULL: it does something else, too, or
 * may be called by a pointer. */
const struct sync_call *lock_wrapper_of(const struct goto_prog *, const struct function *);
/* The lock or unlock call that the instruction is, itself or by such a function, and a pointer to
 * its lock; NULL: it is none. */
const struct sync_call *lock_call_of(const struct goto_prog *, const struct ins *,
                                     const struct expr **object);

#endif
