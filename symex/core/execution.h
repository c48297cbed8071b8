/* symex/core/execution.h -- shared inside symex/: the engine that steps states, and what it
 * collects.
 *
 * The engine owns what grows while a program is executed: terms, objects, facts, verification
 * conditions, and the log of choices.  States (symex/core/state.h) are plain data that refer to
 * these by index.  Execution is in program order along every path, so along one path
 *
 *   facts    what holds from here on: each is 'guard implies assumption'
 *   vcs      what could go wrong: a condition, valid under the facts recorded before it
 *   choices  every value the environment picks: inputs, uninitialised storage, fresh memory
 *
 * appear in the order in which that path meets them.  A model makes some guards true; the choices
 * with true guards, in order, are the inputs of one concrete execution: replay
 * (symex/replay/replay.h) runs the same engine again, with each choice answered by the model.
 */
#ifndef SYMEX_CORE_EXECUTION_H
#define SYMEX_CORE_EXECUTION_H

#include "goto/prog.h"
#include "solvers/eval.h"
#include "solvers/term.h"
#include "symex/core/pmap.h"
#include "symex/symex.h"
#include "util/map.h"
#include "util/vec.h"

struct state;
struct content;

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
	term born;               /* HEAP: the path on which it was made */
	term base;               /* its address; NO_TERM until a program looks at it */
	struct content *initial; /* STATIC: content until first written */
	uint32_t choice;         /* that made it, unless STATIC or FUNCTION; names its variables */
	struct loc loc;          /* where it was made */
};

enum choice_kind { CHOICE_INPUT, CHOICE_UNINIT, CHOICE_MEMORY, CHOICE_UNMODELLED };

/* Choices made before the program starts are named after the symbol they belong to. */
#define CHOICE_OF_SYMBOL 0x80000000u

struct choice {
	enum choice_kind kind;
	term guard;
	const struct ins *ins; /* which instruction asked; replay compares */
	uint32_t number;       /* names its variables */
};

struct vc {
	uint32_t property; /* index in goto_prog.property, or PROPERTY_OF_LOOP for unwinding */
	term violated;     /* guard and not condition */
	uint32_t nfacts;   /* facts recorded before */
	struct loc loc;    /* the user's place: a model's assertion is reported at the call */
	uint32_t context;  /* schedule recording: in which it is, and the place at which that */
	uint32_t until;    /* context must end to show it; 0: at any */
};

struct cut { /* a path that was not followed further; it counts if some execution takes it */
	enum gap_kind kind;
	const char *text; /* what was met, or which loop or recursive function was cut */
	term guard;
	uint32_t nfacts;
	bool is_loop;   /* GAP_UNWIND: of a loop, not a recursion */
	bool given;     /* GAP_UNWIND: by a bound of the user's, which deepening does not raise */
	uint32_t bound; /* GAP_UNWIND: how often the loop was unwound; GAP_DEPTH: the depth */
	const struct function *model; /* GAP_UNWIND: of the library, that the user called; or NULL */
	struct loc loc;               /* the user's place: of a model, where it is called */
};

struct wild { /* see symex/core/wild.h */
	term address;
	uint32_t object; /* 0: not yet made in this execution */
};

struct meeting { /* states that wait at one instruction of one call */
	const struct frame *frame;
	uint32_t pc;
	VEC(struct state *) state;
};

struct symex;

enum touch_use { TOUCH_READ, TOUCH_WRITE, TOUCH_ADD };

struct touch { /* a piece of memory that a step uses; see symex/core/touch.h */
	uint32_t object;
	uint32_t from, to; /* bytes [from, to) */
	enum touch_use use;
};

struct taken { /* a lock: a pointer to it, and its size */
	term object;
	uint32_t bytes;
};

/* What the tree explorer (symex/tree/) needs while one thread makes a step.
 *
 * Exploring goes back and forth in the tree, so whatever is numbered is numbered per thread: the
 * k-th object and the k-th choice that a thread makes have the same numbers on every path, and
 * states that differ only in the order of independent steps are made of the same terms. */
#define HURRIES (1u << 31)

struct stepping {
	VEC(struct state *)
	stopped; /* states that reached the next visible instruction, or whose
	            thread ended */
	const struct symbol *spawn, *exit, *abort; /* intrinsics; NULL: never called */
	VEC(uint32_t) serial; /* per thread: objects and choices made so far on this path */
	struct map number;    /* thread and serial -> number */
	uint32_t numbers;
	struct map object;         /* number of the choice that makes it -> object */
	VEC(uint32_t) schedule;    /* the threads of the steps on this path, perhaps with HURRIES */
	bool hurries;              /* there is nothing left to choose until the thread waits or ends */
	bool too_short;            /* a loop was cut that deepening follows further */
	bool dead_end;             /* an execution ended otherwise, or may have */
	bool program_end;          /* one of them normally */
	bool record;               /* touches */
	VEC(struct touch) touched; /* on this path, step by step */
	size_t first_touch;        /* of this step, or since it runs on */
	bool runs_on;              /* past a visible instruction, because nobody could come between */
	bool lawless;              /* a held lock was released by another, or overwritten; or may be */
	VEC(struct taken) taken;   /* recording: locks that somebody has taken so far */
	bool adds;                 /* the instruction only adds to what it touches */
	bool looks;                /* nothing is really executed: choices are none of the execution */
	struct locations *places;  /* symex/core/location.h; NULL: things are numbered per thread */
	uint32_t made_here;        /* with places: by this instruction so far */
	bool stutters;             /* a round of a loop changed nothing: the thread stays there */
	struct recording *recording; /* symex/schedule/schedule.h; NULL: one schedule at a time */
	uint32_t context, arrival;   /* recording: which one is run; the place come to, while looking */
	VEC(uint32_t) slot;          /* replay of a recorded schedule: which of its threads each is */
	uint32_t until;              /* and the place at which this context ends; 0: at none */
	/* An atomic section is only tried: called before each of its instructions.  NULL: no trial. */
	void (*trial)(struct symex *, struct state *);
	void *trial_data;
};

