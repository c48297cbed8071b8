/* symex/core/execution.h -- what one execution collects while states are stepped.
 *
 * It owns what grows while a program is executed: terms, objects, assumptions, verification
 * conditions, and the log of choices.  States (symex/core/state.h) are plain data that refer to
 * these by index.  Execution is in program order along every path, so along one path
 *
 *   assumptions  what holds from here on: each is 'guard implies assumption'
 *   vcs          what could go wrong: a condition, valid under the assumptions recorded before it
 *   choices      every value the environment picks (a nondeterministic symbol): inputs,
 *                uninitialised storage, fresh memory
 *
 * appear in the order in which that path meets them.  A model makes some guards true; the choices
 * with true guards, in order, are the inputs of one concrete execution: replay
 * (symex/replay/replay.h) executes the program again, with each choice settled by the model.
 */
#ifndef SYMEX_CORE_EXECUTION_H
#define SYMEX_CORE_EXECUTION_H

#include <signal.h>

#include "goto/prog.h"
#include "solvers/term/eval.h"
#include "solvers/term/term.h"
#include "symex/core/pmap.h"
#include "symex/core/property.h"
#include "symex/engine.h"
#include "symex/engine.h"
#include "symex/config.h"
#include "util/map.h"
#include "util/vec.h"

struct state;
struct content;

/* Set asynchronously: everything ends soon after with what it has.  0, or the enum gap_kind that
 * says why. */
extern volatile sig_atomic_t symex_stop;

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
	struct symbol *symbol;   /* of a variable or function; NULL: allocated */
	const struct type *type; /* how to show it; NULL: unknown */
	term size;               /* bytes, a term of address width */
	uint32_t align;
	bool is_constant;        /* must not be written */
	bool is_jump;            /* STACK: made by setjmp; its first bytes say where */
	term allocated;          /* HEAP: the path on which it was made */
	term base;               /* its address; NO_TERM until a program looks at it */
	struct content *initial; /* STATIC: content until first written */
	uint32_t choice;         /* that made it, unless STATIC or FUNCTION; names its variables */
	struct loc loc;          /* where it was made */
};

/* Choices made before the program starts are named after the symbol they belong to. */
#define CHOICE_OF_SYMBOL 0x80000000u

struct choice {
	enum choice_kind kind;
	term guard;
	const struct ins *ins; /* which instruction asked; replay compares */
	uint32_t number;       /* names its variables */
};

struct vc {
	uint32_t property; /* index in symex.properties, or PROPERTY_OF_LOOP for unwinding */
	term violated;     /* guard and not condition */
	uint32_t nassumed; /* assumptions recorded before */
	struct loc loc;    /* the user's place: a model's assertion is reported at the call */
	uint32_t context;  /* schedule recording: in which it is, and the place at which that */
	uint32_t until;    /* context must end to show it; 0: at any */
};

struct cut { /* a path that was not followed further; it counts if some execution takes it */
	enum gap_kind kind;
	const char *text; /* what was met, or which loop or recursive function was cut */
	term guard;
	uint32_t nassumed;
	bool is_loop;   /* GAP_UNWIND: of a loop, not a recursion */
	bool by_user;   /* GAP_UNWIND: by a bound of the user's, which deepening does not raise */
	uint32_t bound; /* GAP_UNWIND: how often the loop was unwound; GAP_DEPTH: the depth */
	const struct function *model; /* GAP_UNWIND: of the library, that the user called; or NULL */
	struct loc loc;               /* the user's place: of a model, where it is called */
};

struct unknown_block { /* see symex/core/invalid.h */
	term address;
	uint32_t object; /* 0: not yet made in this execution */
};

struct join_point { /* states that wait at one instruction of one call */
	const struct frame *frame;
	uint32_t pc;
	VEC(struct state *) state;
};

struct effects {      /* of the instructions executed since somebody looked */
	bool dead_end;    /* an execution ended otherwise than normally, or may have */
	bool program_end; /* one ended normally */
	bool stays;       /* a round of a loop changed nothing: the thread stays there */
};

struct symex {
	const struct goto_prog *prog;
	const struct symex_config *config;
	struct result *result;
	struct symex_stats *stats;
	struct properties *properties; /* a replay uses those of its run */
	struct terms *ts;
	struct value_lists *values;     /* symex/core/values.h; NULL: values are plain terms */
	struct pointer_cache *pointers; /* of symex/core/pointer.c; a replay uses that of its run */
	uint32_t address_bits, pointer_bits; /* 64 or 32; pointers also carry their object */
	uint32_t unwind;          /* of this round: loop rounds in which something was undecided */
	const char *too_short;    /* what this round cut and the next would follow, as text of a gap */
	uint32_t constant_rounds; /* budget of this round: rounds of a loop over constants */

