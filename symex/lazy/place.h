/* symex/lazy/place.h -- variables for the parts of a state, over which preconditions are stated.
 *
 * A place is a register of a thread, or some bytes of an object; its variable stands for what the
 * place holds in a state.  A condition on states is a term over such variables: it holds in a state
 * if it is true with the values of that state in place of the variables.
 */
#ifndef SYMEX_LAZY_PLACE_H
#define SYMEX_LAZY_PLACE_H

#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/memory/store.h"
#include "util/map.h"

struct place {
	bool is_register;
	uint32_t owner;  /* thread, or object */
	uint32_t at;     /* key of the register, or offset */
	uint32_t bytes;  /* memory */
	bool is_pointer; /* memory */
	uint32_t width;  /* of its variable, in bits */
	term var;
};

struct places {
	struct canon *numbers;
	struct map of_number, of_variable; /* index + 1 */
	VEC(struct place) at;
};

void places_open(struct places *);
void places_close(struct places *);

/* The variable of a register of this width; of bytes. */
term place_register(struct places *, struct symex *, uint32_t tid, uint32_t key, uint32_t width);
term place_memory(struct places *, struct symex *, uint32_t object, uint32_t offset, struct scalar);
/* NULL: the variable is not that of a place. */
const struct place *place_of(const struct places *, term var);

/* What the place holds in the state; NO_TERM: nothing. */
term place_value(struct symex *, const struct state *, const struct place *);

/* For substitutions (solvers/rewrite/substitute.h): the variable of a place becomes what the place
 * holds in the state; other variables stay. */
struct place_reader {
	const struct places *places;
	struct symex *x;
	const struct state *st;
};
term place_read(void *reader, term var);

#endif
