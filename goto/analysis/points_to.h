/* goto/analysis/points_to.h -- what pointers may point to, call graph, accesses.
 *
 * Andersen's analysis: flow-insensitive, by inclusion.  Every object has one node that stands for
 * all it contains (fields are not told apart), and every value, an integer too, carries the
 * objects it may be made of, so that pointers survive memcpy, unions, byte loops and integers.
 *
 * User functions exist once.  Functions of pthread-models/ exist once per call from user code (an
 * instance each, as far as the budget goes), so that two malloc() are two blocks and two
 * pthread_create() are two threads.
 *
 * Plain data after points_to_open; read it, then points_to_close.
 */
#ifndef GOTO_ANALYSIS_POINTS_TO_H
#define GOTO_ANALYSIS_POINTS_TO_H

#include "goto/program/prog.h"

#define NO_NODE     0
#define NO_INSTANCE UINT32_MAX

enum pt_use_kind {           /* what happens to the members of a node's set */
	               PT_COPY,  /* they are in the set of 'other' too */
	               PT_LOAD,  /* what they contain is in 'other' */
	               PT_STORE, /* what is in 'other' they contain */
	               PT_CALL,  /* they are called: 'other' is an index in calling */
	               PT_GUESS, /* 'other' is made of an address: it may be any whose number is known
	                          */
};

struct pt_use {
	enum pt_use_kind kind;
	uint32_t other;
};

struct pt_node {
	bool is_object; /* has memory (or is a function); the node is its content */
	bool is_queued;
	uint32_t merged;       /* into which node, whose set and uses it has; NO_NODE: none */
	uint32_t done;         /* members of the set that were propagated */
	uint32_t instance;     /* object: whose local or block; NO_INSTANCE: static */
	struct symbol *symbol; /* object: of which variable or function; NULL: a block */
	uint32_t number;       /* object: counted from 0 */
	VEC(uint32_t) set;     /* objects that the content, or the value, may point to */
	VEC(uint64_t) bits;    /* the same by number, when they are many */
	VEC(struct pt_use) use;
};

struct pt_set {
	const uint32_t *at;
	size_t n;
};

struct pt_instance {
	struct function *function;
	uint32_t context; /* 0: the only one, or the one for calls beyond the budget */
	uint32_t local;   /* first node of its locals, in order of their slots */
	uint32_t result, varargs;
};

enum pt_how {
	PT_READ,
	PT_WRITE,
	PT_LIFE, /* asks whether the object still exists */
	PT_END,  /* ends its life */
};

struct pt_access {
	uint32_t instance, ins;
	uint32_t node; /* is_direct: the object; otherwise all that the node points to */
	enum pt_how how;
	bool is_direct;
	const struct expr *deref; /* the expression that means it, or NULL */
};

struct pt_edge { /* a call, or a __mc_spawn */
	uint32_t caller, ins, callee;
};

struct pt_calling { /* a call that binds arguments to whatever function it reaches */
	uint32_t instance, ins;
	uint32_t first, nargs; /* nodes, in argument */
	uint32_t result;
	bool is_spawn;
};

struct points_to {
	const struct goto_prog *prog;
	VEC(struct pt_node) node; /* [0] is NO_NODE */
	VEC(struct pt_instance) instance;
	VEC(struct pt_access) access; /* of memory that pointers may reach, or static */
	VEC(struct pt_edge) call, spawn;
	uint32_t init, entry; /* instances; NO_INSTANCE: the program has none */
	uint32_t spawn_data;  /* node: what threads are given */

	/* private to points_to*.c */
	uint32_t exposed; /* node: objects whose address became a number */
	uint32_t cast;    /* node: the same by a cast of the program's, so that it may have its bits */
	uint32_t only;    /* the one node for all values, if there is but one */
	uint32_t nobjects;
	size_t cloned;
	uint32_t ncontexts;
	size_t built; /* instances whose body was read */
	VEC(struct pt_calling) calling;
	VEC(uint32_t) argument;
	VEC(uint32_t) todo;                 /* nodes whose sets grew */
	size_t work, most_work, next_merge; /* propagations, ever and at which cycles are looked for */
	struct map edge;                    /* pairs of nodes */
	struct map object;                  /* symbol id -> node, of what is no local */
	struct map find;                    /* function and context -> instance + 1 */
	struct map context;                 /* calling instance and instruction -> number */
	struct map called;                  /* calling and function symbol, that it was bound */
	struct map makes; /* function symbol id -> whether it makes objects or threads */
};

/* Sets symbol.address_taken on the way, and prog.precision to what the program allows. */
void points_to_open(struct points_to *, struct goto_prog *);
/* The same after passes that changed no meaning; as precise, so that it finds no more. */
void points_to_again(struct points_to *, struct goto_prog *);
void points_to_close(struct points_to *);
struct pt_set points_to_set(const struct points_to *, uint32_t node); /* objects */

/* Inside points_to*.c: the solver. */
uint32_t pt_node(struct points_to *);
uint32_t pt_object(struct points_to *, struct symbol *, uint32_t instance);
void pt_add(struct points_to *, uint32_t node, uint32_t object);
void pt_use(struct points_to *, uint32_t node, enum pt_use_kind, uint32_t other);
void pt_copy(struct points_to *, uint32_t from, uint32_t to); /* NO_NODE: nothing */
void pt_solve(struct points_to *);                            /* unless it is more than most_work */
uint32_t pt_find(struct points_to *, uint32_t node);          /* the one it is merged into, or it */
/* points_to_merge.c: nodes in a cycle of copies have one set; they become one. */
void pt_merge_cycles(struct points_to *);
/* points_to_build.c: the constraints of one body, of one call. */
void pt_build(struct points_to *, uint32_t instance);
void pt_call(struct points_to *, uint32_t calling, struct symbol *function);
/* points_to_open.c: which copy of the function a call there enters. */
uint32_t pt_enter(struct points_to *, uint32_t caller, uint32_t ins, struct function *);

#endif
