/* symex/replay/replay_impl.h -- the data of the engines of replays, for the modules that implement
 * them. */
#ifndef SYMEX_REPLAY_REPLAY_IMPL_H
#define SYMEX_REPLAY_REPLAY_IMPL_H

#include "symex/replay/replay_plan.h"
#include "symex/replay/told.h"

/* Choices that only the whole program makes have numbers from here on; those that take another
 * value than the model gives, from there on (plus their index). */
enum { REPLAY_EXTRA_CHOICES = 0x40000000, REPLAY_OTHER_CHOICES = CHOICE_OF_VARIATION };

struct replay_block { /* what a thread does before another one runs */
	uint32_t tid;
	const struct function *function; /* where it stops; NULL: it ends, or nothing stops it */
	uint32_t pc;
	uint32_t arrivals; /* how often it has come there in the block, when it stops */
};

struct replay_round {          /* of a loop: the thread stops where it began */
	const struct frame *frame; /* NULL: none */
	uint32_t pc;
	uint64_t steps; /* in it so far */
};

/* A replay in which some choices take other values than the model gives (guess.h).  The execution
 * may take other ways then, so it is followed less closely:
 *
 *   choices   each takes the value of the first one in the model that the same instruction makes
 *             and that is not used yet; one that the model does not have is 0
 *   schedule  the threads run in the same order, each to the place at which the model's execution
 *             has stopped it, whatever it does on the way
 *   others    an assertion that fails there is passed, if it is another one
 */
struct replay_variation {
	VEC(struct replay_block) block; /* of the execution that is varied; filled by its replay */
	uint64_t steps;                 /* its instructions */
	bool records;                   /* this is its replay, which changes nothing */
	bool at_first;                  /* a thread stops when it comes to the place at first */
	const bool *changed;            /* by index of a choice: takes another value */
	bool writes_nothing;            /* if it is one of memory, that keeps what it has */
	/* The other value of a variable, whose value in the model is 'was'. */
	struct bits (*value)(void *context, struct symex *, term var, const struct bits *was);
	void *context;
};

/* Shared inside replay/: the engine's data, x->self. */
struct replay {
	struct symex *found; /* the symbolic execution that the model belongs to */
	const struct vc *goal;
	struct plan plan;
	size_t next;               /* index of the next choice */
	uint32_t until;            /* of the current step of the plan */
	bool undivided;            /* the same */
	struct replay_round round; /* that the running thread is in; or none */
	bool reached;              /* the violation happened */
	const char *why;           /* the reason why not; or NULL */
	bool is_sliced;            /* the symbolic execution was one of a slice of the program */
	uint32_t extra;            /* choices so far that the slice does not make */
	uint64_t steps;            /* sliced: instructions so far */
	const struct frame *asked; /* the last frame asked about; or NULL */
	bool asked_dropped;        /* is it in a call that the slice drops? */
	struct replay_variation *variation; /* or NULL */
	bool *taken;                        /* it varies: by index of a choice */
	struct replay_block target;         /* it varies: where the running thread stops */
	VEC(uint64_t) passed;               /* it records: the places of the block */
	bool logs;                          /* the graph of the execution is recorded, and judged */
	struct event_log log;
	struct told told;
};

static inline bool replay_varies(const struct replay *r) {
	return r->variation && !r->variation->records;
}
static inline bool replay_records(const struct replay *r) {
	return r->variation && r->variation->records;
}

/* It records: the block of the running thread ends here. */
void replay_note_block(struct replay *, const struct state *);

/* Does the slice that was searched not have the next instruction? */
bool replay_drops(struct symex *, const struct state *);

#endif
