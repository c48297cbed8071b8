/* symex/reduction.h -- the table of reductions, made from symex/reductions.def.
 *
 * A strategy says which reductions it has (symex/strategy.h), an option switches each of them off,
 * and the table says with which limits of the search it is unsound and therefore off.
 */
#ifndef SYMEX_REDUCTION_H
#define SYMEX_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symex_config;

enum reduction {
#define REDUCTION(ID, field, name, off, help) REDUCTION_##ID,
#include "symex/reductions.def"
	REDUCTION_N
};

#define REDUCTION_BIT(ID) (1u << REDUCTION_##ID)

enum reduction_limit_ix {
#define REDUCTION_LIMIT(ID, option) LIMIT_IX_##ID,
#include "symex/reductions.def"
	LIMIT_N
};

enum reduction_limit { /* bits */
#define REDUCTION_LIMIT(ID, option) LIMIT_##ID = 1 << LIMIT_IX_##ID,
#include "symex/reductions.def"
};

struct reduction_info {
	const char *name; /* also of its option */
	const char *help;
	unsigned off; /* the limits with which it is off */
};

extern const struct reduction_info reduction_table[REDUCTION_N];
extern const char *const reduction_limit_option[LIMIT_N]; /* the option that sets the limit */

/* Is it on, and sound within these bounds of the exploration?  The bounds that are explored may
 * differ from those that were given; the other limits are those of the configuration. */
bool reduction_applies(enum reduction, const struct symex_config *, uint32_t preemption_bound,
                       uint32_t decision_bound);

#endif
