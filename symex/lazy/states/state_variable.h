/* symex/lazy/states/state_variable.h -- variables for what a state holds, over which preconditions
 * are stated.
 *
 * A state variable stands for what a register of a thread, or some bytes of an object, hold in a
 * state.  A condition on states is a term over such variables: it holds in a state
 * if it is true with the values of that state in place of the variables.
 */
#ifndef SYMEX_LAZY_STATES_STATE_VARIABLE_H
#define SYMEX_LAZY_STATES_STATE_VARIABLE_H

#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/memory/store.h"
#include "util/base/map.h"

struct state_variable {
	bool is_register;
	uint32_t owner;  /* thread, or object */
	uint32_t at;     /* key of the register, or offset */
	uint32_t bytes;  /* memory */
	bool is_pointer; /* memory */
	uint32_t width;  /* of its variable, in bits */
	term var;
};

struct state_variables {
	struct canon *numbers;
	struct map of_number, of_variable; /* index + 1 */
	VEC(struct state_variable) at;
};

void state_variables_open(struct state_variables *);
void state_variables_close(struct state_variables *);

/* The variable of a register of this width; of bytes. */
term state_variable_register(struct state_variables *, struct symex *, uint32_t tid, uint32_t key,
                             uint32_t width);
term state_variable_memory(struct state_variables *, struct symex *, uint32_t object,
                           uint32_t offset, struct scalar);
/* NULL: it is no state variable. */
const struct state_variable *state_variable_of(const struct state_variables *, term var);

/* What it stands for in the state; NO_TERM: nothing. */
term state_variable_value(struct symex *, const struct state *, const struct state_variable *);

/* For substitutions (solvers/rewrite/substitute.h): a state variable becomes what it
 * stands for in the state; other variables stay. */
struct state_variable_reader {
	const struct state_variables *variables;
	struct symex *x;
	const struct state *st;
};
term state_variable_read(void *reader, term var);

#endif
