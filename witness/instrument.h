/* witness/weave.h -- a witness becomes code of the goto-program, so that whatever can verify a
 * program can validate a witness.
 *
 *   fe_load with marks --> weave_open (before all passes) --> passes up to goto_add_checks
 *                      --> weave_restrict --> the other passes, symex --> weave_close
 *
 * Violation: a hidden shared variable holds the automaton's state, and at each place that an edge
 * names stands an atomic section
 *
 *     if (state == from && this is the thread && constraint) state = to;
 *
 * (to the sink: assume(0)).
 *
 * A target sets a variable of its thread while the statement is executed, and weave_restrict
 * weakens every assertion of the program so that it can only fail then and in the last state.
 * Thread k of the witness is what the k-th waypoint on a thread-creating call creates: the section
 * leaves word for the model of that call, which notes the number.
 *
 * An execution matches if some way of taking the edges does.  Taking each edge at the first chance
 * is enough for that, except where a later segment avoids something, or a call is made that can be
 * made again and creates a thread: there it is a free choice.
 *
 * Guided, a thread that comes to a place too early waits there.  That leaves out executions that
 * pass a place more often than the witness says, but what is found is found much sooner: first one
 * looks there, and if nothing is found, everywhere.
 *
 * Correctness: an assertion of class PROPERTY_INVARIANT at each place of an invariant.
 */
#ifndef WITNESS_WEAVE_H
#define WITNESS_WEAVE_H

#include "goto/monitor.h"
#include "goto/prog.h"
#include "witness/witness.h"

struct weave_problem {
	struct loc where; /* in the witness */
	const char *text;
};

/* Whose edge is next: in state s, 'thread[s]' of those that 'number' numbers. */
struct guide {
	const struct expr *state;
	const uint32_t *thread; /* by state; 0 is main, WITNESS_ANY_THREAD: no matter which */
	uint32_t nstates;
	const struct expr *const *number; /* by thread: a variable with its number + 1; or NULL */
	uint32_t nthreads;
};

struct weave {
	struct goto_prog *prog;
	const struct witness *witness;
	bool is_guided, is_race;
	struct symbol *state;   /* shared: state of the automaton */
	struct symbol *armed;   /* of a thread: targets whose statement is being executed, a bit each */
	struct symbol *gate;    /* of a thread, in a sequence about a race: 'armed' if all is passed */
	struct symbol *creates; /* of a thread: the thread of the witness that it is about to create */
	VEC(struct symbol *) thread;    /* by thread of the witness: its number + 1, 0: none yet */
	VEC(uint32_t) accepting;        /* states of a graph in which a violation counts */
	VEC(struct weave_problem) lost; /* parts that are not understood: left out */
	struct loc
	    stay; /* in the witness: one stay at a place may be meant to pass this, too; or none */
	VEC(struct weave_problem) nowhere; /* places the program does not have, or never reaches */
	/* what the monitor answers with; see goto/monitor.h */
	const struct guide *guide; /* or NULL */
	const struct expr *end_condition, *race_condition, *race_sides;
	uint32_t nsides;
};

/* The witness must outlive it.  guided: threads wait for their turn at the places that are named,
 * if the program has threads and the witness is a path (is_guided says so). */
void weave_open(struct weave *, struct goto_prog *, const struct witness *, bool guided);
void weave_shared(struct weave *); /* after goto_find_shared, before goto_split_shared */
void weave_restrict(struct weave *);
struct monitor weave_monitor(const struct weave *); /* for symex */
void weave_close(struct weave *);

#endif
