/* symex/core/execution.h -- what a symbolic execution collects while it executes states.
 *
 * struct symex owns everything that grows during an execution: terms, objects, assumptions,
 * verification conditions, choices.  States (symex/core/state.h) are plain data and refer to these
 * by index.
 *
 *   assumption   'guard implies condition', for everything that is executed after it
 *   vc           verification condition: must hold under the assumptions recorded before it
 *   choice       a nondeterministic value: an input, uninitialised storage, fresh memory
 *
 * Along each path they are recorded in program order.  In a model, the choices whose guards hold
 * are, in this order, the inputs of one concrete execution: replay (symex/replay/replay.h) executes
 * the program again with these values.
 */
#ifndef SYMEX_CORE_EXECUTION_H
#define SYMEX_CORE_EXECUTION_H

#include <signal.h>

#include "goto/prog.h"
#include "solvers/term/eval.h"
#include "solvers/term/term.h"
#include "symex/config.h"
#include "symex/core/pmap.h"
#include "symex/core/property.h"
#include "symex/engine.h"
#include "util/map.h"
#include "util/vec.h"

struct state;
struct content;
struct trace;

/* Set asynchronously, to an enum gap_kind: the run ends soon, and that kind of incompleteness is
 * reported.  0: go on. */
extern volatile sig_atomic_t symex_stop;
/* symex_stop: the work that config.work_end grants is done. */
#define SHARE_IS_OVER GAP_RUNS

enum object_kind {
	OBJECT_NULL,
	OBJECT_STATIC,
	OBJECT_AUTO,
	OBJECT_HEAP,
	OBJECT_STACK,
	OBJECT_INTERNAL,
	OBJECT_FUNCTION
};

struct object {
	enum object_kind kind;
	struct symbol *symbol;   /* variable or function; NULL: memory without a name, see below */
	const struct type *type; /* for counterexamples; NULL: unknown */
	term size;               /* bytes, a term of address width */
	uint32_t align;
	bool is_constant;        /* must not be written */
	bool is_jump;            /* STACK: made by setjmp; its first bytes hold the instruction */
	term allocated;          /* HEAP: guard of the path that allocated it */
	term base;               /* its address; NO_TERM until the program uses the address */
	struct content *initial; /* STATIC: content until first written */
	uint32_t choice;         /* unless STATIC or FUNCTION: names the variables of its bytes */
	struct loc loc;          /* declaration or allocation */
};

/* Is it a variable of the program's text?  Memory without a name has no symbol, whatever its kind:
 * what is allocated, the arguments of main, arguments of a variadic call and records that are
 * returned (all AUTO), and blocks behind pointers of unknown origin (STATIC, memory/invalid.h). */
static inline bool object_is_users_variable(const struct object *o) {
	return (o->kind == OBJECT_STATIC || o->kind == OBJECT_AUTO) && o->symbol &&
	       !o->symbol->is_model && !o->symbol->is_temp;
}

/* A choice made before the program starts has the number of its symbol, with this bit. */
#define CHOICE_OF_SYMBOL 0x80000000u
/* A replay that gives a choice another value than the model does numbers it from here on
 * (symex/replay/replay.h); from there on if the function has no effect at all. */
#define CHOICE_OF_VARIATION 0x60000000u
#define CHOICE_OF_NOTHING   0x70000000u

struct choice {
	enum choice_kind kind;
	term guard;
	const struct ins *ins; /* that made the choice; a replay compares it */
	uint32_t number;       /* part of the names of its variables */
};

struct vc {
	uint32_t property; /* index in symex.properties, or PROPERTY_OF_LOOP for unwinding */
	term violated;     /* guard and not condition */
	uint32_t nassumed; /* assumptions recorded before */
	struct loc loc;    /* source position; in a model, that of the user's call */
	uint32_t tag;      /* of the engine, for its plan of a violation; others copy it */
};

struct cut { /* a path that is not followed further: reported if an execution takes the path */
	enum gap_kind kind;
	const char *text; /* the unsupported construct; id of the loop or recursive function */
	term guard;
	const struct guard *path; /* whose guard is part of 'guard' */
	uint32_t nassumed;
	bool is_loop;        /* GAP_UNWIND: a loop, not a recursive function */
	bool by_user;        /* GAP_UNWIND: the bound is an option, which deepening does not raise */
	bool over_constants; /* GAP_UNWIND: no iteration had an undecided condition, but there were
	                        many, and there is an exit */
	uint32_t bound;      /* GAP_UNWIND: unwindings of the loop; GAP_DEPTH: instructions */
	const char *option;  /* GAP_UNWIND: that would raise it, "--unwind" */
	uint32_t iterations; /* GAP_UNWIND: iterations, or calls, that were made */
	const struct function *model; /* GAP_UNWIND: model that the user called; or NULL */
	struct loc loc; /* source position, of a loop its head; in a model, that of the user's call */
};

