/* symex/replay/replay.h -- one concrete execution, chosen by a model, on the goto-program.
 *
 * The choices whose guards hold in the model, in the order in which they were recorded, are what
 * the environment answers along the violating path.  Replay steps the program again with every
 * choice settled, so that all conditions are constants, and writes down the steps for people.  If
 * it does not end in the violation that the solver promised, the counterexample is not printed.
 */
#ifndef SYMEX_REPLAY_REPLAY_H
#define SYMEX_REPLAY_REPLAY_H

#include "symex/core/execution.h"

struct replay;

term replay_value(struct replay *, term);
bool replay_failed(const struct replay *);
uint32_t replay_choice(struct replay *, enum choice_kind, const struct ins *);

/* Is the violation of 'vc' under 'model' real?  Fills *cex; NULL: the replay took another way, and
 * *why says which. */
struct cex *replay_run(struct symex *found, struct model *, const struct vc *, struct arena *,
                       const char **why);

/* For what adds steps of its own. */
struct arena *replay_arena(const struct symex *);
struct step *replay_add(struct symex *, struct state *, enum step_kind);
/* The function that the user's code has called, "fgets()"; NULL: none. */
const char *replay_callee(const struct symex *, const struct state *);

/* replay_input.c: what whoever runs the program must type, or set, for this execution. */
void replay_typed(struct symex *, struct state *, const struct ins *); /* __mc_input and its kin */
void replay_argv(struct symex *, struct state *, const struct symbol *, term argv, term argc);
void replay_externs(struct symex *, struct state *);

/* Called by the stepper, in replays only. */
/* So many bytes at a pointer are an input. */
void replay_bytes(struct symex *, struct state *, term pointer, uint64_t n);
void replay_note(struct symex *, struct state *, const char *text);
void replay_input(struct symex *, struct state *, const struct expr *lhs, term value,
                  enum choice_kind);
/* What an assignment is about to overwrite, if that is worth telling; or NULL. */
const char *replay_before(struct symex *, struct state *, const struct expr *lhs);
void replay_assign(struct symex *, struct state *, const struct expr *lhs, const char *before);
void replay_branch(struct symex *, struct state *, bool taken);
void replay_call(struct symex *, struct state *); /* just entered */
void replay_return(struct symex *, struct state *);
struct created;
void replay_create(struct symex *, struct state *, uint32_t tid, const struct created *);
void replay_thread_end(struct symex *, struct state *);
void replay_switch(struct symex *);
void replay_acquire(struct symex *, struct state *, const char *what, term lock);
void replay_release(struct symex *, struct state *, term lock);
void replay_interrupt(struct symex *, struct state *);
void replay_signal(struct symex *, struct state *, const char *what, uint32_t number);
/* The thread has stopped; tells it if it cannot go on for now. */
void replay_stop(struct symex *, struct state *);
struct lock_edge;
void replay_lock_edge(struct symex *, const struct lock_edge *, bool is_first); /* of a circle */
/* What is replayed after the mark was only tried, and is not told.  Without a replay: nothing. */
struct replay_mark {
	size_t nsteps, nthreads, next;
};
struct replay_mark replay_mark(const struct symex *);
void replay_undo(struct symex *, struct replay_mark);
/* Between these, expressions are only looked at: what they read is no choice of the execution. */
struct replay_look {
	bool looks;
	uint32_t *serial; /* of the threads */
	size_t n;
};
struct replay_look replay_look_begin(struct symex *);
void replay_look_end(struct symex *, struct replay_look);
const struct vc *replay_goal(const struct symex *);
/* Is this the violation that is replayed?  What is wrong with a state in other ways does not end
 * the execution. */
bool replay_seeks(const struct symex *, uint32_t property);
struct race_access;
void replay_race(struct symex *, struct state *, const struct race_access *,
                 const struct race_access *);
void replay_note(struct symex *, struct state *, const char *text);
void replay_violation(struct symex *, struct state *, uint32_t property);

#endif
