/* symex/schedule/schedule.h -- schedule encoding: all schedules in one formula; the solver chooses.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.3, calls it schedule recording.  A schedule is a
 * sequence of contexts: in context i thread ts_i runs from the location where it is to the location
 * where it stops.  ts_i is a variable, and for each location (core/location.h) a Boolean variable
 * decides whether the thread stops there.  Every state that is executed has a guard over these
 * variables.  Assignments and assertions are then those of all schedules at once, each under its
 * guard, and equation (2) of the paper is
 *
 *     assumptions (constraints under guards)  and  SCH  and  a violated condition
 *
 * where the guards imply that ts_i is a thread that is enabled and within the bounds.  SCH takes
 * further constraints on the variables: underapproximation and widening (uw.h) adds its own.
 *
 *   1. Context 0: main runs from the beginning.
 *   2. Between contexts, an execution is in one of several configurations.  In a configuration,
 *      each thread is at one location.  A thread is enabled unless it has ended, or is at a wait
 *      whose condition is false.
 *   3. Deadlock: no thread is enabled and one has not ended, or threads wait in a cycle.
 *   4. For each thread T, and all configurations that agree on the locations of the other threads:
 *      run T through the next context.  T may stop before every visible instruction, unless the
 *      reduction shows that a stop there is redundant (encode_reduction.c).
 *   5. Each location where T stops makes one configuration after the context.
 *   6. Ask whether a condition of this context is violated, whether a loop was cut, and whether any
 *      execution has a further context.  If it has, repeat from 2.
 *
 * Why this is the paper's formula.  The paper builds the tree of all schedules and guards every
 * statement of a node with ts_i = j for all steps on the way to it.  Two nodes of that tree with
 * the same threads at the same locations, after the same number of switches, execute the same
 * statements from there on, on different values.  Here they are one node.  Its guard is the
 * disjunction of theirs.  Its values are theirs under an if-then-else over their guards, which are
 * exclusive, since an assignment of the variables describes one schedule.  So a model of this
 * formula assigns to every variable the value that it has in a model of the paper's formula, and
 * the other way round; but there is one node for the same locations and number of switches,
 * however many paths of the tree lead there.
 *
 * The number of combinations of locations is exponential in the number of threads.  Above a limit,
 * configurations are joined into one in which a thread is at one of several locations, each under a
 * condition that is part of the values.  Then the size of the formula grows with contexts times
 * instructions, at the price of larger conditions.
 *
 * Deviations.  ts_i counts switches and not statements, so a thread continues without a variable;
 * where it stops is a variable of its own.  The solver is asked as the formula grows, so schedules
 * with few switches come first and no bound is needed.
 *
 * A thread is numbered by the location of its creation, not by the order of creations, because that
 * order depends on the schedule.
 */
#ifndef SYMEX_SCHEDULE_SCHEDULE_H
#define SYMEX_SCHEDULE_SCHEDULE_H

#include "goto/analysis/live.h"
#include "symex/core/naming.h"
#include "symex/explore/footprint.h"
#include "symex/query/vc.h"
#include "symex/schedule/context.h"
#include "symex/step/value/access.h"
#include "symex/memory/discipline.h"

struct option {    /* a thread that the next context may run */
	term may;      /* the thread may be chosen */
	term counts;   /* choosing it is a switch for the context bound */
	term preempts; /* choosing it is a preemption */
};

struct thread {                     /* in a configuration */
	const struct thread_stop *stop; /* where it may be; shared by configurations, hence immutable */
	uint32_t n;                     /* 0: not created yet */
	term enabled;
	term begun; /* main, or past its first instruction; and it has not ended */
	term ready; /* enabled, and not in the sleep set */
	struct option option;
};

struct configuration { /* in which an execution may be between contexts */
	term when;         /* the execution is in this configuration */
	uint32_t ran;      /* thread of the last context */
	struct thread *thread;
	uint32_t n;
	struct state shared; /* memory */
	term switches;       /* so far, as the context bound counts them; a bit-vector */
	term preemptions;    /* so far; a bit-vector */
};

