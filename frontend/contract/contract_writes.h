/* frontend/contract/contract_writes.h -- what a function or loop with a contract may write and
 * free.
 *
 * Before every write to memory that is not a variable of the running function by its own name, an
 * assertion: it lies in a target of assigns, or nobody could know the object when the function
 * began.  Objects that were there are variables of static storage and those that
 * __CPROVER_is_fresh made for the call; all others are made by the function, in whatever thread.
 */
#ifndef FRONTEND_CONTRACT_CONTRACT_WRITES_H
#define FRONTEND_CONTRACT_CONTRACT_WRITES_H

#include "frontend/contract/contract_state.h"

const struct expr *contract_and(struct fe *, const struct expr *, const struct expr *);
const struct expr *contract_not(struct fe *, const struct expr *);
const struct expr *contract_same_object(struct fe *, const struct expr *pointer, struct symbol *);
/* The first write to memory that is not the function's own; NULL: none. */
const struct ins *contract_first_write(const struct function *);
/* Of all functions but the entry. */
void contract_check_writes(struct fe *, const struct function *entry);
struct contract_write {                /* what an instruction writes */
	const struct expr *lvalue;         /* or NULL: */
	const struct expr *pointer, *size; /* so many bytes */
	bool frees;                        /* or the object is freed */
};
/* Does the instruction write or free what is not its function's own? */
bool contract_write_of(const struct ins *, struct contract_write *);
/* Does it lie in a target of the loop? */
const struct expr *contract_loop_allows(struct fe *, const struct contract_loop *,
                                        const struct contract_write *);
void contract_check_loops(struct fe *);
/* contract_threads.c: ends the program if the contract may not stand for the body. */
void contract_check_threads(struct fe *, const struct contract_use *);

#endif
