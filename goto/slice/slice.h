/* goto/slice/slice.h -- drops what no property depends on.
 *
 * An instruction is kept if it may influence whether a property is violated: by its data (it writes
 * memory that a kept instruction reads), by control (a kept instruction is executed or not
 * depending on it), or from another thread.  The analysis is a fixpoint over the instances of
 * points_to.h, insensitive to flow but for local variables whose address is not taken, so a write
 * to other memory in any thread reaches every read.  It begins with
 *
 *   ASSERTs of properties that are checked, UNSUPPORTED
 *   ASSUMEs of the program; those of models only if they mention something kept (what printf
 *     assumes about its result goes with the result)
 *   waits, with all that decides whether a thread is blocked, and branches that leave a loop, if
 *     their condition depends on what other threads write; unless deadlocks are not checked and
 *     the thread accesses no shared memory after that (slice_wait.c)
 *   what ends a thread or the program, creates a thread, or calls an unknown function
 *   with races checked: accesses to shared memory
 *   under a weak memory model: fences, atomic accesses and sections of the user, of whatever memory
 *   the backward jumps of loops whose number of iterations is checked
 *
 * A branch that is dropped jumps to its immediate postdominator; a call is dropped if nothing that
 * the callee may do matters at this call.  Loops that nothing depends on are dropped whether they
 * terminate or not, and assumptions of models whether they can hold or not.  So each execution of
 * the program has its projection in the slice, and a slice without violations proves the same of
 * the program.  That is so under weak memory models, too: without some of its events, an execution
 * has fewer constraints; what orders others is kept so that the slice has no executions of its own.
 * The converse does not hold: a violation of the slice is to be confirmed in the
 * program.
 *
 * Indices of instructions do not change: what is dropped becomes SKIP, and function.whole has the
 * instructions before.  So the whole program can be executed along an execution of its slice: it
 * makes the same steps, with more instructions in some of them.
 *
 * Two other slicers work on what comes later: events/encode/events_slice.c drops reads of one
 * encoding, after values are known that no analysis of the program knows; replay/trace/depend.h
 * slices one concrete execution, exactly, for what a report shows.
 */
#ifndef GOTO_SLICE_SLICE_H
#define GOTO_SLICE_SLICE_H

#include "goto/program/prog.h"

struct slice_config {
	bool races;            /* accesses to shared memory are checked for races */
	bool deadlocks;        /* threads that wait forever are looked for */
	bool unchecked_access; /* no assertions guard accesses through pointers */
	bool orders;           /* fences and atomic accesses order what is around them: they are kept */
	bool all_assignments;  /* each assignment to a local variable may be the one that is read */
	bool all_fields;       /* a record of a model is one piece */
	bool all_waits;        /* waits matter, whatever comes after them */
	const char *only_property; /* interned id of the only property that is checked; NULL: all are */
	const char *const
	    *bounded; /* interned ids of the loops whose number of iterations is checked */
	size_t nbounded;
};

struct slice_result {
	uint32_t before, after; /* instructions of functions that are called */
	bool drops_access;      /* an unchecked access that may be invalid was dropped */
};

/* Requires goto_find_loops. */
void goto_slice(struct goto_prog *, const struct slice_config *, struct slice_result *);
bool goto_is_sliced(const struct goto_prog *);
/* Puts the whole program in the place of its slice, or the slice back.  Instructions keep their
 * addresses, and switch points (ins.visible) stay where the slice has them. */
void goto_slice_exchange(const struct goto_prog *);

/* While the whole program is there: does the slice not have this instruction? */
static inline bool slice_drops(const struct function *f, uint32_t pc) {
	return f->whole && f->whole[pc].kind != f->ins.at[pc].kind;
}

#endif