	struct pmap_pool pool; /* nodes of states; freed after a round */
	VEC(struct object) object;
	struct map static_object; /* symbol id -> object + 1 */
	VEC(uint32_t) exposed;    /* objects whose address was looked at */
	struct map base_object;   /* term of a base address -> object */
	VEC(struct unknown_block) unknown_block;
	VEC(term) assumption;
	VEC(struct vc) vc;
	VEC(struct cut) cut;
	VEC(struct choice) choice;
	uint64_t questions;     /* written by symex/query/transcript.c */
	struct map array_view;  /* choice of fresh memory -> element size it is seen with as array */
	struct map fresh_bytes; /* choice of fresh memory -> 1 + highest byte offset given a variable */
	struct map warned;      /* symbols of functions without model already named */
	struct map null_at;    /* instructions that followed a null pointer -> do threads stop there? */
	bool null_found;       /* at one where they do not: see symex/core/invalid.h */
	bool null_reported;    /* some execution follows one: it was said where */
	bool path_ends;        /* the instruction that is executed ends its path */
	struct map loop_heads; /* function symbol -> bitmap of the instructions that begin a loop */

	struct {
		uint32_t skip, wait; /* recursive calls until the solver is asked again, and after that */
	} prune;
	struct {
		struct solver *solver; /* kept by vc_feasible while an execution lasts */
		VEC(term) given;       /* assumptions that it has for good */
		uint32_t asked;        /* questions to it, with threads */
		VEC(term) scope;       /* assumptions that are scopes of it, with threads */
		struct map known;      /* what was asked -> answer */
		struct map missed;     /* object that accesses miss -> when to ask again: memory.c */
		bool folded;           /* the last question of vc_check_incremental was no question */
		bool optional;         /* nothing depends on the answers: */
		double budget;         /* seconds that the solver may still spend on them */
	} path;
	VEC(struct join_point) pending;  /* states to go on with; see symex/explore/explore.h */
	VEC(struct state *) stopped;     /* that reached a point where they stop; see explore.h */
	const struct engine *engine;     /* answers what a step asks: symex/engine.h */
	void *self;                      /* the engine's own data */
	const struct observer *observer; /* is told what happens: symex/observer.h; or NULL */
	void *observing;                 /* the observer's own data */
	struct model *model;             /* settles every choice: the execution is concrete; or NULL */
	struct naming *naming;           /* of what threads make; NULL: in the order of making */
	struct access_log *log;          /* what steps access: symex/step/access.h; or NULL */
	struct discipline *discipline;   /* of locks: symex/step/discipline.h; or NULL */
	struct effects effects;
	enum mem_order order;       /* of the access that is made */
	bool adds;                  /* the instruction only adds to what it accesses */
	struct pmap initial_memory; /* when main begins: what thread-local variables start with */
	bool give_up;               /* a definite violation is known, or symex_stop */
	struct symbol *rounding;
	const struct symbol *spawn, *exit, *abort; /* intrinsics; NULL: never called */
	struct live *live; /* termination: which registers will be read again; or NULL */
};

/* Is every choice settled by a model? */
static inline bool symex_is_concrete(const struct symex *x) {
	return x->model != NULL;
}
/* The value of a choice variable: itself, or its value in the model when that is concrete. */
term symex_choose(struct symex *, struct sort, const char *name);
/* A term as it is, or its value in the model. */
term symex_settle(struct symex *, term);
/* Records a choice made by 'st'; returns its number, from which its variables are named. */
uint32_t symex_choice(struct symex *, struct state *st, enum choice_kind, term guard);
void symex_assume(struct symex *, term guard, term holds);
/* Executions of 'st' (NULL: all) under 'guard' are not followed further: not supported. */
void symex_unsupported(struct symex *, const struct state *st, term guard, const char *text);

/* Tells the engine of an access before it is made. */
static inline void symex_access(struct symex *x, const struct state *st, struct access a) {
	if (x->engine->access)
		x->engine->access(x, st, &a);
}
/* The whole object; whether it still exists. */
static inline void symex_access_whole(struct symex *x, const struct state *st, uint32_t object,
                                      enum access_kind kind) {
	symex_access(x, st, (struct access){.object = object, .kind = kind});
}

void symex_open(struct symex *, const struct goto_prog *, const struct symex_config *,
                struct result *, struct symex_stats *);
void symex_close(struct symex *);
/* Forgets the last execution; terms, and what was said about the program, stay. */
void symex_forget(struct symex *);
void symex_free(struct symex *); /* all but the terms */
/* The solver that is kept along a path has assumptions that no longer hold. */
void symex_drop_solver(struct symex *);

#endif
