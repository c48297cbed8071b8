/* symex/why/guided.h -- runs of the program of R with something changed.
 *
 * A guided run has R's inputs, but for what the change says, and a schedule of its own:
 *
 *   follow     R's, as far as it can be done; then the threads in turn, each as long as it can
 *   in turn    from a given thread on, upwards or downwards; 'eager': the first that can run does
 *   random     by a seed
 *
 * Guards: a thread that would do 'second' of an order next is not scheduled before 'first' is
 * done.
 */
#ifndef SYMEX_WHY_GUIDED_H
#define SYMEX_WHY_GUIDED_H

#include "symex/why/tell.h"
#include "symex/why/why.h"

enum guided_turns { GUIDED_FOLLOW, GUIDED_IN_TURN, GUIDED_EAGER, GUIDED_RANDOM };

struct guided_plan {
	const struct why_change *change; /* or NULL: none */
	enum guided_turns turns;
	uint32_t first;        /* IN_TURN, EAGER: the thread that comes first */
	bool downwards;        /* the order of the others */
	uint64_t seed;         /* RANDOM */
	uint32_t prefix;       /* R's first steps come before that */
	uint32_t hold;         /* after them, this thread does not run; NO_THREAD: none */
	struct teller *tell;   /* or NULL */
	uint64_t instructions; /* that it may have; 0: as many as R suggests */
};

/* What a run has done of what was asked about. */
struct guided_run {
	enum why_outcome outcome;
	uint32_t *time;   /* by watched place: the step that it was, counted from 1; 0: none */
	uint64_t *chosen; /* by watched choice: 1 + the value; 0: it was not asked for */
	bool has_turned;  /* the change's branch was come to */
	bool has_inserted;
	uint32_t calls;   /* of the function in which R's violation is */
	bool has_reached; /* it has come to the line of the violation */
	bool same_end;    /* it ends in the violation of R, at the same place */
};

struct why {
	struct symex *x;
	const struct detour *best; /* R */
	const struct vc *vc;
	struct story *story;
	uint64_t instructions;            /* of R */
	VEC(struct detour_part) schedule; /* R's steps: switch points that were passed */
	uint32_t calls;                   /* of the function in which the violation is, in R */
	const struct function *violating; /* that function of the user; NULL: none */
	uint32_t line;                    /* of the violation in it */
	uint32_t steps;                   /* of them */
	VEC(struct why_place) place;      /* watched */
	struct map place_ix;              /* hash of a place -> its index */
	VEC(uint32_t) choice;             /* watched: INPUT events */
	uint32_t runs;
	double began, limit;        /* of work */
	VEC(struct why_order) fact; /* of the cause; second NO_EVENT: none */
};

bool why_is_over(const struct why *);
/* Tells R; false: it cannot be repeated. */
bool guided_tell(struct why *);
/* Repeats R by its steps; false: the run ends otherwise. */
bool guided_repeat(struct why *);
void guided_watch(struct why *, struct why_place); /* its time in runs is wanted */
uint32_t guided_index(const struct why *, const struct why_place *); /* NO_EVENT: not watched */
/* Executes a run.  'out' has arrays in the arena. */
void guided_execute(struct why *, const struct guided_plan *, struct arena *, struct guided_run *);

#endif
