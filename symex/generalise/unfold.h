/* symex/generalise/unfold.h -- unfolds a program along the branches that runs take.
 *
 * The engine of events executes each thread along the branches of the unwound program that some run
 * has taken, and stops it where it would take another one.  The formula of that part of the program
 * has two questions:
 *
 *   Does an execution violate a property?     A model is a violation, as ever.
 *   Does an execution leave the known part?   A model is a schedule and inputs; a guided run
 *                                             follows them, takes the branch that was not known,
 *                                             and goes on by itself.  What it does is known then.
 *
 * If both are answered with no, every execution is in the known part, and violates nothing.
 *
 * Locations are those of the unwound program, so a loop whose iterations depend on other threads or
 * on inputs has one branch for each iteration.
 */
#ifndef SYMEX_GENERALISE_UNFOLD_H
#define SYMEX_GENERALISE_UNFOLD_H

#include "symex/concrete/branches.h"
#include "symex/concrete/known.h"
#include "symex/events/record/events.h"
#include "symex/replay/run/run_trace.h"

struct run_limit { /* why and where a run could not go on */
	const char *why;
	struct loc loc;
};

struct unfolding {
	struct symex *x;
	struct events e;
	struct known known;
	struct inputs *vector; /* the values of inputs; NULL: any */
	struct branches branches;
	uint64_t most_instructions; /* of a run after its guide */
	bool has_no_end;            /* a run did not end */
	uint64_t iterations;        /* formulas so far */
	bool may_give_up;           /* another strategy takes over where loops go on and on */
	/* Branches that a guided run did not take, although a model did -> the last such iteration and
	 * how often. */
	struct map lost;
	/* Those of them whose last run came to what is not supported -> 1 + index into 'beyond'. */
	struct map lost_beyond;
	VEC(struct run_limit) beyond;
	/* Called after each run; or NULL. */
	void (*on_run)(void *context, const struct run_trace *);
	void *context;
};

enum unfolded {
	UNFOLD_ALL,         /* nothing is left to unfold */
	UNFOLD_FOUND,       /* a violation ends the search */
	UNFOLD_STOP,        /* a limit of the whole command */
	UNFOLD_UNSUPPORTED, /* the engine of events cannot encode the program */
};

void unfold_open(struct unfolding *, struct symex *, struct inputs *vector);
void unfold_close(struct unfolding *);
/* Unfolds everything, beginning with a run that nothing guides. */
enum unfolded unfold_all(struct unfolding *);
/* Records why a search that was not completed has no violation. */
void unfold_conclude(struct unfolding *, enum unfolded);
/* Runs along the schedule of a model, which it closes, up to the frontier (NULL: all of it), and
 * then goes on; no model: a run that nothing guides.  false: a violation ends the search. */
bool unfold_run(struct unfolding *, struct model *, const struct frontier *, struct run_trace *out);

#endif
