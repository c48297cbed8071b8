/* symex/replay/replay.h -- one concrete execution of the goto-program, determined by a model.
 *
 * The choices whose guards hold in the model, in the order in which they were recorded, are the
 * answers of the environment along the violating path.  A replay executes the program again with
 * every choice settled, so that all conditions are constants, and reports each event to an
 * observer. A counterexample is printed only if the replay ends in the violation that the solver
 * found.
 *
 * If the execution was one of a slice (goto/slice.h), the replay is one of the whole program: with
 * the same steps, in which it also executes what was dropped.  There, every choice is 0.  It may
 * fail: an assumption of a model does not hold for 0, or a loop that was dropped does not end.
 *
 * concrete/concrete.h executes concretely, too, and uses this to confirm what it finds. It is
 * another executor, since there is no model whose choices it could follow: values and schedules
 * come from a plan, and what happens next is decided on the way.
 */
#ifndef SYMEX_REPLAY_REPLAY_H
#define SYMEX_REPLAY_REPLAY_H

#include "symex/core/naming.h"
#include "symex/replay/told.h"

struct plan_step {
	uint32_t tid;      /* the thread that runs; naming by location: its number there */
	uint32_t until;    /* naming by location: the location at which it stops; 0: none */
	bool undivided;    /* naming per thread: the step ends where the thread waits or ends */
	bool at_switch;    /* naming per thread: the step begins at a switch point */
	bool in_loop;      /* naming per thread: it does not, but within a long loop */
	bool flushes;      /* nobody runs: a store of the thread reaches memory (memory/pending.h) */
	uint32_t position; /* of that store in the thread's buffer: 0 is the oldest one there; naming by
	                      location: it is the one that was made at 'until', at this offset of its
	                      object */
	uint64_t offset;
};

struct plan_store { /* naming by location: it waits in the buffer of its thread until its step */
	uint32_t location;
	uint64_t offset;
};

#define PLAN_INITIAL UINT32_MAX

struct plan_source { /* of bytes that are read */
	uint64_t from;
	uint32_t n;
	uint32_t write; /* index of the access that wrote them; or PLAN_INITIAL */
};

struct plan_access {   /* to memory that threads share */
	uint32_t location; /* of its node */
	uint32_t object;   /* of the execution that is replayed */
	uint64_t from;
	uint32_t n;
	bool is_write;
	uint32_t rank;           /* a write: its place among the writes of these bytes; or NO_RANK */
	uint32_t first, sources; /* a read: in plan.source, the lowest bytes first; 0: not known */
	bool is_settled;         /* a read without sources, of the last write in the issue order */
	term value;              /* a read: what the model says */
};

struct plan {                    /* the schedule of a program with threads */
	const struct naming *naming; /* of the execution that is replayed */
	VEC(struct plan_step) step;
	VEC(struct plan_store) store;
	bool is_complete; /* the last state is checked for a deadlock and for data races */
	/* Reads are told their sources (symex/replay/told.h).  Accesses are sorted by location, those
	 * of one node in the order of execution. */
	bool tells;
	VEC(struct plan_access) access;
	VEC(struct plan_source) source;
	bool has_race; /* the violation is a race of two of them, which nothing orders */
	uint32_t raced[2];
};

void replay_plan_free(struct plan *);

/* Choices that only the whole program makes have numbers from here on; those that take another
 * value than the model gives, from there on (plus their index). */
enum { REPLAY_EXTRA_CHOICES = 0x40000000, REPLAY_OTHER_CHOICES = CHOICE_OF_VARIATION };

struct replay_block { /* what a thread does before another one runs */
	uint32_t tid;
	const struct function *function; /* where it stops; NULL: it ends, or nothing stops it */
	uint32_t pc;
	uint32_t arrivals; /* how often it has come there in the block, when it stops */
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
	struct bits (*value)(void *context, struct symex *, const char *name, uint32_t width,
	                     const struct bits *was);
	void *context;
};

/* A concrete execution beside another one: it has the program, the terms and the addresses in
 * common with it, and a path of its own.  What else it shares, and its engine, the caller sets. */
struct symex replay_symex(const struct symex *like, struct symex_stats *);

/* Replays 'vc' under the model, with an observer.  true: the execution ends in the violation;
 * false: it does not, for the reason *why. */
bool replay_run(struct symex *found, struct model *, const struct vc *, const struct observer *,
                void *observing, const char **why);
/* The same, for a variation of the execution, or to record what can be varied. */
bool replay_vary(struct symex *found, struct model *, const struct vc *, const struct observer *,
                 void *observing, const char **why, struct replay_variation *);

/* Shared inside replay/: the engine's data, x->self. */
struct replay {
	struct symex *found; /* the symbolic execution that the model belongs to */
	const struct vc *goal;
	struct plan plan;
	size_t next;               /* index of the next choice */
	uint32_t until;            /* of the current step of the plan */
	bool undivided;            /* the same */
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

/* replay_schedule.c: runs the plan. */
void replay_schedule(struct symex *);

#endif
