/* symex/sequential/invariant.h -- loop invariants by the Houdini scheme.
 *
 * Candidates are simple relations between what a loop changes, its values on entry, and what its
 * exits compare: never below the start, same parity, constant difference, not beyond the bound.
 * All are assumed at the head; each must hold on entry and after every iteration.  A candidate that
 * a model of the solver violates is dropped and the execution is repeated, until the remaining ones
 * are inductive.  Nothing is assumed that is not checked in the same execution.
 *
 * Guess and check is also in events/local/inductive.c and proof/search/candidate.c: the same scheme
 * over three kinds of formulas. Here a candidate is about one loop and is dropped by re-executing
 * it, there about all writes of a variable under any order, or about a view, over the formulas
 * of all steps.  What they share is only the loop that drops candidates.
 */
#ifndef SYMEX_SEQUENTIAL_INVARIANT_H
#define SYMEX_SEQUENTIAL_INVARIANT_H

#include "symex/memory/memory.h"

struct loop_change { /* a register, a cell or an object that an iteration of a loop may change */
	const struct loop *loop;
	bool is_register;
	uint32_t key; /* register, or object */
	/* Of a static object: its variable, since the object may not exist yet at the loop's entry. */
	struct symbol *variable;
	uint32_t offset;    /* of a cell */
	struct scalar cell; /* bytes 0: the whole object */
};

struct loop_entry { /* the state where a loop is entered */
	const struct loop *loop;
	const struct frame *frame;
	uint32_t depth;     /* of the frame */
	struct state head;  /* after the havoc */
	size_t objects;     /* that existed then; 0: the loop was not entered yet */
	const term *before; /* per change: the value when the loop was entered; NO_TERM: none */
	size_t nbefore;
};

enum candidate_relation {
	NOT_BELOW, /* signed, compared with the value on entry */
	NOT_ABOVE,
	NOT_BELOW_UNSIGNED,
	NOT_ABOVE_UNSIGNED,
	SAME_PARITY,
	SAME_MODULO_4,
	SAME_DIFFERENCE, /* a - b as on entry */
	SAME_SUM,
	SAME_DOUBLE,    /* a - 2 * b as on entry */
	EXIT_NOT_ABOVE, /* operands of a comparison that ends the loop */
	EXIT_NOT_BELOW,
	EXIT_AT_MOST_ONE_ABOVE,
	EXIT_AT_MOST_ONE_BELOW,
};

struct invariant_candidate {
	const struct loop *loop;
	enum candidate_relation relation;
	uint32_t a, b;                   /* changes */
	const struct expr *left, *right; /* EXIT_... */
	bool dropped;
};

struct candidate_obligation { /* a candidate must hold on entry, or after an iteration */
	uint32_t candidate;
	term fails; /* it does not */
	uint32_t nassumed;
};

struct abstracted_loop { /* no unwinding exhausts it: see induct.h */
	const struct function *function;
	const struct loop *loop;
	uint32_t cutpoint; /* the instruction where it is entered, and where an iteration ends */
};

struct induct {
	VEC(struct abstracted_loop) loop;
	VEC(struct loop_change) change;
	VEC(struct loop_entry) entry;
	uint32_t k;
	uint32_t entries;  /* of abstracted loops in this execution */
	uint32_t havocked; /* whole objects so far */
	bool grew;         /* this execution added a change or a loop: it must be repeated */
	bool failed;       /* no proof is possible */
	VEC(struct invariant_candidate) candidate;
	VEC(struct candidate_obligation) obligation;
};

/* Guesses candidates from the changes found so far. */
void invariant_guess(struct induct *);
/* The loop is entered, before the havoc: records the values on entry, and obligations. */
void invariant_before(struct symex *, struct state *, struct loop_entry *);
/* After the havoc: assumes the candidates. */
void invariant_assume(struct symex *, struct state *, const struct loop_entry *);
/* An iteration has ended: records obligations. */
void invariant_iteration(struct symex *, struct state *, const struct loop_entry *);
/* Drops candidates whose obligations fail in a model, or all if the solver has no answer; true:
 * some were dropped. */
bool invariant_drop(struct symex *, struct induct *);

#endif
