/* symex/step/step.h -- what one instruction means: the whole semantics in one switch.
 *
 * step executes the instruction at st->pc.  It returns false when the path ends there.  A branch
 * that is not decided goes both ways: 'st' takes one, the other is enqueued.  When the
 * running thread ends, st->frame is NULL afterwards.
 */
#ifndef SYMEX_STEP_STEP_H
#define SYMEX_STEP_STEP_H

#include "symex/step/eval.h"

bool step(struct symex *, struct state *st);

/* step/loop.c.  Moves 'st' to instruction 'to' of its function; false: a loop bound cuts the path.
 */
bool step_jump(struct symex *, struct state *st, uint32_t to);
/* 'condition' must hold here: asks the engine.  false: the path ends. */
bool step_check(struct symex *, struct state *st, uint32_t property, term condition);
/* Records how it could fail, and goes on where it does not; 'vc' says the property and the context.
 * The second is an engine's operation 'check'. */
bool step_record_vc(struct symex *, struct state *st, struct vc vc, term condition);
bool step_record(struct symex *, struct state *st, uint32_t property, term condition);
/* Goes on where the condition of a wait holds; false: nowhere.  An engine's operation 'wait'. */
bool step_assume_wait(struct symex *, struct state *st, const struct ins *, term condition);
void step_havoc(struct symex *, struct state *st, const struct expr *lhs, enum choice_kind);
/* The bound for a loop of 'f' by its id, or for a recursive function, and whether the user gave it.
 */
uint32_t step_bound(const struct symex *, uint32_t tid, const struct function *f, const char *id,
                    bool *by_user);
bool step_cut(struct symex *, struct state *st, const char *what, const char *id, uint32_t bound,
              bool by_user); /* true: go on behind the loop */
/* Arrives at 'to': loops that are entered there begin anew.  false: the path ends. */
bool step_arrive(struct symex *, struct state *st, uint32_t to);
struct object step_local_object(struct symex *, struct state *, struct symbol *, uint32_t choice);

struct argument {
	const struct type *type;
	term value; /* of a scalar; a pointer to it otherwise */
};

/* symex/step/entry.c: fills arg[0..nparams) for the function that the environment calls. */
bool entry_is_main(const struct function *); /* with argc and argv as the C standard has them */
void entry_arguments(struct symex *, struct state *, const struct function *, struct argument *arg);

/* symex/step/call.c */
bool step_call(struct symex *, struct state *st, const struct ins *);
bool step_return(struct symex *, struct state *st, const struct ins *);
bool step_end(struct symex *, struct state *st);
void step_enter(struct symex *, struct state *st, struct function *); /* the first frame */
void step_start(struct symex *, struct state *st, struct function *, const struct argument *arg,
                uint32_t n);                     /* the first frame of a thread */
void step_leave(struct symex *, struct state *); /* what the youngest frame owns ends */

/* A function without arguments and result runs before the instruction at st->pc.  It
 * begins in an atomic section, which it ends. */
void step_interrupt(struct symex *, struct state *st, struct function *);

/* symex/step/unmodelled.c: a call of a function that has no body */
bool unmodelled_call(struct symex *, struct state *st, const struct ins *, const struct symbol *,
                     const struct argument *arg);

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
};
enum intrinsic intrinsic_find(const char *name);
bool step_intrinsic(struct symex *, struct state *st, const struct ins *, enum intrinsic);

/* symex/step/jump.c: setjmp and longjmp, see frontend/lower_jump.c. */
term step_setjmp(struct symex *,
                 struct state *st); /* what a jump must be given to come back here */
bool step_longjmp(struct symex *, struct state *st, term target, term value);

/* symex/step/leak.c: the program ends here; what was allocated must have been freed. */
void step_program_end(struct symex *, struct state *st);

#endif
