/* goto/passes.h -- rewrites and analyses of the goto-program, one small file each.
 *
 * Order in a run (cli/run.c): goto_match_arguments, goto_find_interrupts, goto_find_shared,
 * goto_split_shared (only if it found threads, and not under --statement-granularity),
 * goto_check_atomicity (on request), goto_add_checks, goto_remove_unreachable, goto_fuse_additions
 * and goto_mark_additions (only with threads), goto_find_loops, goto_watch,
 * goto_find_address_taken, goto_slice (slice.h; where that is sound), goto_mark_visible (only with
 * threads); goto_validate after each when validation is on.  Splitting comes before the checks so
 * that a check and its access see one pointer.
 */
#ifndef GOTO_PASSES_H
#define GOTO_PASSES_H

#include <stdbool.h>
#include <stdio.h>

#include "goto/prog.h"

struct check_config { /* true: the check is made */
#define ASKED(field, option) bool field;
#define WITH(field)
#define ELSEWHERE
#define PROPERTY(class, name, check, ...) check
#include "goto/property.def"
	bool any_vla_size; /* with bounds: how many elements an array of variable length has is not
	                      checked */
	const char *error_label; /* reaching this label is a violation; or NULL */
};

/* checks.c: turns undefined behaviour, assert and error calls into ASSERT instructions. */
void goto_add_checks(struct goto_prog *, const struct check_config *);
/* reachable.c: drops instructions no path reaches and properties that went with them; functions
 * that cannot be called. */
void goto_remove_unreachable(struct goto_prog *);
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
/* arguments.c: arguments that are transparent unions for parameters that are pointers. */
void goto_match_arguments(struct goto_prog *);
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
/* live.c: which locals of a function may still be read before they are assigned again.  A bit per
 * slot of function.local, counted only for those that live in registers (scalars whose address is
 * never taken); the bits of the others are always set.  Requires goto_find_address_taken; computed
 * for a function when first asked for it, and kept.
 *
 * While a call is under way its frame's caller waits at return_pc, but the result is not stored
 * yet: live_during(call's pc) is live_at(return_pc) without the variable that the result
 * overwrites, or with those that say where it goes (*p, a[i]).
 *
 * What is not live can still be seen by one thing: a pointer in any register keeps a block from
 * being a leak when the program exits (leak_reachable_ok). */
struct live;
struct live *live_open(void);
const uint64_t *live_at(struct live *, const struct function *, uint32_t pc); /* before pc */
const uint64_t *live_during(struct live *, const struct function *, uint32_t call_pc);
void live_close(struct live *);
/* split.c: makes at most one access to shared memory per instruction, of structs scalar by scalar.
 * 'shared' says which symbols more than one thread may reach; every DEREF counts unless
 * prog.private_deref has it. */
void goto_split_shared(struct goto_prog *, bool (*shared)(const struct symbol *));
/* additions.c: x = x + 1 instead of a section that loads and stores, where only that is done. */
void goto_fuse_additions(struct goto_prog *);
/* Marks the two instructions of x = x + 1 that are no such section: ins.loads_sum, stores_sum. */
void goto_mark_additions(struct goto_prog *);
/* atomicity.c: of the split program, asserts before each store of a statement that what the
 * statement has read from shared memory (symbol.is_shared, every DEREF) is still there. */
void goto_check_atomicity(struct goto_prog *);

/* validate.c: every rule that prog.h and expr.h state; a breach is a BUG that names the
 * instruction. */
void goto_validate(const struct goto_prog *);

/* print.c */
void goto_print_function(FILE *, const struct goto_prog *, const struct function *);
void goto_print(FILE *, const struct goto_prog *);            /* --show-goto-functions */
void goto_print_slice(FILE *, const struct goto_prog *);      /* --show-slice */
void goto_print_loops(FILE *, const struct goto_prog *);      /* --show-loops */
void goto_print_properties(FILE *, const struct goto_prog *); /* --show-properties */
void goto_print_symbols(FILE *, const struct goto_prog *);    /* --show-symbols */

#endif
