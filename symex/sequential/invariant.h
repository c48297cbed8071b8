/* symex/sequential/invariant.h -- relations that hold whenever a loop's head is reached, found by
 * guessing.
 *
 * Candidates are simple relations between what a loop changes, its values on entry, and what its
 * exits compare: never below the start, same parity, constant difference, not beyond the bound.
 * All are assumed at the head; each must hold on entry and after every round.  The solver names
 * those that need not; they are dropped and the execution repeated, until the rest is inductive
 * (the Houdini scheme).  Nothing is assumed that is not checked in the same execution.
 */
#ifndef SYMEX_SEQUENTIAL_INVARIANT_H
#define SYMEX_SEQUENTIAL_INVARIANT_H

#include "symex/core/memory.h"

struct change { /* what a round of a loop may change */
	const struct loop *loop;
	bool is_register;
	uint32_t key; /* register, or object */
	struct symbol
	    *variable;      /* of a static object, which may not be made yet when the loop begins */
	uint32_t offset;    /* of a cell */
	struct scalar cell; /* bytes 0: the whole object */
};

struct entry { /* the state where a loop is entered */
	const struct loop *loop;
	const struct frame *frame;
	struct state head;
	size_t objects;
	const term *before; /* per change: the value when the loop was entered; NO_TERM: none */
	size_t nbefore;
};

enum relation {
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

struct candidate {
	const struct loop *loop;
	enum relation relation;
	uint32_t a, b;                   /* changes */
	const struct expr *left, *right; /* EXIT_... */
	bool dropped;
};

struct doubt { /* a way in which a candidate may fail */
	uint32_t candidate;
	term fails;
	uint32_t nassumed;
};

struct treated { /* a loop that no unwinding exhausts */
	const struct function *function;
	const struct loop *loop;
	uint32_t cut; /* where it is entered, and where a round ends */
};

struct induct {
	VEC(struct treated) loop;
	VEC(struct change) change;
	VEC(struct entry) entry;
	uint32_t k;
	uint32_t entries; /* how often a treated loop was entered */
	uint32_t blocks;  /* whole objects made arbitrary so far */
	bool grew;
	bool failed;
	VEC(struct candidate) candidate;
	VEC(struct doubt) doubt;
};

/* Makes the candidates for what is known to change; once. */
void invariant_guess(struct symex *, struct induct *);
/* The loop is entered: before and after its changes became arbitrary. */
void invariant_before(struct symex *, struct state *, struct entry *);
void invariant_assume(struct symex *, struct state *, const struct entry *);
/* A round has ended. */
void invariant_round(struct symex *, struct state *, const struct entry *);
/* Asks which candidates fail and drops them; true: some did. */
bool invariant_drop(struct symex *, struct induct *);

#endif
