/* symex/step/step.h -- the semantics of instructions, in one switch.
 *
 * step executes the instruction at st->pc and returns false if the path ends there.  An undecided
 * branch forks the state: 'st' goes one way, and the engine enqueues a copy that goes the other.
 * When the running thread ends, st->frame becomes NULL.
 */
#ifndef SYMEX_STEP_STEP_H
#define SYMEX_STEP_STEP_H

#include "symex/step/eval.h"

bool step(struct symex *, struct state *st);
/* Does an instruction of the function count for --depth?  Those of the user's functions do; those
 * of models and of the initialisation of static storage do not. */
bool step_counts(const struct symex *, const struct function *);

/* symex/step/loop.c.  Moves 'st' to instruction 'to' of its function; false: a loop bound cuts the
 * path. */
bool step_jump(struct symex *, struct state *st, uint32_t to);
/* The conditional jump at st->pc is decided: notes the loops that it would have left otherwise. */
void step_tested(struct symex *, struct state *st, const struct ins *, bool taken);
bool step_is_loop_head(struct symex *, const struct state *st); /* a loop begins at st->pc */
/* The property requires 'condition': calls the engine's 'check'.  false: the path ends. */
bool step_check(struct symex *, struct state *st, uint32_t property, term condition);
/* Records a verification condition and assumes 'condition' from here on; false: the condition is
 * false.  'vc' has the property and the context.  The second function implements the engine
 * operation 'check'. */
bool step_record_vc(struct symex *, struct state *st, struct vc vc, term condition);
bool step_record(struct symex *, struct state *st, uint32_t property, term condition);
/* Assumes the condition of a wait; false: it is false.  Implements the engine operation 'wait'. */
bool step_assume_wait(struct symex *, struct state *st, const struct ins *, term condition);
void step_havoc(struct symex *, struct state *st, const struct expr *lhs, enum choice_kind);
/* The bound of a loop of 'f' with this id, or of the recursive function 'f'.  *by_user: an option
 * sets it; otherwise deepening does. */
uint32_t step_bound(const struct symex *, uint32_t tid, const struct function *f, const char *id,
                    bool *by_user);
/* Cuts a loop, or a recursion (l is NULL), after so many rounds or calls.  true: go on behind it.
 */
bool step_cut(struct symex *, struct state *st, const struct loop *l, const char *id,
              uint32_t bound, uint32_t rounds, bool by_user);
/* Moves 'st' to 'to', and resets the counters of loops that are entered there.  false: the path
 * ends. */
bool step_arrive(struct symex *, struct state *st, uint32_t to);
struct object step_local_object(struct symex *, struct state *, struct symbol *, uint32_t choice);

struct argument {
	const struct type *type;
	term value; /* of a scalar; a pointer to it otherwise */
};

/* symex/step/entry.c: fills arg[0..nparams) for the entry function. */
bool entry_is_main(const struct function *); /* with argc and argv as in the C standard */
void entry_arguments(struct symex *, struct state *, const struct function *, struct argument *arg);

/* symex/step/call.c */
bool step_call(struct symex *, struct state *st, const struct ins *);
bool step_return(struct symex *, struct state *st, const struct ins *);
bool step_end(struct symex *, struct state *st);
void step_enter(struct symex *, struct state *st, struct function *); /* the first frame */
void step_start(struct symex *, struct state *st, struct function *, const struct argument *arg,
                uint32_t n);                     /* the first frame of a thread */
void step_leave(struct symex *, struct state *); /* ends the objects of the youngest frame */

/* Enters a function without arguments and result before the instruction at st->pc.  The function
 * begins inside an atomic section, which it ends itself. */
void step_interrupt(struct symex *, struct state *st, struct function *);

/* symex/step/unmodelled.c: a call of a function that has no body */
bool unmodelled_call(struct symex *, struct state *st, const struct ins *, const struct symbol *,
                     const struct argument *arg);
/* Warns of it, and has the verdict name what is assumed of it. */
void unmodelled_report(struct symex *, struct loc, const struct symbol *);
bool unmodelled_is_reported(const struct symex *, const struct symbol *);

/* symex/step/intrinsic.c */
enum intrinsic {
	INTRINSIC_NONE,
	INTRINSIC_ALLOC,
	INTRINSIC_FREE,
	INTRINSIC_COPY,
	INTRINSIC_SET,
	INTRINSIC_HAVOC,
	INTRINSIC_EXIT,
	INTRINSIC_ABORT,
	INTRINSIC_OPTION,
	INTRINSIC_SELF,
	INTRINSIC_SPAWN,
	INTRINSIC_END_THREAD,
	INTRINSIC_THREAD_DATA,
	INTRINSIC_ACQUIRED,
	INTRINSIC_RELEASED,
	INTRINSIC_MAY_WAKE,
	INTRINSIC_WOKE,
	INTRINSIC_INPUT,
	INTRINSIC_SETJMP,
	INTRINSIC_LONGJMP,
	INTRINSIC_SIGNAL,
	INTRINSIC_BOUNDED,
	INTRINSIC_NOTE,
};
enum intrinsic intrinsic_find(const char *name);
bool step_intrinsic(struct symex *, struct state *st, const struct ins *, enum intrinsic);

/* symex/step/jump.c: setjmp and longjmp, see frontend/lower_jump.c.  step_setjmp returns the target
 * with which step_longjmp comes back to this instruction. */
term step_setjmp(struct symex *, struct state *st);
bool step_longjmp(struct symex *, struct state *st, term target, term value);

/* symex/step/leak.c: the program ends here; checks that allocated memory has been freed. */
void step_program_end(struct symex *, struct state *st);
/* By object: the condition under which it is leaked if the program ends in 'st'.  The caller frees
 * it. */
term *leak_conditions(struct symex *, struct state *st);

#endif
