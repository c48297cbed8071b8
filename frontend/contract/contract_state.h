/* frontend/contract/contract_state.h -- what contract_link.c and the lowering of contracts share.
 *
 * Ghosts are static variables of ours: what a clause has found, for the rest of the run.
 */
#ifndef FRONTEND_CONTRACT_CONTRACT_STATE_H
#define FRONTEND_CONTRACT_CONTRACT_STATE_H

#include "frontend/units/defs.h"
#include "util/base/vec.h"

struct contract_range { /* ghosts: where a target of assigns begins, and how many bytes it has */
	struct symbol *base, *size;
};

struct contract_fresh { /* of a contract: an object that __CPROVER_is_fresh speaks of */
	const struct function *function;
	struct symbol *ghost;
	bool is_required; /* by requires of the function that is checked: it was there before */
};

struct contract_apart { /* ok = pointer points to no variable that the function names */
	const struct function *function;
	struct symbol *ok;
	const struct expr *pointer;
};

struct contract_use { /* a contract that stands for a body */
	struct function *contract;
	struct function *body; /* NULL: nobody defines it */
};

struct contract_loop {
	struct function *function;
	struct symbol *marker; /* the ghost that is 1 inside of the loop */
	const char *clause;    /* text of __CPROVER_loop_assigns; NULL: none */
	struct loc loc;
	VEC(struct contract_range) range; /* targets of the clause */
};

struct fe_contract {
	struct fe_def *entry;        /* the wrapper; NULL: no contract is enforced */
	const char *name;            /* of the function that is checked */
	VEC(const char *) parameter; /* its parameters */
	uint32_t nghosts;
	bool has_assigns;
	VEC(struct contract_range) assigns;
	VEC(struct symbol *) frees;
	VEC(struct contract_fresh) fresh;
	VEC(struct contract_apart) apart;
	VEC(struct contract_use) use;
	VEC(struct contract_loop *) loop;
};

struct fe_contract *contract_state(struct fe *); /* made on first use */
void contract_state_close(struct fe *);          /* NULL is allowed */
struct symbol *contract_ghost(struct fe *, const struct type *);

#endif
