/* symex/core/parts.h -- the parts of an execution: what a module keeps in struct symex for itself.
 *
 * Each part is of one module, which alone says what its fields mean; others read it or call the
 * module.  What only one engine needs is no part: that is in the engine's own data, x->self.
 *
 *   part             module
 *   loop_bounds      symex/explore/deepen.h; step/loop.c cuts by it
 *   step_data        symex/step/
 *   current_ins      symex/step/step.h
 *   switch_points    symex/step/switch.h
 *   open_paths       symex/explore/explore.h
 *   addresses        symex/core/pointer.h
 *   content_notes    symex/memory/content.h
 *   unknown_memory   symex/memory/invalid.h
 *   vacuity          symex/core/vacuity.h
 *   queries          symex/query/
 *   observation      symex/observer.h
 *   services         symex/run.c
 *   search_state     the strategy that searches
 */
#ifndef SYMEX_CORE_PARTS_H
#define SYMEX_CORE_PARTS_H

#include "goto/program/prog.h"
#include "solvers/term/term.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct cause;
struct detour;
struct frame;
struct model;
struct observer;
struct solver;
struct state;
struct symex;
struct run_trace;
struct trace;
struct vc;

struct loop_bounds {              /* of this iteration of deepening, and what they have cut */
	uint32_t unwind;              /* bound of undecided loop iterations */
	uint32_t constant_iterations; /* budget of a loop over constants, in iterations */
	uint32_t creations; /* the same of one that creates threads and counts to a constant; if more */
	bool tests_end_loops;  /* a loop runs over constants if a test that may end it is decided */
	bool below_bound;      /* deepening cuts loops, before they come to the bound of --unwind */
	uint32_t shortest;     /* fewest iterations of what this iteration cut; NO_BOUND: nothing */
	const char *too_short; /* names a loop that this iteration cut and the next unwinds further */
	const char *goes_on;   /* a sentence about it */
	const char *going;     /* id of the loop that 'too_short' is about; or NULL */
	struct map exit_condition; /* id of a loop -> term of the last undecided jump out of it */
};

struct long_run {   /* of loops and recursion that hardly end: symex/step/check/endless.h */
	uint32_t limit; /* of iterations without a switch point; 0: none */
	const struct loop *loop;         /* the outermost of the loops that go round; or NULL */
	const struct function *function; /* in which it is */
	uint32_t depth;                  /* of the frame */
	uint32_t longest;                /* iterations or calls that 'text' is about */
	const char *text; /* of the whole run, for the verdict if a limit ends it; or NULL */
};

struct step_data {
	struct {
		struct map of; /* function -> which of its instructions begin a loop */
		const struct function *last;
		const uint8_t *last_heads; /* the last look-up in it */
	} heads;
	struct {
		uint32_t skip, wait; /* recursive calls before the next query; before the one after it */
	} prune;
	struct long_run long_run;
	struct map warned;       /* functions without a model that were reported */
	bool reader_waits;       /* one waited that held a read lock, or tried to get one */
	bool writer_waits;       /* a wait for a write lock was executed: symex/step/wait.h */
	struct symbol *rounding; /* variable that holds the rounding mode */
};

struct current_ins {              /* the instruction being executed */
	bool path_ends;               /* it ends its path */
	bool main_returns;            /* the objects that end in this step end with the program */
	bool adds;                    /* it only adds to the variable it accesses */
	bool half;                    /* it is half of an addition: loads_sum, stores_sum */
	enum mem_order order;         /* of the current access */
	enum mem_order failure_order; /* as that of goto/program/expr.h */
	uint32_t location;            /* replay with store buffers: before the instruction */
};

struct switch_points {
	const struct map
	    *without; /* instructions that are none (symex/lazy/states/protect.h); or NULL */
};

struct join_point { /* states to be merged at one instruction of one call */
	const struct frame *frame;
	uint32_t pc;
	VEC(struct state *) state;
};

struct open_paths {
	VEC(struct join_point) pending; /* states still to be executed */
	VEC(struct state *) stopped;    /* states that stopped at a switch point */
	bool are_kept_apart;            /* some of them are, or were (symex/step/apart.h) */
};

