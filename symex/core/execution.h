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

#include "goto/program/prog.h"
#include "result/result.h"
#include "solvers/term/eval.h"
#include "solvers/term/term.h"
#include "symex/core/parts.h"
#include "symex/core/pmap.h"
#include "symex/core/property.h"
#include "symex/core/variable.h"
#include "symex/engine.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct state;
struct symex_config;
struct symex_stats;
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
	bool is_given;           /* HEAP: made by the caller of the entry: it may stay */
	bool is_mapping;         /* HEAP: made by mmap, for munmap and not for free */
	bool is_argument;        /* AUTO: text of an argument of main that the environment chooses */
	uint32_t guard;          /* a mapping: object that holds its protection, see mc.h; 0: none */
	bool is_spec;            /* made by a specification (symex/library/spec.h) */
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
/* The number of the choice that makes object 'k' of a parameter of the entry function: k - 1 is the
 * index in argv. */
static inline uint32_t choice_of_parameter(uint32_t symbol, uint32_t k) {
	return CHOICE_OF_SYMBOL | 0x40000000u | k << 20 | (symbol & 0xfffff);
}
static inline bool choice_is_of_parameter(uint32_t number) {
	return number >= (CHOICE_OF_SYMBOL | 0x40000000u);
}
static inline uint32_t choice_parameter_object(uint32_t number) {
	return number >> 20 & 0x3ff;
}
/* A replay that gives a choice another value than the model does numbers it from here on
 * (symex/replay/replay.h); from there on if the function has no effect at all. */
#define CHOICE_OF_VARIATION 0x60000000u
#define CHOICE_OF_NOTHING   0x70000000u

struct choice {
	enum choice_kind kind;
	term guard;
	const struct ins *ins; /* that made the choice; a replay compares it */
	uint32_t number;       /* part of the names of its variables */
	term value;            /* CALCULATED: its variable, which other choices may share */
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

struct effects {      /* of the instructions executed since the engine cleared them */
	bool dead_end;    /* a path ended, or may have ended, other than at the end of the program */
	bool program_end; /* a path ended at the end of the program */
	bool excluded;    /* a path ended at an assumption that is false */
	bool returned;    /* an operation of a library returned */
	bool stays;       /* an iteration of a loop changed nothing: the thread stays in it */
	/* An iteration of a loop that the user bounds left so many iterations, at the least; the
	 * complement, so that 0 is none. */
	uint32_t used_up;
};

struct symex {
	const struct goto_prog *prog;
	const struct symex_config *config;
	struct result *result;
	struct symex_stats *stats;
	struct properties *properties; /* a replay shares those of its run */
	struct terms *ts;
	struct value_lists *values;          /* symex/core/values.h; NULL: values are plain terms */
	uint32_t address_bits, pointer_bits; /* 64 or 32; the same and the bits of the object */
	const struct engine *engine;         /* symex/engine.h */
	void *self;                          /* the engine's own data */

	/* What is recorded along the paths. */
	VEC(term) assumption;
	VEC(struct vc) vc;
	VEC(struct cut) cut;
	VEC(struct choice) choice;
	struct effects effects;
	bool give_up; /* stop: a violation is certain, or symex_stop is set */

	/* Memory. */
	struct pmap_pool pool; /* nodes of states; freed after an iteration */
	VEC(struct object) object;
	VEC(uint32_t) static_object; /* by symbol id; 0: none yet */
	struct pmap initial_memory;  /* memory when main begins: initial values of thread-locals */
	struct addresses address;
	struct content_notes content;
	struct unknown_memory unknown;

	/* What engines have or do without. */
	struct model *model;           /* values of all choices, in a concrete execution; or NULL */
	uint32_t only_race;            /* in one: the property of the race that is looked for, plus 1 */
	struct naming *naming;         /* symex/core/naming.h; NULL: numbers in order of creation */
	struct access_log *log;        /* accesses of steps (symex/memory/access_log.h); or NULL */
	struct discipline *discipline; /* lock discipline (symex/memory/discipline.h); or NULL */
	struct live *live;             /* which registers may still be read */
	bool client_began;             /* a path has come to __mt_begin */

	/* Of one module each: symex/core/parts.h. */
	struct loop_bounds loops;
	struct open_paths paths;
	struct step_data step;
	struct current_ins current;
	struct switch_points switches;
	struct queries query;
	struct vacuity vacuity;
	struct search_state search;
	struct observation observation;
	struct services services;
};

/* Is the execution concrete, with the value of every choice taken from a model? */
static inline bool symex_is_concrete(const struct symex *x) {
	return x->model != NULL;
}
/* A variable that stands for a choice; in a concrete execution, its value in the model.  The second
 * one is none that symex/core/variable.h knows. */
term symex_choose(struct symex *, struct sort, struct variable);
term symex_choose_named(struct symex *, struct sort, const char *name);
/* The term; in a concrete execution, its value in the model. */
term symex_settle(struct symex *, term);
/* Does a function without body and model return the same here as everywhere (config.calm)?  Not in
 * a replay that tries something else. */
bool symex_is_calm(const struct symex *, uint32_t choice);
/* Does it write nothing? */
bool symex_is_idle(const struct symex *, uint32_t choice);
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