struct unknown_block { /* memory behind a pointer of unknown origin: symex/memory/invalid.h */
	term address;
	uint32_t object; /* 0: not yet made in this execution */
};

struct mentioned { /* the terms that the assumptions of a path consist of: symex/query/fresh.c */
	VEC(term) assumption;
	VEC(size_t) upto; /* by assumption: 'term' has so many with it and those before */
	VEC(term) term;
	struct map known; /* term -> 1 + its index in 'term'; 0: it is not there */
};

struct join_point { /* states to be merged at one instruction of one call */
	const struct frame *frame;
	uint32_t pc;
	VEC(struct state *) state;
};

struct effects {      /* of the instructions executed since the engine cleared them */
	bool dead_end;    /* a path ended, or may have ended, other than at the end of the program */
	bool program_end; /* a path ended at the end of the program */
	bool excluded;    /* a path ended at an assumption that is false */
	bool stays;       /* an iteration of a loop changed nothing: the thread stays in it */
	/* An iteration of a loop that the user bounds left so many iterations, at the least; the
	 * complement, so that 0 is none. */
	uint32_t used_up;
};

struct long_run {            /* of loops and recursion that hardly end: symex/step/endless.h */
	uint32_t limit;          /* of iterations without a switch point; 0: none */
	const struct loop *loop; /* the outermost of the loops that go round; or NULL */
	const struct function *function; /* in which it is */
	uint32_t depth;                  /* of the frame */
	uint32_t longest;                /* iterations or calls that 'text' is about */
	const char *text; /* of the whole run, for the verdict if a limit ends it; or NULL */
};

/* A run is about to execute the next instruction of the running thread. */
typedef void trial_visit(void *context, struct symex *, struct state *);

struct symex {
	const struct goto_prog *prog;
	const struct symex_config *config;
	struct result *result;
	struct symex_stats *stats;
	struct properties *properties; /* a replay shares those of its run */
	struct terms *ts;
	struct value_lists *values;          /* symex/core/values.h; NULL: values are plain terms */
	struct pointer_cache *pointers;      /* symex/core/pointer.c; a replay shares that of its run */
	uint32_t address_bits, pointer_bits; /* 64 or 32; the same and the bits of the object */
	uint32_t unwind;       /* bound of this iteration of deepening, for undecided loop iterations */
	const char *too_short; /* names a loop that this iteration cut and the next unwinds further */
	const char *goes_on;   /* a sentence about it */
	uint32_t shortest;     /* fewest iterations of what this iteration cut; NO_BOUND: nothing */
	const char *going;     /* id of the loop that 'too_short' is about; or NULL */
	struct map exit_condition; /* id of a loop -> term of the last undecided jump out of it */
	uint32_t
	    constant_iterations; /* budget of this iteration for a loop over constants, in iterations */
	bool tests_end_loops;    /* a loop runs over constants if a test that may end it is decided */
	bool below_bound;        /* deepening cuts loops, before they come to the bound of --unwind */

	struct long_run long_run;
	bool read_hidden; /* the value of a hidden cell was read: symex/memory/content.h */

	struct pmap_pool pool; /* nodes of states; freed after an iteration */
	VEC(struct object) object;
	VEC(uint32_t) static_object; /* by symbol id; 0: none yet */
	VEC(uint32_t) exposed;       /* objects that have a base address */
	bool any_address;            /* an integer became a pointer that may be to any of them */
	struct map base_object;      /* term of a base address -> object */
	VEC(struct unknown_block) unknown_block;
	VEC(term) assumption;
	/* Indices of those that place a base address.  They can be satisfied whatever else is assumed.
	 */
	VEC(uint32_t) base_fact;
	VEC(struct vc) vc;
	VEC(struct cut) cut;
	VEC(struct choice) choice;
	uint64_t questions;     /* queries written by symex/query/transcript.c */
	struct map array_view;  /* choice of fresh memory -> element size of its array variable */
	struct map fresh_bytes; /* choice of fresh memory -> 1 + highest offset that has a variable */
	struct map warned;      /* functions without a model that were reported */
	bool assumes;           /* an ASSUME has ended executions, or may have */
	bool watches;           /* vacuity.h is wanted, and can be had */
	struct map watched;     /* instructions that vacuity.h watches -> tries that were infeasible */
	bool unasked;           /* an engine has come to some of them, and has not asked yet whether an
	                           execution does */
	bool has_ended;         /* perhaps an execution comes to the end of the program */
	VEC(const struct ins *) failed; /* assumptions among them that ended executions, in order */
	struct map null_at;    /* instructions that followed a null pointer -> do threads stop there? */
	bool null_found;       /* one where they do not stop was found: symex/memory/invalid.h */
	bool is_settled;       /* everything within the given bounds is decided; what follows can only
	                          show that they matter not */
	bool is_through;       /* the search has looked at everything but what was cut */
	bool reader_waits;     /* one waited that held a read lock, or tried to get one */
	bool writer_waits;     /* a wait for a write lock was executed: symex/step/wait.h */
	bool null_reported;    /* the result names an execution that follows a null pointer */
	bool path_ends;        /* the instruction being executed ends its path */
	struct map loop_heads; /* function -> which of its instructions begin a loop */
	struct {
		const struct function *function;
		const uint8_t *heads;
	} last_heads; /* the last look-up in it */

