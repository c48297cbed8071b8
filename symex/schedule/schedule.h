/* symex/schedule/schedule.h -- records all schedules in one formula and lets the solver choose.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.3.  A schedule is a sequence of contexts: in context i
 * thread ts_i runs from where it was to where it stops.  ts_i is a variable, and so is for each
 * place (place.h) whether the thread stops there; every state that is executed has a guard over
 * these variables.  Assignments and assertions are then those of all schedules at once, each under
 * its guard, and equation (2) of the paper is
 *
 *     facts (constraints under guards)  and  SCH  and  a violated condition
 *
 * where the guards themselves say that ts_i is a thread that is enabled and within the bounds; SCH
 * takes further constraints on the variables: widening (uw.h) puts its own there.
 *
 *   1. Context 0: main runs from the beginning.
 *   2. Between contexts, an execution is in one of several worlds: in a world, each thread is at
 *      one place.  A thread is enabled if the wait at its place, if there is one, is over.
 *   3. No thread is enabled and one has not ended, or threads wait in a circle: a deadlock.
 *   4. For each thread, and all worlds in which the others are at the same places: run it through
 *      the next context.  At every visible instruction where that matters (asleep.c) it may stop.
 *   5. Each place where it stops is a world after the context.
 *   6. Ask whether a condition of this context is violated; whether a loop was cut; and whether any
 *      execution goes on.  If so, go on with 2.
 *
 * Why this is the paper's formula.  The paper builds the tree of all schedules and guards every
 * statement of a node with ts_i = j for all steps on the way to it.  Two nodes of that tree with
 * the same threads at the same places, after the same number of switches, execute the same
 * statements from there on, on different values.  Here they are one node: its guard is the
 * disjunction of theirs, its values are theirs under an if-then-else over their guards, which are
 * exclusive, since an assignment of the variables describes one schedule.  So a model of this
 * formula gives every variable the value that it has in the paper's, and the other way round; but
 * there is one node for the same places and number of switches, however many paths of the tree lead
 * there.
 *
 * Many threads have many combinations of places.  Where there are too many worlds, they become one,
 * in which a thread is at one of several places, each under a condition that is part of the values.
 * Then size grows with contexts times instructions, at the price of larger conditions.
 *
 * Deviations.  ts_i counts switches and not statements, so a thread goes on without a variable;
 * where it stops is a variable of its own.  The solver is asked as the formula grows, so that few
 * switches come first and no bound is needed.
 *
 * A thread has the number of the place at which it is created, and not of the order in which this
 * happened, because that depends on the schedule.
 */
#ifndef SYMEX_SCHEDULE_SCHEDULE_H
#define SYMEX_SCHEDULE_SCHEDULE_H

#include "symex/core/touch.h"
#include "symex/schedule/context.h"
#include "symex/query/vc.h"

struct option {  /* a thread that may come next */
	term may;    /* be chosen */
	term counts; /* then it is a switch for the context bound, */
	term preempts;
};

struct thread {              /* in a world */
	const struct stop *stop; /* where it may be; worlds share these, so they never change */
	uint32_t n;              /* 0: not created yet */
	term enabled, begun;     /* begun: has, and has not ended */
	term ready;              /* enabled, and awake */
	struct option option;
};

struct world {    /* in which an execution may be between contexts */
	term when;    /* it is in this one */
	uint32_t ran; /* who did last */
	struct thread *thread;
	uint32_t n;
	struct state shared;   /* memory */
	term spent, preempted; /* switches so far that count, and preemptions; bit-vectors */
};

struct moment { /* of a schedule: who runs in a context, or where that ends */
	uint32_t context, tid, place;
	term when;
};

struct recorded_touch {
	struct touch touch;
	uint32_t locks; /* held before the step (summary.h) */
};

struct recorded_step { /* of the thread that may stop at a place */
	uint32_t tid;
	VEC(struct recorded_touch) touched;
	VEC(struct touch) waits; /* what its wait looks at */
	bool ends;               /* an execution may end in it */
	bool spins;              /* the thread may go round for ever after it, and nothing changes; */
	bool stuck;              /* it does, and looks at nothing that others may change */
	bool passed;             /* it did not stop, because that did not matter */
};

