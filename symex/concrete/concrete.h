/* symex/concrete/concrete.h -- one concrete run of a program with threads that no model has
 * produced.
 *
 * Values of choices come from the plan instead of a model: zero, random with a seed, given one
 * after the other, or those of the trace that the run follows.  So do the schedules:
 *
 *   round robin   the threads take turns in the order of their numbers.  A turn ends where the
 *                 thread waits or ends, or after TURN_STEPS steps, so a thread that waits actively
 *                 for another one does not keep it from running.
 *   random        at each switch point the running thread goes on, or another enabled thread runs;
 *                 how often threads change depends on the seed, too
 *   of a trace    as recorded; where the trace ends, round robin
 *   guided        along the plan that an engine made of a model, as far as that is possible; then
 * as the other fields say
 *   detour        that of an earlier run, changed: what cannot be done is left out
 *   controlled    as somebody else decides at each switch point (struct run_control)
 *
 * All inputs have values before they are used, so every condition is a constant: there is one path.
 * Where a value that is given would make an address of an object, the run computes one: objects do
 * not overlap.  argc is 1.  What the run does is recorded (symex/replay/run/run_trace.h).
 *
 * A violation in the run itself (a property, a deadlock, two next accesses that race) ends it.  The
 * violation is replayed as any other (symex/replay/confirm.h) and added to the result.
 *
 * replay/replay.h executes what a model says; it says why that is another executor.
 */
#ifndef SYMEX_CONCRETE_CONCRETE_H
#define SYMEX_CONCRETE_CONCRETE_H

#include "symex/core/state.h"
#include "symex/replay/run/run_choices.h"
#include "symex/replay/run/run_trace.h"

struct inputs;
struct naming;
struct plan;
struct known;
struct replies;
struct retrace;
struct trace;

struct guide {             /* an engine that names choices and threads by location, and its model */
	struct naming *naming; /* the run numbers what it meets first here */
	const struct plan *plan; /* the schedule to begin with; NULL: none */
	struct model *model;     /* the values of choices; NULL: those of the plan of the run */
	struct known *known;     /* receives the branches that the run takes (symex/concrete/known.h) */
};

struct detour_part { /* a thread runs alone */
	uint32_t thread;
	uint32_t steps; /* at most so many */
};

struct detour_value {
	const char *name; /* record_name, interned */
	enum variable_kind kind;
	struct bits bits;
};

struct detour { /* to a violation, another way than one that is known: minimise.h */
	VEC(struct detour_part) part;
	VEC(struct detour_value) value; /* of choices; others are zero */
	uint32_t goal;                  /* the property to be violated */
	struct trace *trace; /* receives the counterexample, if a replay confirms it; or NULL */
	bool *confirmed;     /* with 'trace': whether it does */
};

/* Whoever makes the run decides on the way (symex/why/).  A function that is NULL changes nothing.
 * With 'choose', threads stop at every switch point, also where only one is left.  Accesses are
 * told and not recorded. */
struct run_control {
	void *self;
	/* The next thread, one with the status THREAD_ENABLED; NO_THREAD: the run ends there. */
	uint32_t (*choose)(void *self, struct symex *, struct state *, const uint8_t *status);
	/* The value of a choice that the instruction at 'at' makes; false: as the plan says. */
	bool (*value)(void *self, struct symex *, const struct state *at, term var, struct bits *);
	/* The conditional jump at st->pc goes the other way. */
	bool (*turns)(void *self, struct symex *, const struct state *);
	/* The thread is about to execute the instruction at st->pc; it may be made to enter a function
	 * first. */
	void (*before)(void *self, struct symex *, struct state *);
	/* An access, of a scalar with its value; the end of a lifetime is one. */
	void (*access)(void *self, struct symex *, struct state *, const struct access *, term value);
	/* The run ends in this state: nobody is enabled, or a property is violated. */
	void (*ends)(void *self, struct symex *, struct state *, uint32_t property);
	const struct observer *observer; /* calls record_observer, too; x->observation.data is a struct
	                                    recorder; or NULL */
};

/* A run is about to execute the next instruction of the running thread. */
typedef void trial_visit(void *context, struct symex *, struct state *);

struct concrete_plan {
	enum run_inputs inputs;
	uint64_t input_seed; /* RANDOM */
	/* GIVEN: the values of inputs and of functions without a body, in the order in which the run
	 * asks for them; zeros follow.  Uninitialised variables and fresh memory are zero. */
	const struct run_input *given;
	size_t ngiven;
	enum run_turns turns;
	uint64_t turn_seed;             /* RANDOM */
	const struct run_trace *follow; /* schedule and values of this trace; or NULL */
	const struct guide *guide;      /* or NULL */
	struct inputs *vector;          /* the values of inputs, whatever else the plan says; or NULL */
	const struct retrace *retrace;  /* threads and values of a model (retrace.h); or NULL */
	const struct detour *detour;    /* or NULL: nothing is reported then */
	uint64_t most_instructions;     /* 0: any number; after the guide */
	uint64_t depth;                 /* the same for those that count for --depth */
	bool ends_in_cycle;             /* when threads take turns and come back to an earlier state */
	uint32_t context_bound;         /* a violation after more switches is not reported */
	trial_visit *visit;             /* before each instruction, and nothing is reported; or NULL */
	void *visiting;                 /* the context of 'visit' */
	const struct run_control *control; /* beside 'detour', of which it has the values; or NULL */
};

/* Runs the program of 'like', which shares its terms, properties and result with the run.  true:
 * the run has recorded its events, of which 'out->end' says how they end; false: the run violates a
 * property (out->confirmed: it is in the result), or does not follow the trace.  A violation beyond
 * the context bound ends the run, but is not reported: true. */
bool concrete_run(struct symex *like, const struct concrete_plan *, struct run_trace *out);

/* Ends a run of the plan after --depth instructions, or a million. */
void concrete_limit(const struct symex *, struct concrete_plan *);
/* The limit that a run which was too long has reached. */
uint64_t concrete_limit_of(const struct concrete_plan *);

/* Shared inside replay/, run_record.c: the observer that records the events of a run. */
struct recorder { /* x->observation.data */
	struct run_trace *trace;
	size_t choices;          /* of the execution that have been numbered */
	struct map choice_of;    /* number of a choice -> thread << 32 | its number in the thread */
	struct known *known;     /* or NULL */
	uint32_t location;       /* known: of the conditional jump being executed */
	bool begun;              /* the entry function has begun */
	struct state at;         /* the instruction being executed; frame NULL: none yet */
	void *watching;          /* self of the plan's control; or NULL */
	struct replies *replies; /* of calls, for a test (run_reply.h); or NULL */
};

extern const struct observer record_observer;
/* Does the access count as an event?  Objects that no other thread can reach do not. */
bool record_is_event(const struct symex *, const struct recorder *, const struct state *,
                     const struct access *);
void record_access(struct symex *, struct recorder *, const struct state *, const struct access *,
                   term value);
void record_wait(struct symex *, struct recorder *, struct state *, const struct ins *);
/* The choice that has made a variable: its thread << 32 | its number among the choices of this
 * thread, since engines number choices differently; false: none has. */
bool record_place(const struct symex *, struct recorder *, struct variable, uint64_t *place);
/* The name of a variable in traces, interned, with that in it: "input!2.1". */
const char *record_name(const struct symex *, struct recorder *, term var);
/* The environment has chosen the value of a variable; that of a spurious wakeup. */
void record_input(const struct symex *, struct recorder *, term var, struct bits value);
void record_wakeup(struct recorder *, bool wakes);

#endif
