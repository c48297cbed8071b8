/* symex/replay/trace/depend.h -- which steps of a counterexample the violation depends on.
 *
 * A backward slice of one concrete execution.  While a replay executes the program, each
 * instruction notes what it depends on:
 *
 *   data      the last writes of the registers and bytes that it reads
 *   control   the last branch that decided that it is executed (goto/analysis/control.h), the call
 * of its function, the creation of its thread
 *
 * What the violated condition, the accesses of a race or the waits of a deadlock depend on,
 * directly or not, is kept.  So are, without what they depend on themselves,
 *
 *   what is lost    writes of another thread that a kept one overwrites
 *   locks           taking and releasing one, if the thread does something that is kept in between
 *   waits           for a condition or semaphore, if the thread does something that is kept later;
 *                   and the call that ends the wait
 *   joins           of a thread that does something that is kept, if what follows is kept, too
 *   in a deadlock   the locks held at its end, and all calls about what threads wait for
 *
 * All other steps get the mark step.aside: reports may fold them.
 */
#ifndef SYMEX_REPLAY_TRACE_DEPEND_H
#define SYMEX_REPLAY_TRACE_DEPEND_H

#include "symex/core/state.h"

struct cex;
struct depend;

struct depend *depend_open(void);
void depend_close(struct depend *);

/* What an observer is told (symex/observer.h).  'steps': those of the counterexample so far. */
void depend_on_step(struct depend *, const struct state *, size_t steps);
void depend_on_access(struct depend *, struct symex *, const struct access *);
void depend_on_assign(struct depend *, const struct state *, const struct expr *lhs);
void depend_on_branch(struct depend *, const struct state *, bool taken);
void depend_on_call(struct depend *, const struct state *);
void depend_on_create(struct depend *, uint32_t tid);
/* A thread is part of the violation, and about to execute its next instruction. */
void depend_on_next(struct depend *, const struct state *view);
/* The execution ends in the violation: at the current instruction, or with the state as a whole. */
void depend_on_violation(struct depend *, enum property_class);

/* Marks the steps of the counterexample. */
void depend_mark(struct depend *, struct cex *);

#endif