struct chosen_set { /* only these threads were tried, because they depend on each other */
	uint64_t from, threads;
};

struct dependence { /* between steps, known better with each recording; asleep.c */
	VEC(struct recorded_step) step;
	struct map step_of; /* place -> index in 'step' */
	VEC(struct chosen_set) chosen;
	uint32_t everything; /* summary of all that was touched, and by whom */
	bool untracked;      /* by unknown steps: every stop matters */
};

struct recording {
	struct tree *t;
	struct arena *arena; /* as long as it lasts */
	struct dependence *dep;
	struct context *context; /* being run */
	uint32_t number;         /* of it */
	VEC(struct world) world;
	VEC(struct birth) born; /* in this context */
	VEC(struct moment) chosen, finished;
	VEC(struct vc_item) over;  /* conditions under which a bound rules out a switch */
	bool sleeps;               /* schedules that are like others are left out */
	double deadline;           /* when to give up for now; 0: never */
	struct widening *widening; /* NULL: all schedules are allowed at once */
};

/* Explores everything within the bounds; fills the result. */
void schedule_search(struct symex *);

/* recording.c: the first context; who may come next, true if anybody; and the next one. */
void recording_begin(struct recording *);
term recording_goes_on(struct recording *);
void recording_next(struct recording *);
void recording_free(struct recording *);

/* world.c */
struct world world_copy(struct recording *, const struct world *);
/* Gives a thread other stops, which it copies. */
void world_put(struct recording *, struct thread *, const struct stop *, size_t n);
/* The stops of a thread as its own, to be changed; *owned: they are already. */
struct stop *world_own(struct recording *, struct thread *, bool *owned);
void world_grow(struct recording *, struct world *, uint32_t threads); /* to at least so many */
const struct stop *world_find(const struct thread *, uint32_t place);  /* or NULL */
/* Becomes either: 'into', or 'other' if that is the case.  Memory only if asked for. */
void world_join(struct recording *, struct world *into, const struct world *other, bool memory);
/* Equal for worlds with all threads at the same places, 'except' one. */
uint32_t world_key(struct recording *, const struct world *, uint32_t except);
/* What a thread sees from one of its places, in the memory of 'shared'. */
struct state world_view(const struct state *shared, const struct stop *, uint32_t tid);

/* blocked.c: who is enabled between contexts; deadlocks and circles become conditions. */
void recording_look(struct recording *);
/* Can the running thread, which is at a wait, go on? */
term recording_can_go(struct recording *, struct state *, uint32_t place);
/* The running thread came to a visible instruction: what may it do at the same time as others? */
void recording_arrives(struct recording *, const struct world *others, struct state *,
                       uint32_t place);

/* Looking at a state must leave nothing behind that a replay would not find. */
struct traces {
	size_t facts, vcs, cuts, choices;
	bool record;
};
struct traces recording_look_begin(struct symex *);
void recording_look_end(struct symex *, const struct traces *);

/* asleep.c */
void dependence_begin(struct dependence *); /* a recording */
void dependence_free(struct dependence *);
/* Was a stop passed that matters after all?  Then everything must be recorded anew. */
bool asleep_missed(struct recording *);
/* Does it matter whether a thread stops here?  May an execution end in the step from here? */
bool asleep_matters(struct recording *, const struct state *, uint32_t place);
bool asleep_may_end(struct recording *, uint32_t place);
/* The threads to choose from in a world, a set with thread_bit. */
uint64_t asleep_choices(struct recording *, const struct world *);
/* The thread goes on from a place. */
void asleep_begin(struct recording *, struct state *, uint32_t place);
/* What the instruction touched that 'before' was at; 'ends': an execution may have ended in it. */
void asleep_touched(struct recording *, const struct state *before, struct state *after, bool ends);
/* The thread that went on from a place (0: one of several) goes round in a loop. */
void asleep_stays(struct recording *, const struct state *, uint32_t place);
/* What the wait of a thread looks at. */
void asleep_waits(struct recording *, const struct state *, uint32_t place);
/* A context that touched something is over: who of the others was woken?  Under a bound, also whom
 * somebody waits for. */
void asleep_disturb(struct recording *, struct world *, uint32_t tid, uint32_t touched);
void asleep_wake_for_waits(struct recording *, struct world *);

#endif
