/* symex/schedule/schedule.h -- records all schedules in one formula and lets the solver choose.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.3.  A schedule is a sequence of contexts: in context i
 * thread ts_i runs from where it was to where it stops.  ts_i is a variable, and so is for each
 * location (place.h) whether the thread stops there; every state that is executed has a guard over
 * these variables.  Assignments and assertions are then those of all schedules at once, each under
 * its guard, and equation (2) of the paper is
 *
 *     assumptions (constraints under guards)  and  SCH  and  a violated condition
 *
 * where the guards themselves say that ts_i is a thread that is enabled and within the bounds; SCH
 * takes further constraints on the variables: widening (uw.h) puts its own there.
 *
 *   1. Context 0: main runs from the beginning.
 *   2. Between contexts, an execution is in one of several worlds: in a world, each thread is at
 *      one place.  A thread is enabled if the wait at its location, if there is one, is over.
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

#include "goto/passes.h"
#include "symex/core/naming.h"
#include "symex/explore/footprint.h"
#include "symex/query/vc.h"
#include "symex/schedule/context.h"
#include "symex/step/access.h"
#include "symex/step/discipline.h"

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

struct configuration { /* in which an execution may be between contexts */
	term when;         /* it is in this one */
	uint32_t ran;      /* who did last */
	struct thread *thread;
	uint32_t n;
	struct state shared;   /* memory */
	term spent, preempted; /* switches so far that count, and preemptions; bit-vectors */
};

struct moment { /* of a schedule: who runs in a context, or where that ends */
	uint32_t context, tid, location;
	term when;
};

struct recorded_span {
	struct span span;
	uint32_t locks; /* held before the step (explore/footprint.h) */
};

struct recorded_step { /* of the thread that may stop at a location */
	uint32_t tid;
	VEC(struct recorded_span) accessed;
	VEC(struct span) waits; /* what its wait looks at */
	bool ends;              /* an execution may end in it */
	bool spins;             /* the thread may go round for ever after it, and nothing changes; */
	bool stuck;             /* it does, and looks at nothing that others may change */
	bool passed;            /* it did not stop, because that did not matter */
};

struct chosen_set { /* only these threads were tried, because they depend on each other */
	uint64_t from, threads;
};

struct dependence { /* between steps, known better with each recording; asleep.c */
	VEC(struct recorded_step) step;
	struct map step_of; /* location -> index in 'step' */
	VEC(struct chosen_set) chosen;
	uint32_t everything; /* summary of all that was touched, and by whom */
	bool untracked;      /* by unknown steps: every stop matters */
};

struct search { /* what lasts longer than one encoding */
	struct symex *x;
	const struct schedules *config;
	uint32_t context_bound, preemption_bound; /* being explored; NO_BOUND: none */
	struct naming naming;
	struct access_log log;
	struct discipline discipline;
	struct footprints *footprints;
	struct live *live;
	bool widens;       /* as uw.h says */
	bool done;         /* a violation ends the search */
	bool only_safe;    /* a violation is not reported, but ends this encoding */
	bool found_unsafe; /* there was one */
	bool too_short;    /* a loop was cut that deepening follows further */
	bool trusts;       /* holding a lock keeps others out: see step/discipline.h */
};

struct encoding { /* x->self */
	struct search *t;
	struct arena *arena; /* as long as it lasts */
	struct dependence *dep;
	struct context *context; /* being run */
	uint32_t number;         /* of the next context */
	uint32_t current;        /* of the one that is run, or was last */
	uint32_t arrival;        /* the location come to, while races are looked for; or 0 */
	VEC(struct configuration) configuration;
	VEC(struct birth) born; /* in this context */
	VEC(struct moment) chosen, finished;
	VEC(struct vc_item) over;  /* conditions under which a bound rules out a switch */
	bool sleeps;               /* schedules that are like others are left out */
	double deadline;           /* when to give up for now; 0: never */
	struct widening *widening; /* NULL: all schedules are allowed at once */
};

/* Explores everything within the bounds; fills the result.  widens: as uw.h says.  false: the loops
 * of the program are beyond one formula, and its states are to be explored one by one. */
bool schedule_search(struct symex *, bool widens);

/* encoding.c: the first context; who may come next, true if anybody; and the next one. */
void encoding_begin(struct encoding *);
term encoding_goes_on(struct encoding *);
void encoding_next(struct encoding *);
void encoding_free(struct encoding *);

/* configuration.c */
struct configuration configuration_copy(struct encoding *, const struct configuration *);
/* Gives a thread other stops, which it copies. */
void configuration_put(struct encoding *, struct thread *, const struct stop *, size_t n);
/* The stops of a thread as its own, to be changed; *owned: they are already. */
struct stop *configuration_own(struct encoding *, struct thread *, bool *owned);
void configuration_grow(struct encoding *, struct configuration *,
                        uint32_t threads); /* to at least so many */
const struct stop *configuration_find(const struct thread *, uint32_t location); /* or NULL */
/* Becomes either: 'into', or 'other' if that is the case.  Memory only if asked for. */
void configuration_join(struct encoding *, struct configuration *into,
                        const struct configuration *other, bool memory);
/* Equal for worlds with all threads at the same places, 'except' one. */
uint32_t configuration_key(struct encoding *, const struct configuration *, uint32_t except);
/* What a thread sees from one of its places, in the memory of 'shared'. */
struct state configuration_view(const struct state *shared, const struct stop *, uint32_t tid);

/* enabled.c: who is enabled between contexts; deadlocks and circles become conditions. */
void encoding_find_enabled(struct encoding *);
/* Can the running thread, which is at a wait, go on? */
term encoding_enabled(struct encoding *, struct state *, uint32_t location);
/* The running thread came to a visible instruction: what may it do at the same time as others? */
void encoding_arrives(struct encoding *, const struct configuration *others, struct state *,
                      uint32_t location);

/* Looking at a state must leave nothing behind that a replay would not find. */
struct traces {
	size_t assumptions, vcs, cuts, choices;
	bool record;
};
struct traces encoding_look_begin(struct symex *);
void encoding_look_end(struct symex *, const struct traces *);

/* reduction.c */
void dependence_begin(struct dependence *); /* a recording */
void dependence_free(struct dependence *);
/* Was a stop passed that matters after all?  Then everything must be recorded anew. */
bool reduction_missed(struct encoding *);
/* Does it matter whether a thread stops here?  May an execution end in the step from here? */
bool reduction_matters(struct encoding *, const struct state *, uint32_t location);
bool reduction_may_end(struct encoding *, uint32_t location);
/* The threads to choose from in a world, a set with thread_bit. */
uint64_t reduction_choices(struct encoding *, const struct configuration *);
/* The thread goes on from a place. */
void reduction_begin(struct encoding *, struct state *, uint32_t location);
/* What the instruction touched that 'before' was at; 'ends': an execution may have ended in it. */
void reduction_accessed(struct encoding *, const struct state *before, struct state *after,
                        bool ends);
/* The thread that went on from a location (0: one of several) goes round in a loop. */
void reduction_stays(struct encoding *, const struct state *, uint32_t location);
/* What the wait of a thread looks at. */
void reduction_waits(struct encoding *, const struct state *, uint32_t location);
/* A context that touched something is over: who of the others was woken?  Under a bound, also whom
 * somebody waits for. */
void reduction_disturb(struct encoding *, struct configuration *, uint32_t tid, uint32_t touched);
void reduction_wake_for_waits(struct encoding *, struct configuration *);

#endif
