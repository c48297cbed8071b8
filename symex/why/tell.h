/* symex/why/tell.h -- makes a story (story.h) of a concrete run, while it is executed.
 *
 * The run tells what it does (symex/observer.h, struct run_control); what depends on what comes
 * from the records of symex/replay/trace/depend.h.
 */
#ifndef SYMEX_WHY_TELL_H
#define SYMEX_WHY_TELL_H

#include "symex/concrete/concrete.h"
#include "symex/observer.h"
#include "symex/why/story.h"

struct depend;
struct next_access;

struct told_thread {
	struct why_place start; /* of the step that it makes; function NULL: none yet */
	story_indices held;     /* LOCK events of the locks that it holds */
	uint32_t wait;          /* its WAIT that has not ended; or NO_EVENT */
	uint32_t signalled;     /* the SIGNAL or BROADCAST that ends it; or NO_EVENT */
	uint32_t call;          /* CALL of the library that has not returned; or NO_EVENT */
};

struct teller {
	struct story *story;
	struct depend *depend;
	VEC(uint32_t) record; /* by event: that of symex/replay/trace/depend.h */
	VEC(struct told_thread) thread;
	uint32_t steps;   /* so far; a step is what a thread does from one switch point to the next */
	size_t inputs;    /* events of the run's trace that have been looked at */
	struct map name;  /* object and offset -> text */
	struct map alloc; /* object -> ALLOC event */
	struct map like;  /* hash of kind, thread and bytes -> events so far */
	uint32_t signal;  /* a SIGNAL whose choice of a waiter is still to come; or NO_EVENT */
};

void tell_open(struct teller *);
/* The story, complete: the caller frees it.  Frees all else. */
struct story *tell_close(struct teller *);

/* What the run does.  A step begins at 'start'. */
void tell_start(struct teller *, struct why_place start);
/* The next instruction is about to begin: what the last one chose is told. */
void tell_inputs(struct teller *, struct symex *);
void tell_step(struct teller *, struct symex *, const struct state *);
void tell_access(struct teller *, struct symex *, struct state *, const struct access *,
                 term value);
void tell_branch(struct teller *, struct symex *, struct state *, bool taken);
void tell_assign(struct teller *, struct symex *, struct state *, const struct expr *lhs);
void tell_call(struct teller *, struct symex *, struct state *);
void tell_create(struct teller *, struct symex *, struct state *, uint32_t tid,
                 const struct created *);
void tell_thread_end(struct teller *, struct symex *, struct state *);
void tell_acquire(struct teller *, struct symex *, struct state *, const struct held *);
void tell_release(struct teller *, struct symex *, struct state *, term lock);
void tell_allocates(struct teller *, struct symex *, struct state *, uint32_t object);
void tell_race(struct teller *, struct symex *, struct state *, const struct next_access *,
               const struct next_access *);
/* It ends in a violation of the property; NO_PROPERTY: without one. */
void tell_end(struct teller *, struct symex *, struct state *, uint32_t property);

/* tell_dependence.c: once all events are there. */
void tell_dependences(struct teller *);

/* tell_text.c: "a[3]", "pool->lock": the name of bytes; of those that the instruction accesses, as
 * it calls them. */
const char *tell_name(struct symex *, struct state *, struct arena *, uint32_t object,
                      uint64_t offset);
const char *tell_lvalue(struct symex *, struct state *, struct arena *, const struct access *);
/* The condition of the jump at st->pc with values, "80 + 0 >= 80". */
const char *tell_condition(struct symex *, struct state *, struct arena *, const struct ins *);
/* The value of that many bytes. */
const char *tell_value(struct symex *, struct state *, struct arena *, const struct access *,
                       term value);

#endif