struct schedule_point { /* a context begins or ends in the schedules that satisfy 'when' */
	uint32_t context, tid;
	uint32_t location; /* where the context ends */
	term when;
};

struct vc_place { /* where a vc was recorded */
	uint32_t context;
	uint32_t until; /* location at which that context ends; 0: any */
};

struct locked_span {
	struct span span;
	uint32_t locks; /* held before the step (explore/footprint.h) */
};

struct step_footprint { /* of the step from a location, over all executions of it */
	uint32_t tid;
	VEC(struct locked_span) accessed;
	VEC(struct span) wait_reads; /* what the condition of its wait reads */
	bool ends;                   /* an execution may end in the step */
	bool spins;   /* after it, the thread may repeat loop iterations for ever that change nothing */
	bool stuck;   /* it spins, and the iterations read nothing that another thread may change */
	bool skipped; /* the encoding has no stop before the step, because it was redundant */
	uint64_t place; /* the same for all iterations of the loops around the step */
};

struct persistent_set { /* 'threads', those that 'from' depends on; both sets with thread_bit */
	uint64_t from, threads;
};

/* Dependence between steps.  It outlives an encoding, and each encoding adds to it;
 * encode_reduction.c. */
struct dependence {
	VEC(struct step_footprint) step;
	struct map step_of;             /* location -> index in 'step' */
	struct map needed;              /* the places at which some step has needed a stop */
	VEC(struct persistent_set) set; /* used in this encoding */
	uint32_t footprint;             /* union over all steps of all threads */
	bool untracked;                 /* an access, or an end of the execution, is of no known step */
};

struct schedule_search { /* what outlives an encoding */
	struct symex *x;
	const struct schedules *config;
	uint32_t context_bound, preemption_bound; /* being explored; NO_BOUND: none */
	struct naming naming;
	struct access_log log;
	struct discipline discipline;
	struct footprints *footprints;
	struct live *live;
	bool widens;       /* underapproximation and widening, uw.h */
	bool done;         /* a violation, or a query without an answer, ends the search */
	bool only_safe;    /* a violation is not reported, but ends this encoding */
	bool found_unsafe; /* only_safe: there was a violation */
	bool too_short;    /* a loop was cut that deepening unwinds further */
	bool trusts;       /* accesses under a common lock exclude each other: memory/discipline.h */
};

struct encoding { /* x->self */
	struct schedule_search *t;
	struct arena *arena; /* freed with the encoding */
	struct dependence *dep;
	struct context *context; /* being run */
	uint32_t number;         /* of the next context */
	uint32_t current;        /* number of the context being run, or run last */
	uint32_t race_location;  /* of the running thread, while its races are checked; else 0 */
	VEC(struct configuration) configuration;
	VEC(struct spawn) spawned; /* in this context */
	VEC(struct schedule_point) context_begin, context_end;
	VEC(struct vc_place) vc_place; /* by the tag of a vc */
	VEC(struct vc_item) over;      /* conditions under which a bound rules out a switch */
	bool waits_hold;               /* a thread that waits counts as holding what it waits for */
	bool reduces;                  /* sleep sets and persistent sets are used */
	uint64_t began, asked;         /* the clock of work: at the begin; for goes_on */
	uint32_t ask_at;               /* the number of contexts at which goes_on asks again */
	double deadline;               /* CPU time at which the encoding is given up; 0: never */
	struct widening *widening;     /* NULL: all schedules are allowed at once */
};

/* Explores everything within the bounds; fills the result.  widens: as in uw.h.  false: the loops
 * of the program do not fit into one formula; the caller must explore its states one by one. */
bool schedule_search(struct symex *, bool widens);

