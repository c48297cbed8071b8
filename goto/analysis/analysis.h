/* goto/analysis/analysis.h -- what is found out about a program and noted in it, one small file
 * each; in which order: goto/passes/passes.h. */
#ifndef GOTO_ANALYSIS_ANALYSIS_H
#define GOTO_ANALYSIS_ANALYSIS_H

#include <stdbool.h>

#include "goto/program/prog.h"

/* loops.c: fills function.loop and ins.loop. */
void goto_find_loops(struct goto_prog *);
/* orders.c: the first access of the user with an order weaker than sequential consistency; NULL:
 * there is none. */
const struct ins *goto_weak_access(const struct goto_prog *);
/* Is the instruction a fence, or does it access memory atomically? */
bool goto_has_order(const struct ins *);
/* A function of the library that the program calls and that tells whether a lock, a semaphore or a
 * thread is free, taken or over, without waiting for it; NULL: there is none. */
const struct function *goto_observes_lock(const struct goto_prog *);
/* watched.c: sets ins.watched. */
void goto_watch(struct goto_prog *);
/* Is the instruction an assertion of the user that may hold?  *begins: where its condition does. */
bool goto_assertion(const struct goto_prog *, const struct function *, uint32_t pc,
                    uint32_t *begins);
/* address.c: sets symbol.address_taken. */
void goto_find_address_taken(struct goto_prog *);
/* interrupts.c: sets prog.interrupt if a handler of a signal may run at any time.  from_outside:
 * signals arrive that the program does not send. */
void goto_find_interrupts(struct goto_prog *, bool from_outside);
/* The condition under which a thread is interrupted; NULL: it never is. */
const struct expr *goto_interrupted(const struct goto_prog *, uint32_t tid);
/* shared.c: points-to and escape.  Sets symbol.is_shared and prog.has_threads. */
void goto_find_shared(struct goto_prog *);
/* visible.c: after goto_find_shared, sets ins.visible, before accesses to shared memory (ending an
 * object is one: DEAD, the END of a function with shared locals), before sections, and before what
 * would end others too: the end of the program, and assumptions that may fail after something
 * others can notice.  A run of hidden ASSERTs and the instruction they guard are one step: only the
 * first that another thread can influence is visible. */
void goto_mark_visible(struct goto_prog *);

#endif