struct addresses {
	struct pointer_cache *cache; /* a replay shares that of its run */
	VEC(uint32_t) exposed;       /* objects that have a base address */
	bool any;                    /* an integer became a pointer that may be to any of them */
	bool by_number;              /* one that no address is part of did, and may be equal to one */
	struct map object;           /* term of a base address, or of a part of it -> object */
	/* Indices of assumptions that place a base address.  They can be satisfied whatever else is
	 * assumed. */
	VEC(uint32_t) fact;
};

struct content_notes {
	struct map array_view;  /* choice of fresh memory -> element size of its array variable */
	struct map fresh_bytes; /* choice of fresh memory -> 1 + highest offset that has a variable */
	struct map arrays;      /* choice in array_view -> the array, with those variables in it */
	bool read_hidden;       /* the value of a hidden cell was read */
};

struct unknown_block { /* memory behind a pointer of unknown origin */
	term address;
	uint32_t object; /* 0: not yet made in this execution */
};

struct unknown_memory {
	VEC(struct unknown_block) block;
	struct map null_at; /* instructions that followed a null pointer, and checks that failed
	                       (memory/invalid.h) -> do threads stop there? */
	bool null_found;    /* one where they do not stop was found */
	bool null_reported; /* the result names an execution that follows a null pointer */
};

struct vacuity {
	bool assumes;       /* an ASSUME has ended executions, or may have */
	bool watches;       /* it is wanted, and can be had */
	struct map watched; /* instructions that are watched -> tries that were infeasible */
	bool unasked;       /* an engine has come to some of them, and has not asked yet whether an
	                       execution does */
	bool has_ended;     /* perhaps an execution comes to the end of the program */
	VEC(const struct ins *) failed; /* assumptions among them that ended executions, in order */
};

struct mentioned { /* the terms that the assumptions of a path consist of: symex/query/fresh.c */
	VEC(term) assumption;
	VEC(size_t) upto; /* by assumption: 'term' has so many with it and those before */
	VEC(term) term;
	struct map known; /* term -> 1 + its index in 'term'; 0: it is not there */
};

struct queries {
	struct solver *solver; /* kept by vc_feasible during an execution */
	VEC(term) given;       /* assumptions asserted in it permanently */
	uint32_t asked;        /* its queries so far, with threads */
	VEC(term) scope;       /* assumptions asserted in it, one scope each, with threads */
	struct map known;      /* query -> answer */
	struct map missed;     /* object that accesses miss -> back-off of queries: memory.c */
	struct mentioned mentioned;
	bool folded;      /* the last query of vc_check_incremental folded to a constant */
	bool optional;    /* queries may stay unanswered; 'budget' limits them */
	double budget;    /* optional: seconds that the solver may still spend */
	uint64_t units;   /* work that vc_check_incremental may take each time; 0: any */
	uint64_t written; /* queries written by symex/query/transcript.c */
};

struct observation {                 /* of a concrete execution */
	const struct observer *observer; /* or NULL */
	void *data;                      /* the observer's own */
	uint32_t depth;                  /* hooks of it that are being executed */
};

struct services { /* of parts above those that call them; NULL: there is none */
	/* A replay has confirmed the violation that the model describes; its counterexample and cause
	 * are in the result.  If it was made shorter, they are those of the run; else that is NULL. */
	void (*confirmed)(struct symex *, struct model *, const struct vc *, struct run_trace *);
	/* Looks for a shorter way to a violation that was confirmed; false: there is none. */
	bool (*minimise)(struct symex *, struct model *, const struct vc *, struct trace *shorter);
	/* Why the run, which violates the property, does so (symex/why/); NULL: it is not known.  The
	 * cause is of the result's arena. */
	struct cause *(*explain)(struct symex *, const struct detour *, const struct vc *);
};

struct search_state {
	bool is_settled; /* everything within the given bounds is decided; what follows can only show
	                    that they matter not */
	bool is_through; /* the search has looked at everything but what was cut */
	bool has_next;   /* where the strategy gives up, one that has these executions goes on */
	const char *refused; /* what it has given up for; NULL: it has not said */
	struct loc refused_loc;
};

#endif