/* --- encoding.c --- */
/* Encodes context 0. */
void encoding_begin(struct encoding *);
/* Computes which threads may run the next context; the condition that there is one. */
term encoding_may_continue(struct encoding *);
/* Encodes the next context.  Requires encoding_may_continue. */
void encoding_next(struct encoding *);
void encoding_free(struct encoding *);

/* --- configuration.c --- */
struct configuration configuration_copy(struct encoding *, const struct configuration *);
/* Replaces the stops of a thread by copies of these. */
void configuration_put(struct encoding *, struct thread *, const struct thread_stop *, size_t n);
/* The stops of a thread, copied so that they may be changed, unless *owned: they already were. */
struct thread_stop *configuration_own(struct encoding *, struct thread *, bool *owned);
/* Makes room for at least so many threads. */
void configuration_grow(struct encoding *, struct configuration *, uint32_t threads);
const struct thread_stop *configuration_find(const struct thread *,
                                             uint32_t location); /* or NULL */
/* 'into' becomes: other if other->when holds, else into.  Joins memory only if 'memory'. */
void configuration_join(struct encoding *, struct configuration *into,
                        const struct configuration *other, bool memory);
/* Equal for configurations in which all threads, 'except' one, are at the same locations. */
uint32_t configuration_key(struct encoding *, const struct configuration *, uint32_t except);
/* The state of thread 'tid' at one of its stops, with the memory of 'shared'. */
struct state configuration_view(const struct state *shared, const struct thread_stop *,
                                uint32_t tid);

/* --- encode_enabled.c --- */
/* Computes the enabled threads of all configurations, and adds conditions for deadlocks. */
void encoding_find_enabled(struct encoding *);
/* The condition under which the running thread, which is at a wait, is enabled. */
term encoding_enabled(struct encoding *, struct state *, uint32_t location);
/* Adds conditions for data races of the next access of the running thread with those of others. */
void encoding_check_races(struct encoding *, const struct configuration *others, struct state *,
                          uint32_t location);

/* A peek evaluates expressions of a state without a step.  A replay does not repeat it, so whatever
 * it adds to the execution is taken back. */
struct peek {
	size_t assumptions, vcs, cuts, choices;
	bool record;
};
struct peek encoding_peek_begin(struct symex *);
void encoding_peek_end(struct symex *, const struct peek *);

/* --- encode_reduction.c --- */
void dependence_begin(struct dependence *); /* an encoding begins */
void dependence_free(struct dependence *);
/* Is a skipped stop, or a thread outside a persistent set, needed after all?  Then all contexts
 * must be encoded anew. */
bool reduction_must_restart(struct encoding *);
/* Must the encoding allow a stop of the running thread here? */
bool reduction_needs_stop(struct encoding *, const struct state *, uint32_t location);
/* May an execution end in the step from this location? */
bool reduction_may_end(struct encoding *, uint32_t location);
/* The threads to try in a configuration, as a set with thread_bit. */
uint64_t reduction_persistent_set(struct encoding *, const struct configuration *);
/* The running thread begins its step from a location. */
void reduction_begin_step(struct encoding *, struct state *, uint32_t location);
/* Moves the accesses of the instruction at 'before' from the log to the footprints of its step and
 * of the context.  ends: an execution may have ended in it. */
void reduction_add_accesses(struct encoding *, const struct state *before, struct state *after,
                            bool ends);
/* The thread repeats a loop iteration that changes nothing, after its step from this location; 0:
 * from one of several. */
void reduction_spins(struct encoding *, const struct state *, uint32_t location);
/* Moves from the log to the footprints what the condition of a wait reads. */
void reduction_add_wait(struct encoding *, const struct state *, uint32_t location);
/* A context of thread 'tid' with this footprint is over: removes the threads from the sleep set
 * whose next steps depend on it. */
void reduction_wake_dependent(struct encoding *, struct configuration *, uint32_t tid,
                              uint32_t footprint);
/* Under a context bound: removes the threads from the sleep set for whose next steps another thread
 * waits. */
void reduction_wake_awaited(struct encoding *, struct configuration *);

#endif
