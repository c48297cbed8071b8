/* symex/concrete/run_reply.h -- what calls of library functions, and of functions without a body,
 * gave the program: their results and what they wrote.
 *
 *   reply     of one call by the user's code: the result, errno, and the bytes that the call left
 *             in memory of the program
 *
 * A compiled program that gets the same replies goes the same way (harness/replies.h), whatever
 * files and clocks the machine has.  Kept are the replies of calls that the environment decides:
 * the model has made a choice, or it is one of the system around the program.
 *
 * Recorded only for tests (config.cover): it costs a look at memory for each call.
 */
#ifndef SYMEX_CONCRETE_RUN_REPLY_H
#define SYMEX_CONCRETE_RUN_REPLY_H

#include "symex/core/state.h"
#include "symex/replay/run/run_trace.h"

struct argument;
struct replies;

struct replies *replies_open(struct run_trace *);
/* Calls in which the run ends have no reply; before the run is reported. */
void replies_end_run(struct replies *); /* may be NULL */
void replies_close(struct replies *);

/* The user's code in 'caller' has entered the model of the youngest frame of 'callee'; that model
 * comes to its end. */
void replies_call(struct symex *, struct replies *, const struct state *caller,
                  const struct frame *callee);
void replies_end(struct symex *, struct replies *, struct state *);
/* The next instruction of the thread begins: a call of a function without a body is over. */
void replies_step(struct symex *, struct replies *, struct state *);
/* A function without body and model is called, and what it returns. */
void replies_unmodelled(struct symex *, struct replies *, struct state *, const struct symbol *,
                        const struct argument *, uint32_t nargs);
void replies_input(struct symex *, struct replies *, struct state *, const struct expr *lhs,
                   term value);
/* The thread writes memory; the environment chooses something in it. */
void replies_write(struct symex *, struct replies *, const struct state *, const struct access *);
void replies_choice(struct replies *, const struct state *);
/* The instruction at 'at' reads memory, or a variable, that nobody has set. */
void replies_fresh(struct symex *, struct replies *, const struct state *at, struct variable,
                   struct bits value);

/* The entry function has begun, with these arguments. */
void replies_entry(struct symex *, struct replies *, struct state *, const struct function *,
                   const struct argument *);

#endif
