/* symex/why/why.h -- why a run violates its property (docs/internals.md, "Causes").
 *
 * The run is told again as a story (story.h).  Then other runs are executed, and what those that
 * pass have not in common with it is the cause: facts.h.  Runs are concrete runs with guards,
 * turned branches, other inputs: change.h says what can be changed.
 */
#ifndef SYMEX_WHY_WHY_H
#define SYMEX_WHY_WHY_H

#include "symex/core/execution.h"
#include "symex/why/story.h"

struct detour;
struct why;

/* A change of the run R.  All zero: R's inputs, and any schedule. */
enum why_insert { INSERT_NOTHING, INSERT_UNLOCK, INSERT_BROADCAST };

struct why_order { /* events of the story; 'first' happens before 'second' */
	uint32_t first, second;
};

struct why_value {
	uint32_t event; /* INPUT of the story */
	struct bits bits;
};

struct why_change {
	VEC(struct why_order)
	order;                       /* guards: 'second' is not done until 'first' is; also orders of R
	                                turned round */
	uint32_t turned;             /* BRANCH: goes the other way; NO_EVENT: none */
	VEC(struct why_value) value; /* other values of inputs */
	enum why_insert insert;      /* a call, which the thread makes ... */
	uint32_t lock;       /* UNLOCK: of this LOCK; BROADCAST: of the condition of this event */
	uint32_t before;     /* ... right before this event, which may be late */
	uint32_t prefix;     /* begins with R's steps before this event; 0, NO_EVENT: does not */
	bool must_reach;     /* a run that does not come to the line of the violation does not count */
	bool keeps_schedule; /* R's schedule as far as the change allows is the first one tried */
};

/* PASSES: the program ends and nothing is violated.  NEITHER: it cannot be said (a guard that can
 * no longer be opened, a run without an end, the budget is used up). */
enum why_outcome { WHY_PASSES, WHY_FAILS, WHY_NEITHER };

void why_change_init(struct why_change *); /* nothing is changed */
void why_change_free(struct why_change *);

/* Executes runs with the change, under several schedules, until one passes: PASSES.  FAILS: the
 * runs that could be judged, at least one, all failed. */
enum why_outcome why_run(struct why *, const struct why_change *);
/* One run only, with R's schedule as far as the change allows. */
enum why_outcome why_run_once(struct why *, const struct why_change *);

const struct story *why_story(const struct why *);
struct arena *why_arena(const struct why *); /* of the result */

/* The hook symex.services.explain; NULL: no cause was found. */
struct cause *why_explain(struct symex *, const struct detour *, const struct vc *);

/* kind.c: names the kind of the cause, and fills 'kind', 'also' and 'role'.  Class and facts are
 * known, also 'point'; events of facts are found again in the story by why_fact.  May change the
 * class if the kind has a counterfactual of its own.  */
void why_kind(struct why *, struct cause *);
/* The events of the n-th fact of the cause in the story. */
uint32_t why_fact_first(const struct why *, size_t fact);
uint32_t why_fact_second(const struct why *, size_t fact); /* NO_EVENT: it has none */

#endif