	struct {
		uint32_t skip, wait; /* recursive calls before the next query; before the one after it */
	} prune;
	struct {
		struct solver *solver; /* kept by vc_feasible during an execution */
		VEC(term) given;       /* assumptions asserted in it permanently */
		uint32_t asked;        /* its queries so far, with threads */
		VEC(term) scope;       /* assumptions asserted in it, one scope each, with threads */
		struct map known;      /* query -> answer */
		struct map missed;     /* object that accesses miss -> back-off of queries: memory.c */
		struct mentioned mentioned;
		bool folded;    /* the last query of vc_check_incremental folded to a constant */
		bool optional;  /* queries may stay unanswered; 'budget' limits them */
		double budget;  /* optional: seconds that the solver may still spend */
		uint64_t units; /* work that vc_check_incremental may take each time; 0: any */
	} path;
	VEC(struct join_point) pending; /* states still to be executed (symex/explore/explore.h) */
	VEC(struct state *) stopped;    /* states that stopped at a switch point */
	/* A replay has confirmed the violation that the model describes, and it was not made shorter;
	 * or NULL. */
	void (*confirmed)(struct symex *, struct model *, const struct vc *);
	/* Looks for a shorter way to a violation that was confirmed; false: there is none.  NULL:
	 * nobody wants it. */
	bool (*minimise)(struct symex *, struct model *, const struct vc *, struct trace *shorter);
	/* A few short runs; the text of a property that one of them violates, or NULL.  NULL: there are
	 * none. */
	const char *(*trial_runs)(struct symex *, trial_visit *, void *context);
	const struct engine *engine;     /* symex/engine.h */
	void *self;                      /* the engine's own data */
	const struct observer *observer; /* of a concrete execution (symex/observer.h); or NULL */
	void *observing;                 /* the observer's own data */
	uint32_t observes;               /* hooks of it that are being executed */
	struct model *model;             /* values of all choices, in a concrete execution; or NULL */
	struct naming *naming;           /* symex/core/naming.h; NULL: numbers in order of creation */
	struct access_log *log;          /* accesses of steps (symex/memory/access_log.h); or NULL */
	const struct map
	    *protected; /* instructions that are no switch points (symex/lazy/protect.h); or NULL */
	struct discipline *discipline; /* lock discipline (symex/memory/discipline.h); or NULL */
	struct effects effects;
	bool main_returns;          /* the objects that end in this step end with the program */
	enum mem_order order;       /* of the current access */
	bool adds;                  /* the current instruction only adds to the variable it accesses */
	struct pmap initial_memory; /* memory when main begins: initial values of thread-locals */
	bool give_up;               /* stop: a violation is certain, or symex_stop is set */
	struct symbol *rounding;    /* variable that holds the rounding mode */
	const struct symbol *spawn, *exit, *abort; /* intrinsics; NULL: never called */
	struct live *live;                         /* which registers may still be read */
};

/* Is the execution concrete, with the value of every choice taken from a model? */
static inline bool symex_is_concrete(const struct symex *x) {
	return x->model != NULL;
}
/* The variable 'name' of a choice; in a concrete execution, its value in the model. */
term symex_choose(struct symex *, struct sort, const char *name);
/* The term; in a concrete execution, its value in the model. */
term symex_settle(struct symex *, term);
/* Does a function without body and model return the same here as everywhere (config.calm)?  Not in
 * a replay that tries something else. */
static inline bool symex_is_calm(const struct symex *x, uint32_t choice) {
	return x->config->calm && (choice < CHOICE_OF_VARIATION || choice >= CHOICE_OF_SYMBOL);
}
/* Does it write nothing? */
static inline bool symex_is_idle(const struct symex *x, uint32_t choice) {
	return symex_is_calm(x, choice) || (choice >= CHOICE_OF_NOTHING && choice < CHOICE_OF_SYMBOL);
}
/* An address or a size in 'st', as the engine requires it. */
static inline term symex_fix(struct symex *x, struct state *st, term t) {
	return x->engine->choices.settle ? x->engine->choices.settle(x, st, t) : t;
}
void symex_assume(struct symex *, term guard, term holds);
void symex_keep_assumptions(struct symex *, size_t n); /* the first n */

void symex_open(struct symex *, const struct goto_prog *, const struct symex_config *,
                struct result *, struct symex_stats *);
void symex_close(struct symex *);
/* Clears what the last execution collected; keeps the terms and the result. */
void symex_forget(struct symex *);
void symex_free(struct symex *); /* all but the terms */
/* Closes the solver of vc_feasible, whose assertions no longer hold. */
void symex_drop_solver(struct symex *);

#endif