struct symex {
	struct goto_prog *prog;
	const struct symex_config *config;
	struct result *result;
	struct symex_stats *stats;
	struct terms *ts;
	struct value_lists *values;     /* symex/core/values.h; NULL: values are plain terms */
	struct pointer_cache *pointers; /* of symex/core/pointer.c; a replay uses that of its run */
	uint32_t address_bits, pointer_bits; /* 64 or 32; pointers also carry their object */
	uint32_t unwind;       /* of this round: loop rounds in which something was undecided */
	const char *too_short; /* what this round cut and the next would follow, as text of a gap */
	uint32_t patience;     /* of this round: loop rounds over constants */

	struct pmap_pool pool; /* nodes of states; freed after a round */
	VEC(struct object) object;
	struct map static_object; /* symbol id -> object + 1 */
	VEC(uint32_t) exposed;    /* objects whose address was looked at */
	struct map base_object;   /* term of a base address -> object */
	VEC(struct wild) wild;
	VEC(term) fact;
	VEC(struct vc) vc;
	VEC(struct cut) cut;
	VEC(struct choice) choice;
	uint64_t questions;     /* written by symex/query/transcript.c */
	struct map array_view;  /* choice of fresh memory -> element size it is seen with as array */
	struct map fresh_bytes; /* choice of fresh memory -> 1 + highest byte offset given a variable */
	struct map warned;      /* symbols of functions without model already named */
	struct map null_at;    /* instructions that followed a null pointer -> do threads stop there? */
	bool null_met;         /* at one where they do not: see symex/core/wild.h */
	bool null_said;        /* some execution follows one: it was said where */
	bool path_ends;        /* the instruction that is executed ends its path */
	struct map loop_heads; /* function symbol -> bitmap of the instructions that begin a loop */
	struct map
	    made_property; /* loop id, recursive function, "leak"; interned -> property made for it */

	struct {
		uint32_t skip, wait; /* recursive calls until the solver is asked again, and after that */
	} prune;
	struct {
		struct solver *solver; /* kept by vc_feasible while an execution lasts */
		VEC(term) given;       /* facts that it has for good */
		uint32_t asked;        /* questions to it, with threads */
		VEC(term) scope;       /* facts that are scopes of it, with threads */
		struct map known;      /* what was asked -> answer */
		struct map missed;     /* object that accesses miss -> when to ask again: memory.c */
		bool folded;           /* the last question of vc_check_more was no question */
	} path;
	VEC(struct meeting) pending;    /* states to go on with; see symex/explore/explore.h */
	struct stepping *tree;          /* threads are explored; NULL: there is only one */
	struct pmap initial_memory;     /* when main begins: what thread-local variables start with */
	struct induct *induct;          /* induction mode; NULL: bounded */
	double started, induct_seconds; /* of this search; twice the time that proofs took */
	double induct_budget;           /* seconds that the solver may still spend on a proof */
	struct replay *replay;          /* concrete mode; NULL: symbolic */
	bool give_up;                   /* a definite violation is known, or symex_stop */
	struct symbol *rounding;
	struct live *live; /* termination: which registers will be read again; or NULL */
};

/* The value of a choice variable: itself, or its value in the model when replaying. */
term symex_choose(struct symex *, struct sort, const char *name);
/* A term as it is, or its value in the model when replaying. */
term symex_settle(struct symex *, term);
/* Records a choice made by 'st'; returns its number, from which its variables are named. */
uint32_t symex_choice(struct symex *, struct state *st, enum choice_kind, term guard);
void symex_fact(struct symex *, term guard, term holds);
/* Executions of 'st' (NULL: all) under 'guard' are not followed further: not supported. */
void symex_hole(struct symex *, const struct state *st, term guard, const char *text);

/* Forgets the last execution; terms, and what was said about the program, stay. */
void symex_forget(struct symex *);
/* run.c: one execution from the start, within x->unwind; and its end. */
void symex_execute(struct symex *);
/* The depths of unwinding, one after the other: with which it begins, and the next one.  false:
 * deepening ends here, and a gap says so. */
uint32_t symex_first_unwind(const struct symex *);
bool symex_deepen(struct symex *, uint32_t *unwind);
/* Constant rounds of a loop before deepening looks elsewhere first. */
uint64_t symex_first_patience(const struct symex *, uint32_t deepening);
void symex_free(struct symex *); /* all but the terms */

#endif
