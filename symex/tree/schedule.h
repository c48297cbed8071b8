/* symex/tree/schedule.h -- records all schedules in one formula and lets the solver choose.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.3.  A schedule is a sequence of contexts: in context i
 * thread ts_i runs from where it was to where it stops.  ts_i is a variable, and so is for each
 * place (place.h) whether the thread stops there; every state that is executed has a guard over
 * these variables.  Assignments and assertions are then those of all schedules at once, each under
 * its guard, and equation (2) of the paper is
 *
 *     facts (constraints under guards)  and  SCH_1 and ... and SCH_k  and  a violated condition
 *
 * where SCH_i says that context i - 1 came to a stop, and that ts_i is another thread, enabled, and
 * within the bounds.  Further constraints can be put there: widening (uw.h) does so.
 *
 *   1. Context 0: main runs from the beginning.
 *   2. Between contexts, a thread is at one of several places, each under a condition.  It is
 *      enabled if the wait at its place, if there is one, is over in the common memory.
 *   3. No thread is enabled and one has not ended, or threads wait in a circle: a deadlock.
 *   4. For each thread: run it through the next context, if ts_i is that thread, from all places
 *      where it may be.  At every visible instruction it may stop.
 *   5. What the threads leave, and where they stopped, becomes one under the conditions ts_i = j.
 *   6. Ask whether a condition of this context is violated; whether a loop was cut; and whether any
 *      execution goes on.  If so, go on with 2.
 *
 * Why this is the paper's formula.  The paper builds the tree of all schedules and guards every
 * statement of each node v with ts_i = j for all steps on the way to v.  Two nodes of that tree at
 * which the running thread is at the same place after the same number of switches execute the same
 * statements from there on, on different values.  Here they are one node: its guard is the
 * disjunction of theirs, its values are theirs under an if-then-else over their guards, which are
 * exclusive, since an assignment of the variables describes one schedule.  The other threads'
 * places are part of these values.  So a model of this formula gives every variable the value that
 * it has in the paper's, and the other way round; but there is a node for each context and place,
 * and not for each path of the tree: the size grows with contexts times instructions.
 *
 * Deviations.  ts_i counts switches and not statements, so a thread goes on without a variable;
 * where it stops is a variable of its own.  The solver is asked as the formula grows, so that few
 * switches come first and no bound is needed.
 *
 * A thread has the number of the place at which it is created, and not of the order in which this
 * happened, because that depends on the schedule.
 */
#ifndef SYMEX_TREE_SCHEDULE_H
#define SYMEX_TREE_SCHEDULE_H

#include "symex/tree/context.h"
#include "symex/vc.h"

struct thread {          /* between contexts */
	struct stops stops;  /* where it may be; none: not created yet */
	term enabled, begun; /* begun: has, and has not ended */
	term ran;            /* it was the one in the last context */
};

struct option {  /* a thread that may come next */
	term may;    /* be chosen */
	term counts; /* then it is a switch for the context bound, */
	term preempts;
	term chosen; /* it is */
};

struct moment { /* of a schedule: who runs in a context, or where that ends */
	uint32_t context, tid, place;
	term when;
};

struct recording {
	struct tree *t;
	struct context *context; /* being run */
	uint32_t number;         /* of it */
	VEC(struct thread) thread;
	VEC(struct stop) born;     /* threads created in this context */
	VEC(struct option) option; /* for the next one */
	VEC(struct moment) chosen, finished;
	struct state shared;       /* memory between contexts */
	term stopped;              /* the last context came to a stop */
	term spent, preempted;     /* switches so far that count, and preemptions; bit-vectors */
	VEC(struct vc_item) over;  /* conditions under which a bound rules out a switch */
	struct widening *widening; /* NULL: all schedules are allowed at once */
};

/* recording.c: the first context; who may come next, true if anybody; and the next one. */
void recording_begin(struct recording *);
term recording_goes_on(struct recording *);
void recording_next(struct recording *);
void recording_free(struct recording *);

/* Explores everything within the bounds; fills the result. */
void schedule_search(struct symex *);

/* blocked.c: who is enabled between contexts; deadlocks and circles become conditions. */
void recording_look(struct recording *);
/* Can the running thread, which is at a wait, go on? */
term recording_can_go(struct recording *, struct state *);

/* The running thread came to a visible instruction: what may it do at the same time as others? */
void recording_arrives(struct recording *, struct state *, uint32_t place);

#endif
